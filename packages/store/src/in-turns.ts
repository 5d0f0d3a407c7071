/** Gives one by one what comes in lots, and lets others have their turn between two lots. */

/**
 * What gives the lots is asked for nothing before somebody reads, and is told when nobody reads any more. Reading goes on within one turn
 * of the event loop as long as a lot lasts: an entry costs one promise, and a long reading keeps the host from nothing.
 */
export function inTurns<T>(
  lots: Generator<Iterator<T>, void, undefined>,
): AsyncIterableIterator<T, undefined, undefined> {
  let lot: Iterator<T> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  function take(): IteratorResult<T, undefined> | undefined {
    try {
      const found = lot?.next();
      if (found?.done === false) return found as IteratorResult<T, undefined>;
    } catch (error) {
      // Nobody reads on after that: what gives the lots may let go of what it holds.
      lots.return();
      throw error;
    }
    lot = undefined;
    return undefined;
  }

  async function takeLater(before: Promise<unknown>): Promise<IteratorResult<T, undefined>> {
    await before;
    for (let found = take(); ; found = take()) {
      if (found !== undefined) return found;
      await new Promise((resolve) => setImmediate(resolve));
      const next = lots.next();
      if (next.done === true) return { done: true, value: undefined };
      lot = next.value;
    }
  }

  return {
    next() {
      try {
        const found = waiting === 0 ? take() : undefined;
        if (found !== undefined) return Promise.resolve(found);
      } catch (error) {
        return Promise.reject(error);
      }
      waiting++;
      const later = takeLater(last).finally(() => {
        waiting--;
      });
      last = later.catch(() => undefined);
      return later;
    },
    async return() {
      await last;
      lot = undefined;
      lots.return();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
