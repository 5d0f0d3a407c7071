/** Events for one reader, who may be slower than those who write: unread events are kept. */

// Fewer are not worth a copy.
const MANY = 1_024;

export class EventQueue<T> implements AsyncIterableIterator<T, undefined, undefined> {
  #waiting: T[] = [];
  /** The place in `#waiting` of the next event, because removing the first of a long list would move all others. */
  #first = 0;
  /** Waiting reads, the oldest first. */
  #wakes: (() => void)[] = [];
  #isClosed = false;
  #fault: { readonly error: unknown } | undefined;
  #hasLeft = false;

  /** Adds an event, which is dropped where the reader has left, since nobody else can read it. */
  push(value: T): void {
    if (!this.#hasLeft) {
      this.#waiting.push(value);
    }
    this.#wakes.shift()?.();
  }

  /** Ends the queue; the reader gets `fault` after the events. */
  close(fault?: { readonly error: unknown }): void {
    this.#isClosed = true;
    this.#fault = fault;
    this.#wakeAll();
  }

  async next(): Promise<IteratorResult<T, undefined>> {
    while (this.#first === this.#waiting.length && !this.#isClosed && !this.#hasLeft) {
      await new Promise<void>((resolve) => {
        this.#wakes.push(resolve);
      });
    }
    if (this.#first < this.#waiting.length) {
      return { done: false, value: this.#take() };
    }
    const fault = this.#fault;
    this.#fault = undefined;
    if (fault !== undefined && !this.#hasLeft) {
      throw fault.error;
    }
    return { done: true, value: undefined };
  }

  async return(): Promise<IteratorResult<T, undefined>> {
    this.#hasLeft = true;
    this.#waiting = [];
    this.#first = 0;
    this.#wakeAll();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #take(): T {
    const value = this.#waiting[this.#first] as T;
    this.#first += 1;
    if (this.#first === this.#waiting.length || (this.#first >= MANY && this.#first * 2 > this.#waiting.length)) {
      this.#waiting = this.#waiting.slice(this.#first);
      this.#first = 0;
    }
    return value;
  }

  #wakeAll(): void {
    const wakes = this.#wakes;
    this.#wakes = [];
    for (const wake of wakes) {
      wake();
    }
  }
}
