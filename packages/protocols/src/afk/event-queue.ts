/** Events for one reader, who may be slower than those who write: what is not read yet is kept. */

export class EventQueue<T> implements AsyncIterableIterator<T, undefined, undefined> {
  readonly #waiting: T[] = [];
  #wake: (() => void) | undefined;
  #isClosed = false;
  #fault: { readonly error: unknown } | undefined;
  #hasLeft = false;

  /** What comes after the reader has left is dropped: nobody else can read it. */
  push(value: T): void {
    if (!this.#hasLeft) this.#waiting.push(value);
    this.#wake?.();
  }

  /** `fault`: is thrown to the reader behind what was pushed. */
  close(fault?: { readonly error: unknown }): void {
    this.#isClosed = true;
    this.#fault = fault;
    this.#wake?.();
  }

  async next(): Promise<IteratorResult<T, undefined>> {
    while (this.#waiting.length === 0 && !this.#isClosed && !this.#hasLeft) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    if (this.#waiting.length > 0) return { done: false, value: this.#waiting.shift() as T };
    const fault = this.#fault;
    this.#fault = undefined;
    if (fault !== undefined && !this.#hasLeft) throw fault.error;
    return { done: true, value: undefined };
  }

  async return(): Promise<IteratorResult<T, undefined>> {
    this.#hasLeft = true;
    this.#waiting.length = 0;
    this.#wake?.();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
