/** A text that comes in pieces. Each event has the text up to it, in constant time and without a string of its own. */

/**
 * Some consecutive pieces, and everything before them. An event that has this text and a length can give the text up to it. The pieces
 * become one string in the end, so that neither they nor the texts that they were cut from are kept alive: a string for each event would be
 * a chain of as many, which costs the garbage collector more than everything else that an event needs.
 */
export class GrowingText {
  readonly #before: string;
  #joined = '';
  #pieces: string[] = [];
  #count = 0;
  /** The length of the whole, with everything before the pieces. */
  length: number;

  constructor(before: string) {
    this.#before = before;
    this.length = before.length;
  }

  /** Whether the next piece should go to a new text, so that `upTo` copies little. */
  get isFull(): boolean {
    return this.#count >= MOST_PIECES || this.length - this.#before.length >= MOST_LENGTH;
  }

  add(piece: string): void {
    this.#pieces.push(piece);
    this.#count++;
    this.length += piece.length;
  }

  upTo(length: number): string {
    if (this.#pieces.length > 0) {
      this.#joined += this.#pieces.join('');
      this.#pieces = [];
    }
    // `+` makes a node that points at both parts; the earlier text is not copied until somebody reads the characters.
    return this.#before + (length === this.length ? this.#joined : this.#joined.slice(0, length - this.#before.length));
  }
}

const MOST_PIECES = 128;
const MOST_LENGTH = 4_096;
