/** Time, handed in: the one place that reads the machine's clock. */

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls back after `ms`; the returned function takes it back. */
  after(ms: number, callback: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};
