/** A problem that a run survives, as a sentence, the same for all projections. */
import type { AgentEvent } from '@agent-mux/events';

export interface Warning {
  readonly message: string;
  /** Whether something is lost for as long as the run lasts: bytes, what the store was to keep, a plugin. */
  readonly isLasting: boolean;
}

/**
 * The warning of an event; null where it has none. A problem with a code of its own, or one that ends a run, is a failure: `findFailure`.
 */
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

// The runtime says this in text alone, because an event has no field for it.
const STORE_LOST = /^The store does not keep this run any more/;

function passing(message: string): Warning {
  return { message, isLasting: false };
}
