/** What went wrong with requests: each try that failed, and the failure that remains at the end. */
import type { EventDraft, Outcome } from '@agent-mux/core';
import {
  countOf,
  defined,
  meaningOfWords,
  numberOf,
  outcomeOfFailure,
  textOf,
  waitInWords,
} from '../../shared/index.ts';
import { AUTH_GUIDANCE } from '../about.ts';
import type { NativeData } from './native.ts';

/** How often the CLI tries again, by its own reason. It does not say this; 1.0.102 does it. */
const RETRIES: Readonly<Record<string, number>> = { transient_auth_error: 2, forced_compaction: 1 };
const USUAL_RETRIES = 5;

/** Words by which a missing login is recognised, since the CLI calls it a failed query. */
const AUTH_WORDS = /No GitHub OAuth token|No authentication information|not authenticated|not logged in/i;

export class Failures {
  #last: NativeData | undefined;

  /** Takes `model.call_failure`; the next line says whether the request is tried again. */
  failed(data: NativeData): void {
    this.#last = data;
  }

  /** Takes `assistant.turn_retry`, which does not say after which pause the CLI will try. */
  retried(data: NativeData): readonly EventDraft[] {
    const status = numberOf(this.#last?.statusCode);
    const reason = textOf(data.reason) ?? 'unknown';
    const retryAfterMs = waitInWords(textOf(this.#last?.errorMessage) ?? '');
    const drafts: EventDraft[] =
      reason === 'rate_limit' || status === 429 ? [{ type: 'rate_limited', ...defined({ retryAfterMs }) }] : [];
    const attempt = countOf(this.#last?.retryAttempt) + 1;
    drafts.push({
      type: 'retry',
      attempt,
      maxAttempts: Math.max(attempt, RETRIES[reason] ?? USUAL_RETRIES),
      reason: status === undefined ? reason : `${reason} (${status})`,
      delayMs: 0,
    });
    return drafts;
  }

  /** The outcome of a `session.error`. */
  outcome(data: NativeData): Outcome {
    const message = textOf(data.message) ?? '';
    const tried = textOf(this.#last?.errorMessage) ?? '';
    this.#last = undefined;
    // Only the provider's own words have the numbers; the CLI replaces them with words of its own.
    const ofContext = outcomeOfFailure({ message: tried, guidance: AUTH_GUIDANCE });
    if (ofContext.type === 'context_exceeded') {
      return ofContext;
    }
    const code = AUTH_WORDS.test(message) ? 'authentication' : textOf(data.errorType);
    return outcomeOfFailure({ message, guidance: AUTH_GUIDANCE, code, status: numberOf(data.statusCode) });
  }
}

/** The outcome of a request of ours that the CLI refused with this message. */
export function outcomeOfRequest(message: string): Outcome {
  return (
    meaningOfWords(message, { session: /Session not found: .*/ }) ??
    outcomeOfFailure({ message, guidance: AUTH_GUIDANCE })
  );
}
