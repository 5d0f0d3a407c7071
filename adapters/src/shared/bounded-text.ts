/** A text that a dialect gathers to know it again: how long it is, and as much of its beginning as may be kept. */

const DEFAULT_MAX_BYTES = 64 * 1024 * 1024;

export class BoundedText {
  readonly #maxLength: number;
  #kept = '';
  #length = 0;

  /** A UTF-16 unit takes a byte of UTF-8 at least. */
  constructor(maxBytes: number = DEFAULT_MAX_BYTES) {
    this.#maxLength = maxBytes;
  }

  /** Of all that was added. */
  get length(): number {
    return this.#length;
  }

  /** All of it; undefined where only its beginning is known. */
  get whole(): string | undefined {
    return this.#length === this.#kept.length ? this.#kept : undefined;
  }

  /** Adds a text, or what is known of one that is longer. */
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

  /** Whether the other text begins with this one, as far as this one is known. */
  begins(other: string): boolean {
    return other.length >= this.#length && other.startsWith(this.#kept);
  }

  endsWith(other: string): boolean {
    return this.whole?.endsWith(other) ?? false;
  }

  /** What is known of it. */
  get kept(): string {
    return this.#kept;
  }
}
