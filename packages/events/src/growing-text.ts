/** A text that comes in pieces, of which each event has what came up to it, in constant time and without a string for each. */

/**
 * Some pieces in a row, and all that came before them. An event that has it and a length can tell what came up to the event. The pieces
 * become one string in the end, so that neither they nor what they were cut from are kept: a string for each event would be a chain of
 * as many, which costs the garbage collector more than all else that is done for an event.
 */
export class GrowingText {
  readonly #before: string;
  #joined = '';
  #pieces: string[] = [];
  #count = 0;
  /** Of all of it, what came before included. */
  length: number;

  constructor(before: string) {
    this.#before = before;
    this.length = before.length;
  }

  /** Whether the next piece should go to a text of its own, so that what `upTo` copies stays short. */
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
    // `+` makes a node that points at both parts; what came before is not copied until somebody reads the characters.
    return this.#before + (length === this.length ? this.#joined : this.#joined.slice(0, length - this.#before.length));
  }
}

const MOST_PIECES = 128;
const MOST_LENGTH = 4_096;
