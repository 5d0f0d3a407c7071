/** Remembers the end of a byte stream, for crash reports. */

const LIMIT = 64 * 1024;
const MAX_PIECES = 64;

export class RingTail {
  #pieces: Buffer[] = [];
  #size = 0;

  push(chunk: Buffer): void {
    if (chunk.length >= LIMIT) {
      this.#pieces = [chunk.subarray(chunk.length - LIMIT)];
      this.#size = LIMIT;
      return;
    }
    this.#pieces.push(chunk);
    this.#size += chunk.length;
    let first = this.#pieces[0];
    while (first !== undefined && this.#size - first.length >= LIMIT) {
      this.#pieces.shift();
      this.#size -= first.length;
      first = this.#pieces[0];
    }
    // A stream of single bytes would otherwise keep 65,536 buffers.
    if (this.#pieces.length > MAX_PIECES) {
      this.#pieces = [Buffer.concat(this.#pieces)];
    }
  }

  /** Returns at most the last 64 KiB, which may begin within a character. */
  text(): string {
    return Buffer.concat(this.#pieces).subarray(-LIMIT).toString('utf8');
  }
}
