/** Gives one by one what comes in lots, and lets others run between two lots. */

/**
 * Asks the source for nothing before somebody reads, and closes it when nobody reads any more. Reading goes on within one turn of the event
 * loop as long as a lot lasts: an entry costs one promise, and a long read does not block the host.
 */
export function inTurns<T>(
  lots: Generator<Iterator<T>, void, undefined>,
): AsyncIterableIterator<T, undefined, undefined> {
  return new InTurns(lots);
}

/** Resolves in the next turn of the event loop. */
export function letOthersWork(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

class InTurns<T> implements AsyncIterableIterator<T, undefined, undefined> {
  readonly #lots: Generator<Iterator<T>, void, undefined>;
  #lot: Iterator<T> | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(lots: Generator<Iterator<T>, void, undefined>) {
    this.#lots = lots;
  }

  next(): Promise<IteratorResult<T, undefined>> {
    try {
      const found = this.#waiting === 0 ? this.#take() : undefined;
      if (found !== undefined) {
        return Promise.resolve(found);
      }
    } catch (error) {
      return Promise.reject(error);
    }
    this.#waiting++;
    const later = this.#takeLater(this.#last).finally(() => {
      this.#waiting--;
    });
    this.#last = later.catch(() => undefined);
    return later;
  }

  async return(): Promise<IteratorResult<T, undefined>> {
    await this.#last;
    this.#lot = undefined;
    this.#lots.return();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #take(): IteratorResult<T, undefined> | undefined {
    try {
      const found = this.#lot?.next();
      if (found?.done === false) {
        return found as IteratorResult<T, undefined>;
      }
    } catch (error) {
      // Nobody reads on after that, so the source may release its resources.
      this.#lots.return();
      throw error;
    }
    this.#lot = undefined;
    return undefined;
  }

  async #takeLater(before: Promise<unknown>): Promise<IteratorResult<T, undefined>> {
    await before;
    for (let found = this.#take(); ; found = this.#take()) {
      if (found !== undefined) {
        return found;
      }
      await letOthersWork();
      const next = this.#lots.next();
      if (next.done === true) {
        return { done: true, value: undefined };
      }
      this.#lot = next.value;
    }
  }
}
