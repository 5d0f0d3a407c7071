/** Keeps what a part of a run throws away from the host: every way into a run is guarded, and the first fault ends that run alone. */
import type { EndCause } from '../assembler/index.ts';
import type { SteadyClock } from '../clock.ts';
import { describeError } from '../describe-error.ts';

export class Faults {
  readonly #onFirst: (message: string) => void;
  #first: string | undefined;

  /** `onFirst` is called once, in a later turn: a fault may come in the middle of an event, which is to be told to its end. */
  constructor(onFirst: (message: string) => void) {
    this.#onFirst = onFirst;
  }

  /** Why the run ends, where a fault is the reason. */
  get cause(): Extract<EndCause, { type: 'error' }> | undefined {
    return this.#first === undefined ? undefined : { type: 'error', code: 'INTERNAL', message: this.#first };
  }

  /** `what` completes "agent-mux failed to …". Never throws. */
  report(what: string, error: unknown): void {
    if (this.#first !== undefined) {
      return;
    }
    const message = `agent-mux failed to ${what}: ${describeError(error)}. The run was ended; other runs go on.`;
    this.#first = message;
    queueMicrotask(() => this.#onFirst(message));
  }

  /** Does it, or reports what went wrong and gives undefined. */
  try<T>(what: string, act: () => T): T | undefined {
    try {
      return act();
    } catch (error) {
      this.report(what, error);
      return undefined;
    }
  }

  /** The same functions, none of which throws; to be called by the process room. */
  guard<T extends Readonly<Record<string, unknown>>>(what: string, calls: T): T {
    const guarded = Object.entries(calls).map(([name, call]) => [
      name,
      typeof call === 'function' ? (...args: unknown[]) => this.try(what, () => call.apply(calls, args)) : call,
    ]);
    return Object.fromEntries(guarded) as T;
  }

  /** The same clock, whose timers throw into nobody. Not a proxy: a run asks for the time several times with each message. */
  guardClock(clock: SteadyClock): SteadyClock {
    return clock.wrapTimers((callback) => () => this.try('act on a timer', callback));
  }
}
