/** Collects the pieces of one message and joins them once; a message over the limit is counted, not kept. */

export type Collected = { readonly text: string } | { readonly lostBytes: number };

export class BoundedBytes {
  readonly #limit: number;
  #pieces: Buffer[] = [];
  #size = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The number of bytes since the last `take`, including dropped ones. */
  get size(): number {
    return this.#size;
  }

  add(piece: Buffer): void {
    this.#size += piece.length;
    if (this.#size > this.#limit) {
      this.#pieces = [];
    } else {
      this.#pieces.push(piece);
    }
  }

  take(): Collected {
    const [pieces, size] = [this.#pieces, this.#size];
    this.#pieces = [];
    this.#size = 0;
    if (size > this.#limit) {
      return { lostBytes: size };
    }
    // Only whole messages are decoded, so that a character that was cut between two pieces is whole again here.
    const whole = pieces.length === 1 ? pieces[0] : undefined;
    return { text: (whole ?? Buffer.concat(pieces, size)).toString('utf8') };
  }
}
