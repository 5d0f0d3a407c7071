/** The meaning of a run's end: one table from its cause to exit reason, state, error code and exit code of `amux`. */
import type { ErrorCode } from '@agent-mux/events';
import type { Cause, TurnOutcome } from '@agent-mux/events/journal';
import type { EndCause } from '../assembler/index.ts';
import { given } from '../given.ts';
import type { EndState } from './run-state.ts';

export type { Cause } from '@agent-mux/events/journal';

/** How a run ended, in one word. */
export type ExitReason = TurnOutcome;

interface OutcomeRow {
  readonly exitReason: ExitReason;
  readonly state: EndState;
  /** The terminal event; undefined where the run just ends. */
  readonly event: string | undefined;
  /** The error code; undefined where it is that of the `error` event itself. */
  readonly code: ErrorCode | undefined;
  /** The exit code of `amux run`. */
  readonly exitCode: number;
}

/**
 * The table of ends: for each cause its terminal event, its `exitReason`, its state, its error code and its exit code.
 */
export const OUTCOMES: Readonly<Record<Cause, OutcomeRow>> = {
  completed: { exitReason: 'completed', state: 'completed', event: undefined, code: undefined, exitCode: 0 },
  interrupted: {
    exitReason: 'interrupted',
    state: 'interrupted',
    event: 'interrupted',
    code: 'INTERRUPTED',
    exitCode: 130,
  },
  aborted: { exitReason: 'aborted', state: 'aborted', event: 'aborted', code: 'ABORTED', exitCode: 13 },
  timeout: { exitReason: 'timeout', state: 'timed-out', event: 'timeout', code: 'TIMEOUT', exitCode: 11 },
  inactivity: {
    exitReason: 'inactivity',
    state: 'timed-out',
    event: 'timeout',
    code: 'INACTIVITY_TIMEOUT',
    exitCode: 11,
  },
  turn_limit: {
    exitReason: 'turn_limit',
    state: 'turn-limited',
    event: 'turn_limit',
    code: 'TURN_LIMIT',
    exitCode: 16,
  },
  budget: { exitReason: 'budget', state: 'over-budget', event: 'error', code: 'BUDGET_EXCEEDED', exitCode: 18 },
  auth: { exitReason: 'failed', state: 'failed', event: 'auth_error', code: 'AUTH_ERROR', exitCode: 5 },
  rate_limit: { exitReason: 'failed', state: 'failed', event: 'rate_limit_error', code: 'RATE_LIMITED', exitCode: 14 },
  context: { exitReason: 'failed', state: 'failed', event: 'context_exceeded', code: 'CONTEXT_EXCEEDED', exitCode: 15 },
  error: { exitReason: 'failed', state: 'failed', event: 'error', code: undefined, exitCode: 17 },
  crash: { exitReason: 'crashed', state: 'crashed', event: 'crash', code: 'AGENT_CRASH', exitCode: 12 },
  kill: { exitReason: 'killed', state: 'killed', event: 'crash', code: 'AGENT_CRASH', exitCode: 12 },
};

/** Makes the end that the program asks for. */
export function aborted(reason: string | undefined): Extract<EndCause, { type: 'aborted' }> {
  return { type: 'aborted', ...given({ reason }) };
}

/** Returns the error code of an end; undefined for one that is no failure. */
export function codeOf(end: EndCause, cause: Cause): ErrorCode | undefined {
  return end.type === 'error' ? end.code : OUTCOMES[cause].code;
}

/** Returns the row of an end; `signal` is the one that ended the process, if it was not ours. */
export function causeOf(end: EndCause | undefined, signal: string | null): Cause {
  if (end === undefined) {
    return 'completed';
  }
  switch (end.type) {
    case 'interrupted':
    case 'aborted':
    case 'turn_limit':
      return end.type;
    case 'error':
      return end.code === 'BUDGET_EXCEEDED' ? 'budget' : 'error';
    case 'timeout':
      return end.kind === 'run' ? 'timeout' : 'inactivity';
    case 'auth_error':
      return 'auth';
    case 'rate_limit_error':
      return 'rate_limit';
    case 'context_exceeded':
      return 'context';
    case 'crash':
      return signal === null ? 'crash' : 'kill';
    default:
      return end satisfies never;
  }
}
