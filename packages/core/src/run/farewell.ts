/** The agent is done: it is asked to leave, and ended if it stays. */
import type { Attempt } from './attempt.ts';
import type { RunParts } from './run-parts.ts';
import type { RunWires } from './wires.ts';

interface FarewellParts
  extends Pick<RunWires, 'prepared' | 'clock' | 'act' | 'dialect' | 'say' | 'steerReading'>,
    Pick<RunParts, 'time' | 'timers'> {
  /** The attempt that lives. */
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

  /** It is gone. */
  end(): void {
    this.#cancel();
  }
}
