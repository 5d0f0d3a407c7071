/** What a failure of opencode means: the name of its class decides, and its text where there is no status. */
import type { Outcome } from '@agent-mux/core';
import { outcomeOfFailure, waitInHeader } from '../../shared/index.ts';
import { AUTH_GUIDANCE } from '../about.ts';

export interface NamedFailure {
  readonly name: string | undefined;
  readonly words: string;
  /** HTTP status of the model's answer. */
  readonly status?: number | undefined;
  /** The `retry-after` header of the model's answer. */
  readonly retryAfter?: unknown;
}

export function meaningOf({ name = '', words, status = statusIn(words), retryAfter }: NamedFailure): Outcome {
  return outcomeOfFailure({
    message: name === 'ContextOverflowError' ? `prompt is too long: ${words}` : words,
    code: name,
    guidance: AUTH_GUIDANCE,
    retryAfterMs: waitInHeader(retryAfter),
    status,
  });
}

function statusIn(words: string): number | undefined {
  if (/\b(incorrect|invalid|missing) api key\b|\bunauthori[sz]ed\b|\bx-api-key\b/i.test(words)) {
    return 401;
  }
  return /\brate limit\b|\btoo many requests\b/i.test(words) ? 429 : undefined;
}
