/** A text that grows by small pieces: a piece costs its own length, nothing is kept twice, and a bound ends its growth. */

const JOIN_AT = 4_096;
/** A UTF-16 unit takes at most so many bytes of UTF-8. */
const MAX_BYTES_OF_UNIT = 3;

/** Far more than any answer, and far below the longest string that V8 can hold (2^29 - 24 units), beyond which adding throws. */
export const DEFAULT_MAX_TEXT_BYTES: number = 64 * 1_024 * 1_024;

export class GrowingText {
  #joined = '';
  #tail = '';
  readonly #maxBytes: number;
  // Counted exactly only near the bound: to count each piece would cost more than to add it.
  #bytesAtMost = 0;
  #bytes: number | undefined = undefined;
  #isCut = false;

  constructor(maxBytes: number = DEFAULT_MAX_TEXT_BYTES) {
    this.#maxBytes = maxBytes;
  }

  /** Whether more was added than it holds. */
  get isCut(): boolean {
    return this.#isCut;
  }

  /** All of it; asked again, the same string, so that what reads its characters joins them once. */
  get whole(): string {
    this.#joined += this.#tail;
    this.#tail = '';
    return this.#joined;
  }

  /** Adds a piece, as far as there is room, and returns all of it. */
  add(piece: string): string {
    this.#bytesAtMost += piece.length * MAX_BYTES_OF_UNIT;
    // To fit a piece joins what is there, so it comes before the addition.
    const kept = this.#bytesAtMost <= this.#maxBytes ? piece : this.#fit(piece);
    this.#tail += kept;
    if (this.#tail.length >= JOIN_AT) {
      // Reading a character makes one string of the pieces. Until then each is kept, with a node that points at it: ten times the text.
      this.#tail.charCodeAt(0);
      this.#joined += this.#tail;
      this.#tail = '';
      return this.#joined;
    }
    return this.#joined + this.#tail;
  }

  /** Empties it and returns all that it was. */
  take(): string {
    const all = this.whole;
    this.#joined = '';
    this.#bytesAtMost = 0;
    this.#bytes = undefined;
    this.#isCut = false;
    return all;
  }

  #fit(piece: string): string {
    if (this.#isCut) {
      return '';
    }
    this.#bytes ??= Buffer.byteLength(this.whole);
    const size = Buffer.byteLength(piece);
    if (this.#bytes + size <= this.#maxBytes) {
      this.#bytes += size;
      return piece;
    }
    this.#isCut = true;
    return cutToBytes(piece, this.#maxBytes - this.#bytes);
  }
}

/** The longest beginning of the text that fits and ends with a whole character. */
function cutToBytes(text: string, maxBytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(Math.max(0, maxBytes)));
  return text.slice(0, read);
}
