/** A text that a dialect gathers to recognise it later: its length, and as much of its beginning as may be kept. */

const DEFAULT_MAX_BYTES = 64 * 1024 * 1024;

export class BoundedText {
  readonly #maxLength: number;
  #kept = '';
  #length = 0;

  /** Limits the text in bytes: a UTF-16 unit takes at least one byte of UTF-8. */
  constructor(maxBytes: number = DEFAULT_MAX_BYTES) {
    this.#maxLength = maxBytes;
  }

  /** The length of everything that was added. */
  get length(): number {
    return this.#length;
  }

  /** The whole text; undefined where only its beginning is kept. */
  get whole(): string | undefined {
    return this.#length === this.#kept.length ? this.#kept : undefined;
  }

  /** Adds a text, or the kept part of one that is longer. */
  add(text: string, length: number = text.length): void {
    if (this.#length === this.#kept.length) {
      this.#kept += text.slice(0, this.#maxLength - this.#kept.length);
    }
    this.#length += length;
  }

  clear(): void {
    this.#kept = '';
    this.#length = 0;
  }

  /** Whether the other text begins with this one, as far as this one is kept. */
  begins(other: string): boolean {
    return other.length >= this.#length && other.startsWith(this.#kept);
  }

  /** Whether the other text is this one, as far as this one is kept. */
  equals(other: string): boolean {
    return other.length === this.#length && this.begins(other);
  }

  /** The part that is kept. */
  get kept(): string {
    return this.#kept;
  }
}
