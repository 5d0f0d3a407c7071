/** The outcome of the last turn, which is kept until it is known whether the run ends with it. */
import type { ErrorCode } from '@agent-mux/events';
import type { EventDraft, Outcome } from '../adapter/index.ts';
import { given } from '../given.ts';
import type { EndCause } from './contract.ts';
import type { Body } from './stamp.ts';
import type { LooseBody } from './stand-ins.ts';

export class LastOutcome {
  current: Outcome | undefined = undefined;
  /** The number of turns that had begun when the outcome came. */
  turnCount = 0;

  /** Sets the outcome and returns the one that it displaces. */
  set(outcome: Outcome, turnCount: number): Outcome | undefined {
    // A process that dies after a failed turn dies of that failure.
    if (outcome.type === 'crash' && this.current !== undefined) {
      return undefined;
    }
    const displaced = this.current;
    this.current = outcome;
    this.turnCount = turnCount;
    return displaced !== undefined && displaced.type !== outcome.type ? displaced : undefined;
  }

  take(): Outcome | undefined {
    const outcome = this.current;
    this.current = undefined;
    return outcome;
  }
}

/** Returns the outcome with words: an agent may fail without one, and a failure without any says nothing to anybody. */
export function worded<T extends object>(failure: T): T {
  return 'message' in failure && typeof failure.message === 'string' && failure.message.trim() === ''
    ? { ...failure, message: NO_WORDS }
    : failure;
}

const NO_WORDS = 'The agent failed without a word.';

/** Returns the outcome of a draft, even of one that is written as its terminal event. */
export function outcomeOf(draft: EventDraft): Outcome | undefined {
  switch (draft.type) {
    case 'turn_end':
    case 'outcome':
      return draft.outcome;
    case 'interrupted':
      return { type: 'interrupted' };
    case 'turn_limit':
    case 'auth_error':
    case 'context_exceeded':
    case 'crash': {
      const { lane, ...outcome } = draft;
      return outcome;
    }
    case 'rate_limit_error': {
      const { lane, exhausted, ...outcome } = draft;
      return exhausted === true ? outcome : undefined;
    }
    case 'error': {
      const { lane, recoverable: isRecoverable, ...outcome } = draft;
      return isRecoverable ? undefined : outcome;
    }
    default:
      return undefined;
  }
}

/** Returns the event of an outcome that did not end the run. */
export function demoted(outcome: Outcome): Body {
  switch (outcome.type) {
    case 'interrupted':
      return info('The turn was interrupted; the run goes on.');
    case 'turn_limit':
      return info(`The turn ended at its limit of ${outcome.maxTurns} model requests; the run goes on.`);
    case 'auth_error':
      return recoverable('AUTH_ERROR', outcome.message);
    case 'rate_limit_error':
      return recoverable('RATE_LIMITED', outcome.message);
    case 'context_exceeded':
      return recoverable('CONTEXT_EXCEEDED', `The context window is full${tokensOf(outcome)}.`);
    case 'crash':
      return recoverable('AGENT_CRASH', `The agent's process ended ${wayOf(outcome)}. ${outcome.stderr}`);
    case 'error':
      return recoverable(outcome.code, outcome.message);
    default:
      return outcome satisfies never;
  }
}

/**
 * Returns the terminal event of a cause. Its fields are named one by one, because a cause from outside may have more of
 * them.
 */
export function terminal(cause: EndCause): LooseBody {
  switch (cause.type) {
    case 'aborted':
      return { type: 'aborted', ...given({ reason: cause.reason }) };
    case 'interrupted':
      return { type: 'interrupted' };
    case 'timeout':
      return { type: 'timeout', kind: cause.kind };
    case 'turn_limit':
      return { type: 'turn_limit', maxTurns: cause.maxTurns };
    case 'auth_error':
      return { type: 'auth_error', message: cause.message, guidance: cause.guidance };
    case 'rate_limit_error': {
      const { type, message, retryAfterMs } = cause;
      return { type, message, ...given({ retryAfterMs }), exhausted: true };
    }
    case 'context_exceeded': {
      const { type, usedTokens, maxTokens } = cause;
      return { type, ...given({ usedTokens, maxTokens }) };
    }
    case 'crash': {
      const { type, exitCode, signal, stderr } = cause;
      return { type, ...given({ exitCode, signal }), stderr };
    }
    case 'error':
      return { type: 'error', code: cause.code, message: cause.message, recoverable: false };
    default:
      return cause satisfies never;
  }
}

function info(message: string): Body {
  return { type: 'debug', level: 'info', message };
}

function recoverable(code: ErrorCode, message: string): Body {
  return { type: 'error', code, message: message.trim(), recoverable: true };
}

function tokensOf({ usedTokens, maxTokens }: Extract<Outcome, { type: 'context_exceeded' }>): string {
  return usedTokens === undefined || maxTokens === undefined ? '' : `: ${usedTokens} of ${maxTokens} tokens`;
}

function wayOf({ exitCode, signal }: Extract<Outcome, { type: 'crash' }>): string {
  if (signal !== undefined) {
    return `by the signal ${signal}`;
  }
  return exitCode === undefined ? 'without an exit code' : `with exit code ${exitCode}`;
}
