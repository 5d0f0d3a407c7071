/** Stops a turn or the whole run: from the call on nothing is granted, and the CLI is told nothing but to stop. */
import type { Giver } from '@agent-mux/events/journal';
import type { EndCause } from '../assembler/index.ts';
import { given } from '../given.ts';
import { whileHeld } from '../readers/index.ts';
import type { Attempt } from './attempt.ts';
import type { FollowUps } from './follow-ups.ts';
import type { HostAction } from './host-action.ts';
import type { Delay } from './retry-policy.ts';
import type { RunParts } from './run-parts.ts';
import type { RunWires } from './wires.ts';

interface StopperParts
  extends Pick<RunWires, 'prepared' | 'faults' | 'waits' | 'act' | 'kin' | 'dialect' | 'say' | 'steerReading'>,
    RunParts {
  readonly followUps: FollowUps;
  readonly delay: Delay;
  /** Returns the current attempt, or the last one. */
  readonly attempt: () => Attempt;
}

export class Stopper {
  readonly #parts: StopperParts;

  constructor(parts: StopperParts) {
    this.#parts = parts;
  }

  /**
   * Notes that the host asked for the end of the turn, so that a following exit is not a crash. With `turn` the CLI is
   * told.
   */
  noteInterrupt(of: 'turn' | 'run'): void {
    const { journal, act } = this.#parts;
    whileHeld(journal, () => {
      act({ action: 'interrupt', of });
      this.#dropQuestions();
    });
  }

  /** Asks the CLI to stop its turn, and denies the questions that it still waits for. */
  interruptTurn(): void {
    const { machine, journal, answers, time, dialect, say, steerReading } = this.#parts;
    whileHeld(journal, () => {
      this.noteInterrupt('turn');
      steerReading();
      const writes = dialect().interrupt();
      say(writes, () => machine.status.tell(writes, time.now()));
      // The denials come second, because an agent that first hears of a denial goes on and asks its model.
      for (const key of [...dialect().state.pending.keys()]) {
        answers.refuse(key, machine.status.refusal ?? 'the turn was interrupted');
      }
    });
  }

  /** Ends the run; the first cause counts. `by` is who aborts it, if not the program. */
  stop(cause: EndCause, by?: Giver): void {
    const { prepared, machine, faults, journal, followUps, hostTools, timers, waits, delay, kin, attempt } =
      this.#parts;
    const { act, entries, steerReading } = this.#parts;
    const { isActive, isPaused, cause: earlier } = machine.status;
    if (!isActive || earlier !== undefined) {
      return;
    }
    const action = actionOf(cause, by);
    const steps = [
      () => entries.ask(action),
      // A paused process cannot exit, so it is resumed first.
      () => (isPaused ? act({ action: 'draft', draft: { type: 'resumed' } }) : undefined),
      () => act(action),
      () => timers.stop(),
      () => this.#dropQuestions(),
      () => followUps.rejectAll(`Run ${prepared.runId} is being ended (${cause.type}).`),
      () => delay.skip(),
      () => waits.stop(),
      () => hostTools.close(),
      () => void kin.endCalled(),
      () => steerReading(),
      () => attempt().stop(),
    ];
    whileHeld(journal, () => {
      // An error of one step must not keep the agent alive.
      for (const step of steps) {
        faults.try('stop the run', step);
      }
    });
  }

  #dropQuestions(): void {
    const { machine, channel } = this.#parts;
    if (machine.status.refusal !== undefined) {
      channel.dropAll();
    }
  }
}

function actionOf(cause: EndCause, by: Giver | undefined): HostAction {
  switch (cause.type) {
    case 'aborted':
      return { action: 'abort', ...given({ reason: cause.reason, by }) };
    case 'timeout':
      return { action: 'timeout', kind: cause.kind };
    default:
      return { action: 'draft', draft: { type: 'outcome', outcome: cause } };
  }
}
