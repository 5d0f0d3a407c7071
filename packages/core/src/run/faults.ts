/**
 * Keeps the errors of a part of a run away from the host: every way into a run is guarded, and the first fault ends
 * that run alone.
 */
import type { EndCause } from '../assembler/index.ts';
import type { SteadyClock } from '../clock.ts';
import { describeError } from '../describe-error.ts';

export class Faults {
  readonly #onFirst: (message: string) => void;
  #first: string | undefined;

  /**
   * Creates the guard. `onFirst` is called once, in a later turn: a fault may come in the middle of an event, which
   * must be delivered completely.
   */
  constructor(onFirst: (message: string) => void) {
    this.#onFirst = onFirst;
  }

  /** The reason of the end, where a fault ends the run. */
  get cause(): Extract<EndCause, { type: 'error' }> | undefined {
    return this.#first === undefined ? undefined : { type: 'error', code: 'INTERNAL', message: this.#first };
  }

  /** Reports a fault; `what` completes "agent-mux failed to …". Never throws. */
  report(what: string, error: unknown): void {
    if (this.#first !== undefined) {
      return;
    }
    const message = `agent-mux failed to ${what}: ${describeError(error)}. The run was ended; other runs go on.`;
    this.#first = message;
    queueMicrotask(() => this.#onFirst(message));
  }

  /** Calls `act` and returns its value, or reports its error and returns undefined. */
  try<T>(what: string, act: () => T): T | undefined {
    try {
      return act();
    } catch (error) {
      this.report(what, error);
      return undefined;
    }
  }

  /**
   * Returns the same clock, whose timers never throw. It is no proxy, because a run asks for the time several times
   * with each message.
   */
  guardClock(clock: SteadyClock): SteadyClock {
    return clock.wrapTimers((callback) => () => this.try('act on a timer', callback));
  }
}
