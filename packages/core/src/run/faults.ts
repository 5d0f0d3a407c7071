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

  /** Returns the same functions, none of which throws, for calls by the process room. */
  guard<T extends Readonly<Record<string, unknown>>>(what: string, calls: T): T {
    const guardCall =
      (call: (...args: unknown[]) => unknown) =>
      // It is called with each message, so it makes no function as `try` needs one, and no list of what it is given.
      (first: unknown, second: unknown, third: unknown, fourth: unknown): unknown => {
        try {
          return call.call(calls, first, second, third, fourth);
        } catch (error) {
          this.report(what, error);
          return undefined;
        }
      };
    const guarded = Object.entries(calls).map(([name, call]) => [
      name,
      typeof call === 'function' ? guardCall(call as (...args: unknown[]) => unknown) : call,
    ]);
    return Object.fromEntries(guarded) as T;
  }

  /**
   * Returns the same clock, whose timers never throw. It is no proxy, because a run asks for the time several times
   * with each message.
   */
  guardClock(clock: SteadyClock): SteadyClock {
    return clock.wrapTimers((callback) => () => this.try('act on a timer', callback));
  }
}
