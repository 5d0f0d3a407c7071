/** Counts the backslashes around places of a text, each run of them once. */

/** The runs of backslashes in a text. A text may be one long run with a secret at every fourth place, and each of them is asked about. */
export class BackslashRuns {
  readonly #text: string;
  // The run that was asked about last.
  #from = 0;
  #to = -1;

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns how many stand in a row right before a place, and from it on. */
  around(at: number): { readonly before: number; readonly behind: number } {
    if (at < this.#from || at > this.#to) {
      this.#read(at);
    }
    return { before: at - this.#from, behind: this.#to - at };
  }

  #read(at: number): void {
    this.#from = at;
    while (this.#text[this.#from - 1] === '\\') {
      this.#from--;
    }
    this.#to = at;
    while (this.#text[this.#to] === '\\') {
      this.#to++;
    }
  }
}
