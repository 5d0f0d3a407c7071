/** Takes the ends of turns: what the journal tells of one once its agent rests, and what events tell of the same. */
import type { AgentEvent, ErrorCode } from '@agent-mux/events';
import type { Cause, TurnEntry } from '@agent-mux/events/journal';
import { type Failure, findFailure } from './failures.ts';
import { find } from './keyed.ts';
import type { Moment } from './moment.ts';
import { keepsOpen, type Run } from './runs.ts';
import type { TurnEnd } from './turn-end.ts';

/** Takes a prompt that begins a turn. The one before is over by then at the latest. */
export function beginPrompt(moment: Moment, id: string): void {
  moment.over = takeEnd(moment.run);
  moment.run.prompt = id;
}

/**
 * Takes the entry of a resting agent. Where the run waits for prompts, nothing else may come for hours. A late entry of a turn before the
 * running one changes nothing any more.
 */
export function hearTurn({ id, outcome, error }: TurnEntry, moment: Moment): void {
  const { run } = moment;
  if (id !== run.prompt) {
    return;
  }
  // A later version may have other outcomes.
  const cause =
    (outcome === 'failed' ? find(CAUSES_OF_CODES, error?.code ?? 'INTERNAL') : find(CAUSES_OF, outcome)) ?? 'error';
  const isFailure = cause !== 'completed' && cause !== 'interrupted' && cause !== 'aborted';
  const { code, message, recoverable } = error ?? {
    code: 'INTERNAL',
    message: `The turn ended with ${outcome}.`,
    recoverable: false,
  };
  const failure = isFailure ? ({ code, message, isFatal: !recoverable } as const) : null;
  const isTold = failure !== null && run.warned !== null && isSame(failure, run.warned);
  run.prompt = null;
  run.lastTurn = { cause, failure, isTold };
  run.rested = run.lastTurn;
  run.repeats = isTold ? null : failure;
  moment.rested = run.lastTurn;
  if (keepsOpen(run)) {
    moment.over = takeEnd(run);
  }
}

/** Takes the event that ends a turn which the agent has begun by itself, since no entry tells it. */
export function hearTurnEnd(moment: Moment): void {
  const { run } = moment;
  if (run.prompt === null && keepsOpen(run)) {
    moment.over = takeEnd(run);
  }
}

/** Takes a failure of the main lane, and whether the journal has ended its turn with it before. */
export function hearFailure(event: AgentEvent, moment: Moment): void {
  const { run } = moment;
  const failure = event.type === 'plugin_error' ? null : findFailure(event);
  if (failure === null) {
    moment.isRepeated = event.type === 'interrupted' && run.lastTurn?.cause === 'interrupted';
    return;
  }
  // Either the run ends with its last turn, or it goes on, and then its next turn has often begun before the failure is told.
  const told = failure.isFatal ? (run.lastTurn?.failure ?? null) : run.repeats;
  moment.isRepeated = told !== null && isSame(told, failure);
  if (moment.isRepeated) {
    run.repeats = null;
  } else {
    run.warned = failure;
  }
}

/** Whether the run has ended with its last turn, which the journal has told before, so that there is nothing to add. */
export function isEndTold({ lastTurn, close }: Run): boolean {
  return lastTurn !== null && close?.cause === lastTurn.cause;
}

function takeEnd(run: Run): TurnEnd {
  const end = run.rested ?? { cause: run.isInterrupted ? 'interrupted' : 'completed', failure: null, isTold: false };
  run.rested = null;
  run.isInterrupted = false;
  run.warned = null;
  return end;
}

function isSame(one: Failure, other: Failure): boolean {
  return one.code === other.code && (one.message === other.message || SAID_OTHERWISE.has(one.code));
}

/** Codes whose events have a sentence of their own. */
const SAID_OTHERWISE: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'AUTH_ERROR',
  'CONTEXT_EXCEEDED',
  'AGENT_CRASH',
  'TURN_LIMIT',
]);

const CAUSES_OF: Readonly<Record<Exclude<TurnEntry['outcome'], 'failed'>, Cause>> = {
  completed: 'completed',
  aborted: 'aborted',
  interrupted: 'interrupted',
  timeout: 'timeout',
  inactivity: 'inactivity',
  turn_limit: 'turn_limit',
  budget: 'budget',
  crashed: 'crash',
  killed: 'kill',
};

/** The causes that `failed` may stand for; every other code is an error. */
const CAUSES_OF_CODES: Readonly<Partial<Record<ErrorCode, Cause>>> = {
  AUTH_ERROR: 'auth',
  RATE_LIMITED: 'rate_limit',
  CONTEXT_EXCEEDED: 'context',
};
