/** A clock that stands still while the agent has to wait or is paused, because that time is ours, not the agent's. */
import type { Clock } from '../clock.ts';

interface Timer {
  /** The time is that of this clock. */
  readonly at: number;
  readonly callback: () => void;
  cancel: () => void;
}

export class StandingClock implements Clock {
  readonly #clock: Clock;
  readonly #reasons = new Set<string>();
  readonly #timers = new Set<Timer>();
  #stoodSince = 0;
  #stoodFor = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  now(): number {
    return this.at(this.#reasons.size === 0 ? this.#clock.now() : this.#stoodSince);
  }

  /** Converts a moment of the other clock to the time of this one, which is that of its beginning while it stands. */
  at(moment: number): number {
    return (this.#reasons.size === 0 ? moment : Math.min(moment, this.#stoodSince)) - this.#stoodFor;
  }

  after(ms: number, callback: () => void): () => void {
    const timer: Timer = { at: this.now() + ms, callback, cancel: () => {} };
    this.#timers.add(timer);
    if (this.#reasons.size === 0) {
      this.#arm(timer);
    }
    return () => {
      timer.cancel();
      this.#timers.delete(timer);
    };
  }

  stand(reason: string): void {
    if (this.#reasons.size === 0) {
      this.#stoodSince = this.#clock.now();
      for (const timer of this.#timers) {
        timer.cancel();
      }
    }
    this.#reasons.add(reason);
  }

  goOn(reason: string): void {
    if (!this.#reasons.delete(reason) || this.#reasons.size > 0) {
      return;
    }
    this.#stoodFor += this.#clock.now() - this.#stoodSince;
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
