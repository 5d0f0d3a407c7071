/** The agent is done: it is asked to leave, and ended if it stays. */
import type { Writes } from '../adapter/index.ts';
import type { Clock } from '../clock.ts';
import type { Attempt } from './attempt.ts';
import type { InputLog } from './input-log.ts';
import type { RunTimers } from './run-timers.ts';
import type { StandingClock } from './standing-clock.ts';

export interface FarewellParts {
  /** How long it may take to leave by itself, in milliseconds. */
  readonly settleMs: number;
  readonly clock: Clock;
  readonly time: StandingClock;
  readonly timers: RunTimers;
  readonly inputs: InputLog;
  /** The attempt that lives. */
  readonly attempt: () => Attempt;
  readonly say: (writes: Writes) => void;
  readonly steerReading: () => void;
}

export class Farewell {
  readonly #parts: FarewellParts;
  #cancel: () => void = () => {};

  constructor(parts: FarewellParts) {
    this.#parts = parts;
  }

  begin(): void {
    const { settleMs, clock, time, timers, inputs, attempt, say, steerReading } = this.#parts;
    inputs.close();
    time.stand('leaving');
    timers.leave();
    steerReading();
    say(attempt().dialect.close());
    this.#cancel = clock.after(settleMs, () => attempt().stop());
  }

  /** It is gone. */
  end(): void {
    this.#cancel();
  }
}
