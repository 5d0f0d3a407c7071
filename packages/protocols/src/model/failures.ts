/** What goes wrong in a run, as a code and a sentence, the same for all projections. */
import type { AgentEvent, ErrorCode } from '@agent-mux/events';
import type { Cause, CloseFacts, SeenCause } from '@agent-mux/events/journal';

export interface Failure {
  readonly code: ErrorCode;
  readonly message: string;
  /** Whether the run ends with it. */
  readonly isFatal: boolean;
}

/** The failure that an event tells; null where it tells none. A run that the user has stopped is no failure. */
export function findFailure(event: AgentEvent): Failure | null {
  switch (event.type) {
    case 'auth_error':
      return fatal('AUTH_ERROR', `${event.message} ${event.guidance}`.trim());
    case 'rate_limit_error':
      return { code: 'RATE_LIMITED', message: event.message, isFatal: event.exhausted === true };
    case 'context_exceeded':
      return fatal('CONTEXT_EXCEEDED', `The conversation does not fit into the context window${sizes(event)}.`);
    case 'crash':
      return fatal('AGENT_CRASH', describeCrash(event));
    case 'error':
      return { code: event.code, message: event.message, isFatal: !event.recoverable };
    case 'timeout':
      return event.kind === 'run'
        ? fatal('TIMEOUT', 'The run took longer than it may.')
        : fatal('INACTIVITY_TIMEOUT', 'The agent was silent for longer than it may be.');
    case 'turn_limit':
      return fatal('TURN_LIMIT', `The run reached its limit of ${event.maxTurns} model requests.`);
    case 'plugin_error':
      return { code: 'AGENT_ERROR', message: `The plugin ${event.pluginName} failed: ${event.error}`, isFatal: false };
    default:
      return null;
  }
}

/** Why a run ended, where no event has said it; null where it is done, or somebody has stopped it. */
export function failureOfEnd(cause: SeenCause, facts: CloseFacts | undefined): Failure | null {
  return cause === 'completed' || cause === 'interrupted' || cause === 'aborted' ? null : describeEnd(cause, facts);
}

/** The same in words for every cause, for a protocol whose own table says which of them are failures. */
export function describeEnd(cause: SeenCause, facts: CloseFacts | undefined): Failure {
  if (cause === 'lost') {
    return fatal('INTERNAL', 'Nobody has told how the run ended: its journal breaks off.');
  }
  const { code, message } = facts?.error ?? { code: 'INTERNAL', message: `The run ended with ${cause}.` };
  return fatal(code, message);
}

/** The cause that a terminal event stands for; null where the run goes on after it. */
export function causeOfEvent(event: AgentEvent): Cause | null {
  switch (event.type) {
    case 'interrupted':
    case 'aborted':
    case 'turn_limit':
      return event.type;
    case 'timeout':
      return event.kind === 'run' ? 'timeout' : 'inactivity';
    case 'auth_error':
      return 'auth';
    case 'rate_limit_error':
      return event.exhausted === true ? 'rate_limit' : null;
    case 'context_exceeded':
      return 'context';
    case 'crash':
      return event.signal === undefined ? 'crash' : 'kill';
    case 'error':
      if (event.recoverable) {
        return null;
      }
      return event.code === 'BUDGET_EXCEEDED' ? 'budget' : 'error';
    default:
      return null;
  }
}

function fatal(code: ErrorCode, message: string): Failure {
  return { code, message, isFatal: true };
}

function sizes({ usedTokens, maxTokens, usedTokensKnown, maxTokensKnown }: Sizes): string {
  return usedTokensKnown === false || maxTokensKnown === false ? '' : ` (${usedTokens} of ${maxTokens} tokens)`;
}

type Sizes = Extract<AgentEvent, { type: 'context_exceeded' }>;

// The last line of the program's output is shown, because the rest may contain anything.
function describeCrash({ exitCode, signal, stderr, agent }: Extract<AgentEvent, { type: 'crash' }>): string {
  const last = stderr.trimEnd().split('\n').at(-1) ?? '';
  const how = signal ?? `exit code ${exitCode}`;
  return `${agent} ended without finishing its run (${how})${last === '' ? '.' : `: ${last}`}`;
}
