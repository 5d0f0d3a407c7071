/** What a failure of a model request means for the turn: one table of codes, statuses and words for all agents. */
import type { Outcome } from '@agent-mux/core';

export interface Failure {
  readonly message: string;
  /** HTTP status of the model's answer. */
  readonly status?: number;
  /** The agent's own name for the kind of failure. */
  readonly code?: string;
  /** What to do when nobody is logged in. */
  readonly guidance: string;
}

const AUTH_CODES =
  /^(authentication_failed|authentication_error|oauth_org_not_allowed|account_on_hold|verification_required|cloud_credential_error|unauthorized)$/;
const AUTH_WORDS = /^Missing environment variable: |API key not valid|API key is missing|No LLM provider configured/;
const RATE_CODES = /^(rate_limit|rate_limit_error|rate_limit_exceeded|rateLimitExceeded|usageLimitExceeded)$/;
const SESSION_WORDS =
  /no conversation found|does not match any session|no rollout found for thread|invalid session identifier|no previous sessions found|session not found/i;
const CONTEXT_WORDS =
  /prompt is too long|context[ _]length|context window|too many input tokens|exceeds the maximum number of tokens/i;

export function outcomeOfFailure({ message, status, code = '', guidance }: Failure): Outcome {
  if (AUTH_CODES.test(code) || status === 401 || AUTH_WORDS.test(message)) {
    return { type: 'auth_error', message, guidance };
  }
  if (RATE_CODES.test(code) || status === 429) {
    return { type: 'rate_limit_error', message };
  }
  if (CONTEXT_WORDS.test(message) && code !== 'max_output_tokens') {
    return { type: 'context_exceeded', ...tokensIn(message) };
  }
  return { type: 'error', code: SESSION_WORDS.test(message) ? 'SESSION_NOT_FOUND' : 'AGENT_ERROR', message };
}

/** `1213456 tokens > 1000000 maximum`, `~1213456 tokens (limit 1000000)`, `token count (1200000) exceeds the … allowed (1048576)`, `maximum context length is 128000 tokens. However, your messages resulted in 213456 tokens`; 0 where the agent does not say. */
function tokensIn(message: string): { readonly usedTokens: number; readonly maxTokens: number } {
  const match =
    /~?(\d+) tokens? *(?:>|\(limit) *(\d+)/.exec(message) ??
    /token count \((\d+)\) exceeds [^(]*\((\d+)\)/.exec(message);
  // The only one that names the limit first.
  const [, max = match?.[2], used = match?.[1]] =
    /maximum context length is (\d+) tokens\. However, [^.]* resulted in (\d+) tokens/.exec(message) ?? [];
  return { usedTokens: Number(used ?? 0), maxTokens: Number(max ?? 0) };
}
