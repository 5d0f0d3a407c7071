/** A clock that stands still while the agent is held back or paused: that time is ours, not the agent's. */
import type { Clock } from '../clock.ts';

interface Timer {
  /** In the time of this clock. */
  readonly at: number;
  readonly callback: () => void;
  cancel: () => void;
}

export class StandingClock implements Clock {
  readonly #clock: Clock;
  readonly #holds = new Set<string>();
  readonly #timers = new Set<Timer>();
  #heldSince = 0;
  #stoodFor = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  now(): number {
    return this.at(this.#holds.size === 0 ? this.#clock.now() : this.#heldSince);
  }

  /** A moment of the other clock in the time of this one. */
  at(moment: number): number {
    return moment - this.#stoodFor;
  }

  after(ms: number, callback: () => void): () => void {
    const timer: Timer = { at: this.now() + ms, callback, cancel: () => {} };
    this.#timers.add(timer);
    if (this.#holds.size === 0) {
      this.#arm(timer);
    }
    return () => {
      timer.cancel();
      this.#timers.delete(timer);
    };
  }

  hold(reason: string): void {
    if (this.#holds.size === 0) {
      this.#heldSince = this.#clock.now();
      for (const timer of this.#timers) {
        timer.cancel();
      }
    }
    this.#holds.add(reason);
  }

  release(reason: string): void {
    if (!this.#holds.delete(reason) || this.#holds.size > 0) {
      return;
    }
    this.#stoodFor += this.#clock.now() - this.#heldSince;
    for (const timer of this.#timers) {
      this.#arm(timer);
    }
  }

  #arm(timer: Timer): void {
    timer.cancel = this.#clock.after(Math.max(0, timer.at - this.now()), () => {
      this.#timers.delete(timer);
      timer.callback();
    });
  }
}
