/** Connects an attempt with the run: who acts on its messages, and what is due once a message is handled. */
import type { AttemptOptions } from './attempt-options.ts';
import type { RunDraft } from './conversation-options.ts';
import type { Prompts } from './prompts.ts';
import type { RunParts } from './run-parts.ts';
import { isOverBudget, type Spending } from './spending.ts';
import type { RunWires } from './wires.ts';

interface HearingParts
  extends Pick<RunWires, 'prepared' | 'dialect' | 'act' | 'advance' | 'stop' | 'warn'>,
    Pick<RunParts, 'hostTools' | 'machine' | 'timers' | 'channel' | 'answers'> {
  readonly spending: Spending;
  readonly prompts: Prompts;
  /** Reports that the CLI was heard at this moment. */
  readonly onHeard: (now: number) => void;
  /** Reports why a process could not be started. */
  readonly onSpawnError: (message: string) => void;
}

export function createHearing(parts: HearingParts): AttemptOptions['on'] {
  const { timers, channel, onHeard } = parts;
  return {
    read: (now) => timers.read(now),
    toRun: (draft) => serveDraft(draft, parts),
    told: () => stopOverrun(parts),
    // Listeners see the run in the state that the message at hand has given it, and pieces of a text give it no other.
    heard: (now, source) => {
      // Whatever else stands on stderr answers nothing.
      if (source === 'stdout') {
        onHeard(now);
      }
      timers.touch(now);
      channel.prune();
    },
    handled: (source) => {
      const { settle: canSettle, state } = parts.dialect();
      // Few dialects hold anything back, and the others are not asked for it with each message.
      if (canSettle !== undefined && source === 'stdout' && state.holdsEnd === true) {
        timers.awaitQuiet(() => settle(parts));
      }
      handle(parts);
    },
    failed: (what, error) => tellFailure(parts, what, error),
  };
}

/**
 * Stops a run that has gone over a limit. The message at hand is granted nothing any more, and neither a listener that
 * takes its time nor one that answers comes first: an agent does not wait for them with its next request.
 */
function stopOverrun({ machine, spending, stop }: HearingParts): void {
  const { assembler, status } = machine;
  const overrun = status.cause === undefined ? spending.overrun(assembler.mainSteps) : undefined;
  if (overrun !== undefined) {
    stop(overrun);
  }
}

/** Ends a turn of which nothing more came. The host may have ended it meanwhile, and then waits for what is next. */
function settle(parts: HearingParts, wasAsking = false): void {
  const { holdsEnd } = parts.dialect().state;
  const { isAsking } = parts.machine;
  if (holdsEnd === true && (isAsking || wasAsking)) {
    // A CLI that waits for an answer is not quiet because it is done, and one that has just been answered may go on.
    parts.timers.awaitQuiet(() => settle(parts, isAsking));
    return;
  }
  if (holdsEnd) {
    parts.act({ action: 'settle' });
  }
  handle(parts);
}

function handle({ machine, answers, prompts, prepared, advance }: HearingParts): void {
  const { assembler, status } = machine;
  answers.refuseOverdue();
  // The CLI itself has ended its turn, and would end each further one.
  if (isOverBudget(assembler.lastOutcome)) {
    status.isFinishing = true;
    prompts.followUps.rejectAll(`Run ${prepared.runId} has used up its budget.`);
  }
  prompts.passBoundary();
  advance();
}

function tellFailure(parts: HearingParts, what: 'stdin' | 'spawn', { message }: Error): void {
  if (what === 'spawn') {
    parts.onSpawnError(message);
  } else if (!parts.machine.status.isEnding) {
    parts.warn(`${parts.prepared.agent} closed its input early: ${message}`);
  }
}

/** Acts on a request of the CLI to the run itself, which has no event. */
export function serveDraft(
  draft: RunDraft,
  { hostTools, spending, prompts }: Pick<HearingParts, 'hostTools' | 'spending' | 'prompts'>,
): void {
  if (draft.type === 'host_tool_call') {
    hostTools.call(draft);
  } else if (draft.type === 'host_tool_settled') {
    hostTools.settle(draft.key);
  } else if (draft.type === 'tokens_seen') {
    spending.see(draft);
  } else {
    prompts.settle(draft);
  }
}
