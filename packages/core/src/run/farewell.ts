/** Asks an agent that is done to leave, and ends it if it stays. */
import type { Attempt } from './attempt.ts';
import type { RunParts } from './run-parts.ts';
import type { RunWires } from './wires.ts';

interface FarewellParts
  extends Pick<RunWires, 'prepared' | 'clock' | 'act' | 'dialect' | 'say' | 'steerReading'>,
    Pick<RunParts, 'time' | 'timers'> {
  /** Returns the current attempt. */
  readonly attempt: () => Attempt;
}

export class Farewell {
  readonly #parts: FarewellParts;
  #cancel: () => void = () => {};

  constructor(parts: FarewellParts) {
    this.#parts = parts;
  }

  begin(): void {
    const { prepared, clock, time, timers, act, attempt, dialect, say, steerReading } = this.#parts;
    act({ action: 'close' });
    time.stand('leaving');
    timers.leave();
    steerReading();
    say(dialect().close());
    this.#cancel = clock.after(prepared.settleMs, () => attempt().stop());
  }

  /** Cancels the limit, because the agent is gone. */
  end(): void {
    this.#cancel();
  }
}
