/** The run's two time limits. They stand still while the agent is held back or paused: that time is ours, not the agent's. */
import type { Clock } from '../clock.ts';

export interface RunTimersOptions {
  readonly clock: Clock;
  /** Milliseconds; 0 = none. */
  readonly timeout: number;
  readonly inactivityTimeout: number;
  readonly onTimeout: (kind: 'run' | 'inactivity') => void;
}

export class RunTimers {
  readonly #options: RunTimersOptions;
  readonly #holds = new Set<string>();
  #startedAt: number;
  #lastActivity: number;
  #heldSince = 0;
  #isStopped = false;
  #cancel: (() => void) | undefined;

  constructor(options: RunTimersOptions) {
    this.#options = options;
    this.#startedAt = options.clock.now();
    this.#lastActivity = this.#startedAt;
    this.#arm();
  }

  /** Something came. Only notes the time: a timer per event would cost more than the event. */
  touch(now: number): void {
    this.#lastActivity = now;
  }

  hold(reason: string): void {
    if (this.#holds.size === 0) {
      this.#heldSince = this.#options.clock.now();
      this.#cancel?.();
    }
    this.#holds.add(reason);
  }

  release(reason: string): void {
    if (!this.#holds.delete(reason) || this.#holds.size > 0) {
      return;
    }
    const held = this.#options.clock.now() - this.#heldSince;
    this.#startedAt += held;
    this.#lastActivity += held;
    this.#arm();
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancel?.();
  }

  #arm(): void {
    const { clock, timeout, inactivityTimeout } = this.#options;
    this.#cancel?.();
    if (this.#isStopped || this.#holds.size > 0 || (timeout === 0 && inactivityTimeout === 0)) {
      return;
    }
    const runEnds = timeout === 0 ? Number.POSITIVE_INFINITY : this.#startedAt + timeout;
    const silenceEnds = inactivityTimeout === 0 ? Number.POSITIVE_INFINITY : this.#lastActivity + inactivityTimeout;
    // At least 1 ms: a timer may fire a little early, and must not spin.
    const wait = Math.max(1, Math.min(runEnds, silenceEnds) - clock.now());
    this.#cancel = clock.after(wait, () => this.#check());
  }

  #check(): void {
    const { clock, timeout, inactivityTimeout, onTimeout } = this.#options;
    const now = clock.now();
    if (timeout !== 0 && now >= this.#startedAt + timeout) {
      this.stop();
      onTimeout('run');
    } else if (inactivityTimeout !== 0 && now >= this.#lastActivity + inactivityTimeout) {
      this.stop();
      onTimeout('inactivity');
    } else {
      this.#arm();
    }
  }
}
