/** Stops a turn or the whole run: from its call on nothing is granted, and the CLI is told nothing but to stop. */
import type { Giver } from '@agent-mux/events/journal';
import type { Writes } from '../adapter/index.ts';
import type { EndCause } from '../assembler/index.ts';
import type { AnswerPolicy, Channel } from '../interaction/index.ts';
import type { Journal } from '../readers/index.ts';
import { whileHeld } from '../readers/index.ts';
import type { Attempt } from './attempt.ts';
import type { EntryLog } from './entry-log.ts';
import type { Faults } from './faults.ts';
import type { FollowUps } from './follow-ups.ts';
import type { HostAction } from './host-action.ts';
import type { HostTools } from './host-tools.ts';
import type { InputLog } from './input-log.ts';
import type { LiveTurns } from './live-turns.ts';
import type { Delay } from './retry-policy.ts';
import type { RunKin } from './run-deps.ts';
import type { RunStatus } from './run-status.ts';
import type { RunTimers } from './run-timers.ts';

export interface StopperParts {
  readonly runId: string;
  readonly status: RunStatus;
  readonly faults: Faults;
  readonly journal: Journal;
  readonly channel: Channel;
  readonly answers: AnswerPolicy;
  readonly followUps: FollowUps;
  readonly hostTools: HostTools;
  readonly timers: RunTimers;
  readonly turns: Pick<LiveTurns, 'stopReading'>;
  readonly delay: Delay;
  /** Does it to the run, and writes it down. */
  readonly act: (action: HostAction) => void;
  readonly inputs: InputLog;
  readonly entries: EntryLog;
  /** The attempt that lives, or the last one. */
  readonly attempt: () => Attempt;
  readonly kin: RunKin;
  readonly say: (writes: Writes) => void;
  readonly steerReading: () => void;
}

export class Stopper {
  readonly #parts: StopperParts;

  constructor(parts: StopperParts) {
    this.#parts = parts;
  }

  /** The host asked for the end of the turn: an exit that follows is not a crash. `turn`: the CLI is told. */
  noteInterrupt(of: 'turn' | 'run'): void {
    const { journal, inputs } = this.#parts;
    whileHeld(journal, () => {
      inputs.interrupt(of);
      this.#dropQuestions();
    });
  }

  /** Asks the CLI to stop its turn, and denies what it still waits for. */
  interruptTurn(): void {
    const { status, journal, answers, attempt, say, steerReading } = this.#parts;
    const { dialect } = attempt();
    whileHeld(journal, () => {
      this.noteInterrupt('turn');
      steerReading();
      say(dialect.interrupt());
      // In this order, since an agent that hears first that it may not goes on and asks its model.
      for (const key of [...dialect.state.pending.keys()]) {
        answers.refuse(key, status.refusal ?? 'the turn was interrupted');
      }
    });
  }

  /** Ends the run; the first cause stands. `by`: who aborts it, if not the program. */
  stop(cause: EndCause, by?: Giver): void {
    const { runId, status, faults, journal, followUps, hostTools, timers, turns, delay, kin, attempt, steerReading } =
      this.#parts;
    if (!status.isActive || status.cause !== undefined) {
      return;
    }
    const { isPaused } = status;
    const steps = [
      () => (cause.type === 'aborted' ? this.#tellAbort(cause.reason, by) : undefined),
      // What is stopped in place cannot end.
      () => (isPaused ? this.#parts.act({ action: 'draft', draft: { type: 'resumed' } }) : undefined),
      () => this.#parts.act(actionOf(cause, by)),
      () => timers.stop(),
      () => this.#dropQuestions(),
      () => followUps.rejectAll(`Run ${runId} is being ended (${cause.type}).`),
      () => delay.skip(),
      () => turns.stopReading(),
      () => hostTools.close(),
      () => void kin.endCalled(),
      () => steerReading(),
      () => attempt().stop(),
    ];
    whileHeld(journal, () => {
      // What one of them throws must not keep the agent alive.
      for (const step of steps) {
        faults.try('stop the run', step);
      }
    });
  }

  #tellAbort(reason: string | undefined, by: Giver | undefined): void {
    this.#parts.entries.control('abort', { reason, by });
  }

  #dropQuestions(): void {
    const { status, channel } = this.#parts;
    if (status.refusal !== undefined) {
      channel.dropAll();
    }
  }
}

function actionOf(cause: EndCause, by: Giver | undefined): HostAction {
  switch (cause.type) {
    case 'aborted':
      return {
        action: 'abort',
        ...(cause.reason === undefined ? {} : { reason: cause.reason }),
        ...(by === undefined ? {} : { by }),
      };
    case 'timeout':
      return { action: 'timeout', kind: cause.kind };
    default:
      return { action: 'draft', draft: { type: 'outcome', outcome: cause } };
  }
}
