/** The run's two time limits: of the whole run, and of the agent's silence while it is the agent's turn to speak. */
import type { StandingClock } from './standing-clock.ts';

export interface RunTimersOptions {
  readonly time: StandingClock;
  /** Milliseconds; 0 = none. */
  readonly timeout: number;
  readonly inactivityTimeout: number;
  /** Whether the agent is expected to say something; while it waits for us its silence is ours. */
  readonly isAtWork: () => boolean;
  readonly onTimeout: (kind: 'run' | 'inactivity') => void;
}

export class RunTimers {
  readonly #options: RunTimersOptions;
  #lastActivity = 0;
  #cancelTimeout: () => void = () => {};
  #cancelSilence: () => void = () => {};

  constructor(options: RunTimersOptions) {
    this.#options = options;
  }

  start(): void {
    const { time, timeout, inactivityTimeout } = this.#options;
    if (timeout > 0) {
      this.#cancelTimeout = time.after(timeout, () => this.#expire('run'));
    }
    if (inactivityTimeout > 0) {
      this.#lastActivity = time.now();
      this.#watchSilence();
    }
  }

  /** Something was said, by the agent or to it. Only notes the time: a timer per message would cost more than the message. */
  touch(now: number): void {
    this.#lastActivity = this.#options.time.at(now);
  }

  stop(): void {
    this.#cancelTimeout();
    this.#cancelSilence();
  }

  #watchSilence(): void {
    const { time, inactivityTimeout, isAtWork } = this.#options;
    // At least 1 ms: a timer may fire a little early, and must not spin.
    const wait = Math.max(1, this.#lastActivity + inactivityTimeout - time.now());
    this.#cancelSilence = time.after(wait, () => {
      if (!isAtWork()) {
        this.#lastActivity = time.now();
      }
      if (time.now() >= this.#lastActivity + inactivityTimeout) {
        this.#expire('inactivity');
      } else {
        this.#watchSilence();
      }
    });
  }

  #expire(kind: 'run' | 'inactivity'): void {
    this.stop();
    this.#options.onTimeout(kind);
  }
}
