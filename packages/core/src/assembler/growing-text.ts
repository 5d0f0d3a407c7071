/**
 * A text that grows by small pieces: a piece costs its own length, nothing is kept twice, and a bound ends its growth.
 */

const JOIN_AT = 4_096;
/** The most bytes of UTF-8 that a UTF-16 unit takes. */
const MAX_BYTES_OF_UNIT = 3;

/** Far more than any answer, and far below the longest string that V8 can make (2^29 - 24 units), beyond which adding throws. */
export const DEFAULT_MAX_TEXT_BYTES: number = 64 * 1_024 * 1_024;

export class GrowingText {
  #joined = '';
  #tail = '';
  /**
   * The string that was returned last, so that a reader of the whole text gets that very string, and not an equal one
   * made of other pieces.
   */
  #last = '';
  readonly #maxBytes: number;
  /** The length of what is joined. It is counted piece by piece, since to read the whole would make one string of it, which is as long again. */
  #joinedBytes = 0;
  #endsHalf = false;
  #isCut = false;

  constructor(maxBytes: number = DEFAULT_MAX_TEXT_BYTES) {
    this.#maxBytes = maxBytes;
  }

  /** Continues a text that exists already, without a bound. */
  static from(begin: string): GrowingText {
    const text = new GrowingText(Number.POSITIVE_INFINITY);
    // `add` would not do: to join what has many pieces makes one string of them, which is as long again.
    text.#joined = begin;
    text.#last = begin;
    return text;
  }

  /** Whether more was added than it keeps. */
  get isCut(): boolean {
    return this.#isCut;
  }

  /**
   * The whole text: it is the same string as the last `add` returned, so that reading its characters joins them once.
   */
  get whole(): string {
    return this.#last;
  }

  /** Adds a piece, as far as there is room, and returns the whole text. */
  add(piece: string): string {
    // The bytes are counted exactly only near the bound, because counting each piece would cost more than adding it.
    const bytesAtMost = this.#joinedBytes + (this.#tail.length + piece.length) * MAX_BYTES_OF_UNIT;
    // Fitting a piece joins the pieces so far, so it comes before the addition.
    const kept = bytesAtMost <= this.#maxBytes && !this.#isCut ? piece : this.#fit(piece);
    this.#tail += kept;
    this.#last = this.#joined + this.#tail;
    if (this.#tail.length >= JOIN_AT) {
      this.#join();
    }
    return this.#last;
  }

  /** Empties the text and returns what it was. */
  take(): string {
    const all = this.#last;
    this.#joined = '';
    this.#tail = '';
    this.#last = '';
    this.#joinedBytes = 0;
    this.#endsHalf = false;
    this.#isCut = false;
    return all;
  }

  #join(): void {
    const tail = this.#tail;
    if (tail === '') {
      return;
    }
    // Reading a character makes one string of the pieces. Until then each piece is kept, with a node that points at it,
    // which takes ten times the memory of the text.
    const first = tail.charCodeAt(0);
    if (Number.isFinite(this.#maxBytes)) {
      this.#joinedBytes +=
        Buffer.byteLength(tail) - (this.#endsHalf && isSecondHalf(first) ? BYTES_OF_TORN_CHARACTER : 0);
      this.#endsHalf = isFirstHalf(tail.charCodeAt(tail.length - 1));
    }
    this.#joined = this.#last;
    this.#tail = '';
  }

  #fit(piece: string): string {
    if (this.#isCut) {
      return '';
    }
    this.#join();
    const size = Buffer.byteLength(piece);
    const mended = this.#endsHalf && isSecondHalf(piece.charCodeAt(0)) ? BYTES_OF_TORN_CHARACTER : 0;
    if (this.#joinedBytes + size - mended <= this.#maxBytes) {
      return piece;
    }
    this.#isCut = true;
    return cutToBytes(piece, this.#maxBytes - this.#joinedBytes);
  }
}

/**
 * The bytes by which torn halves are overcounted: each half of a character that was cut in two counts 3 bytes, and the
 * whole character 4.
 */
const BYTES_OF_TORN_CHARACTER = 2;

function isFirstHalf(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isSecondHalf(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/** Returns the longest beginning of the text that fits and ends with a whole character. */
function cutToBytes(text: string, maxBytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(Math.max(0, maxBytes)));
  return text.slice(0, read);
}
