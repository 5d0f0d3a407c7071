/** What a run lives with, as a sentence, the same for all projections. */
import type { AgentEvent } from '@agent-mux/events';

export interface Warning {
  readonly message: string;
  /** Something is lost that does not come back while the run lasts: bytes, what the store was to keep, a plugin. */
  readonly isLasting: boolean;
}

/** Null where the event warns of nothing. What goes wrong with a code of its own, and what ends a run, is a failure: `findFailure`. */
export function findWarning(event: AgentEvent): Warning | null {
  switch (event.type) {
    case 'rate_limited':
      return passing(
        `The model is asked too often${event.retryAfterMs === undefined ? '' : `: again in ${event.retryAfterMs} ms`}.`,
      );
    case 'retry':
      return passing(`Attempt ${event.attempt} of ${event.maxAttempts} follows: ${event.reason}`);
    case 'context_limit_warning':
      return passing(`The context is ${event.pctUsed} % full: ${event.usedTokens} of ${event.maxTokens} tokens.`);
    case 'stream_fallback':
      return passing(`${event.capability} comes in one piece: ${event.reason}`);
    case 'debug':
      return event.level === 'warn' ? { message: event.message, isLasting: STORE_LOST.test(event.message) } : null;
    default:
      return null;
  }
}

// The runtime says so in words alone: an event has no field for it.
const STORE_LOST = /^The store does not keep this run any more/;

function passing(message: string): Warning {
  return { message, isLasting: false };
}
