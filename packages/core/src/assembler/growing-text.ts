/** A text that grows by small pieces: a piece costs its own length, and nothing that was there before is kept twice. */

const JOIN_AT = 4_096;

export class GrowingText {
  #joined = '';
  #tail = '';

  /** All of it; asked again, the same string, so that what reads its characters joins them once. */
  get whole(): string {
    this.#joined += this.#tail;
    this.#tail = '';
    return this.#joined;
  }

  /** Adds a piece and returns all of it. */
  add(piece: string): string {
    this.#tail += piece;
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
    return all;
  }
}
