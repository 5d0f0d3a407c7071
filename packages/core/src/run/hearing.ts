/** Says what becomes of what an attempt tells: who acts on it, and what is due once a message is handled. */
import type { EventDraft } from '../adapter/index.ts';
import type { AttemptOptions } from './attempt.ts';
import type { Prompts } from './prompts.ts';
import type { RunParts } from './run-parts.ts';
import { serveDraft } from './serve-draft.ts';
import { isOverBudget, type Spending } from './spending.ts';
import type { Stopper } from './stopper.ts';

export interface HearingParts extends Pick<RunParts, 'answers' | 'hostTools' | 'machine' | 'timers' | 'channel'> {
  readonly runId: string;
  readonly agent: string;
  readonly spending: Spending;
  readonly prompts: Prompts;
  readonly stopper: Stopper;
  /** The CLI was heard at this moment. */
  readonly onHeard: (now: number) => void;
  /** A process could not be started, and this is why. */
  readonly onSpawnError: (message: string) => void;
  /** Hands over the next prompt if the agent is idle, or lets it go. */
  readonly advance: () => void;
  readonly pushOwn: (draft: EventDraft) => void;
  readonly warn: (message: string) => void;
  /** The adapter is broken: the run ends with this error. */
  readonly onBroken: (message: string) => void;
}

export function createHearing(parts: HearingParts): AttemptOptions['on'] {
  const { answers, hostTools, spending, prompts, timers, channel, warn, pushOwn, onHeard, onBroken } = parts;
  return {
    asked: (key) => answers.ask(key),
    refused: (key, reason) => answers.refuse(key, reason),
    autoApprove: (key) => answers.approveSilently(key),
    toRun: (draft) => serveDraft(draft, { hostTools, followUps: prompts.followUps, spending }),
    // What listeners see of the run is what the message at hand has made of it.
    heard: (now) => {
      onHeard(now);
      timers.touch(now);
      channel.prune();
    },
    handled: () => handle(parts),
    warn,
    lost: (message) => pushOwn({ type: 'error', code: 'PARSE_ERROR', message, recoverable: true }),
    failed: (what, error) => tellFailure(parts, what, error),
    broken: onBroken,
  };
}

function handle({ machine, spending, stopper, prompts, runId, advance }: HearingParts): void {
  const { assembler, status } = machine;
  const overrun = spending.overrun(assembler.mainSteps);
  if (overrun !== undefined && status.cause === undefined) {
    stopper.stop(overrun);
    return;
  }
  // The CLI itself has ended its turn, and would end each further one.
  if (isOverBudget(assembler.lastOutcome)) {
    status.isFinishing = true;
    prompts.followUps.rejectAll(`Run ${runId} has used up its budget.`);
  }
  prompts.passBoundary();
  advance();
}

function tellFailure(parts: HearingParts, what: 'stdin' | 'spawn', { message }: Error): void {
  if (what === 'spawn') {
    parts.onSpawnError(message);
  } else if (!parts.machine.status.isEnding) {
    parts.warn(`${parts.agent} closed its input early: ${message}`);
  }
}
