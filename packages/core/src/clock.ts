/** The clocks are handed in: this is the one place that reads those of the machine. */

/** A clock with its timers, as the rooms of a run are given it. */
export interface Clock {
  /**
   * Returns the milliseconds since the epoch. In a run the clock never goes back, so that it may measure limits and
   * durations.
   */
  now(): number;
  /** Calls back after `ms`; the returned function cancels the call. */
  after(ms: number, callback: () => void): () => void;
}

/** A machine's two clocks: the time of day, which somebody may set at any moment, and one that only ever goes on. */
export interface HostClock extends Clock {
  /** Returns the milliseconds since any moment in the past; it never goes back. */
  monotonic(): number;
}

/** A moment before all others. It is not 0: see "What is called with each entry" in docs/architecture.md. */
export const BEFORE_ALL: number = Number.NEGATIVE_INFINITY;

/** The longest time that a timer can wait for; it fires at once beyond this one. */
export const LONGEST_TIMER_MS = 2_147_483_647;

/** The clock of the system. */
export const systemClock: HostClock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

/**
 * The two clocks of a machine tick at slightly different speeds, so a smaller difference between them is no step of the
 * time of day.
 */
const DRIFT_MS = 20;

/**
 * Begins at the time of day and goes on by the monotonic clock. Code that measures uses `now`; a moment that is shown
 * to people goes through `timestampOf`, which follows the time of day when that is set.
 */
export class SteadyClock implements Clock {
  readonly #host: HostClock;
  readonly #offset: number;
  /** How far the time of day was from this clock when this clock was last read. */
  #shift = 0;

  constructor(host: HostClock, offset: number = host.now() - host.monotonic()) {
    this.#host = host;
    this.#offset = offset;
  }

  /** Returns the same clock, whose timers call back through `wrap`. */
  wrapTimers(wrap: (callback: () => void) => () => void): SteadyClock {
    const host = this.#host;
    const wrapped: HostClock = {
      now: () => host.now(),
      monotonic: () => host.monotonic(),
      after: (ms, callback) => host.after(ms, wrap(callback)),
    };
    return new SteadyClock(wrapped, this.#offset);
  }

  now(): number {
    const now = Math.floor(this.#offset + this.#host.monotonic());
    const shift = this.#host.now() - now;
    if (Math.abs(shift - this.#shift) > DRIFT_MS) {
      this.#shift = shift;
    }
    return now;
  }

  after(ms: number, callback: () => void): () => void {
    return this.#host.after(ms, callback);
  }

  /** Converts a moment that was just read from this clock to the time of day. */
  timestampOf(moment: number): number {
    return moment + this.#shift;
  }

  /** A clock of the time of day, for code that shows a moment and measures nothing. */
  get ofDay(): Clock {
    return { now: () => this.timestampOf(this.now()), after: (ms, callback) => this.after(ms, callback) };
  }
}

/** The clock for values that outlive a run, such as the lifetime of a lookup. */
export const steadyClock: SteadyClock = new SteadyClock(systemClock);
