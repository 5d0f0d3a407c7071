/** Counts the timers of a run by their length: those of the test runner, which shares the process, are shorter. */

/** Longer than any timer of the test runner's own. */
export const LONG_MS = 100_000;

export interface TimerWatch extends Disposable {
  /** Timers of at least LONG_MS that were begun since, and have neither ended nor been taken back. */
  readonly open: number;
}

/** Until it is disposed. One at a time. */
export function watchTimers(): TimerWatch {
  const { setTimeout: begin, clearTimeout: takeBack } = globalThis;
  const open = new Set<unknown>();
  globalThis.setTimeout = Object.assign((callback: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) => {
    const timer = begin(() => {
      open.delete(timer);
      callback(...args);
    }, ms);
    if ((ms ?? 0) >= LONG_MS) {
      open.add(timer);
    }
    return timer;
  }, begin);
  globalThis.clearTimeout = (timer) => {
    open.delete(timer);
    takeBack(timer);
  };
  return {
    get open() {
      return open.size;
    },
    [Symbol.dispose]() {
      Object.assign(globalThis, { setTimeout: begin, clearTimeout: takeBack });
    },
  };
}
