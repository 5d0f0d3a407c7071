/** Remembers the end of a byte stream, for crash reports. */

const LIMIT = 64 * 1024;

export class RingTail {
  /** The last bytes; once it is full, a new one replaces the oldest. A chunk is copied, because a part of it would keep all of it. */
  readonly #ring = Buffer.allocUnsafeSlow(LIMIT);
  /** The place of the next byte. */
  #at = 0;
  #size = 0;

  push(chunk: Buffer): void {
    const end = chunk.subarray(-LIMIT);
    // A copy stops at the end of the ring, and the rest goes to its beginning.
    end.copy(this.#ring, this.#at);
    end.subarray(LIMIT - this.#at).copy(this.#ring);
    this.#at = (this.#at + end.length) % LIMIT;
    this.#size = Math.min(this.#size + end.length, LIMIT);
  }

  /** Returns at most the last 64 KiB; the text may begin within a character. */
  text(): string {
    const [old, young] = [this.#ring.subarray(this.#at, this.#size), this.#ring.subarray(0, this.#at)];
    return Buffer.concat([old, young]).toString('utf8');
  }
}
