/** What a failure of a model request means for the turn: one table of codes, statuses and words for all agents. */
import type { Outcome } from '@agent-mux/core';
import { defined } from './defined.ts';
import { serviceWords } from './service-words.ts';
import { waitInWords } from './wait-told.ts';

export interface Failure {
  readonly message: string;
  /** HTTP status of the model's answer. */
  readonly status?: number | undefined;
  /** The agent's own name for the kind of failure. */
  readonly code?: string | undefined;
  /** What to do when nobody is logged in. */
  readonly guidance: string;
  /** How long the service asks to wait, where the CLI passes that on. @defaultValue what the message says */
  readonly retryAfterMs?: number | undefined;
}

const AUTH_CODES =
  /^(authentication|authentication_failed|authentication_error|ProviderAuthError|oauth_org_not_allowed|account_on_hold|verification_required|cloud_credential_error|unauthorized)$/;
const AUTH_WORDS = /^Missing environment variable: |API key not valid|API key is missing|No LLM provider configured/;
const RATE_CODES = /^(quota|rate_limit|rate_limit_error|rate_limit_exceeded|rateLimitExceeded|usageLimitExceeded)$/;
const SESSION_WORDS =
  /no conversation found|does not match any session|no rollout found for thread|invalid session identifier|no previous sessions found|session not found|session \S+ not found|no session found matching|no session, task, or name matched/i;
/** What Codex calls a full context window (0.169.0). */
const CONTEXT_CODE = 'contextWindowExceeded';
// These are the texts of services that pi-ai 0.73.1 lists too, but for those that also tell a limit on requests or no reason at all.
const CONTEXT_WORDS =
  /prompt is too long|prompt as too long|input is too long for requested model|context[ _]length|context window|available context size|model_context_window_exceeded|maximum prompt length is \d|prompt token count of \d+ exceeds the limit of \d|reduce the length of the messages|exceeded model token limit|too many input tokens|exceeds the maximum number of tokens/i;

const TRANSIENT_CODES =
  /^(overloaded|overloaded_error|serverOverloaded|server_error|api_error|internalServerError|responseStreamDisconnected|responseStreamConnectionFailed|httpConnectionFailed)$/;
// Some CLIs pass on no status, so these are the words of services, of Codex, and of the sockets of Node and Bun.
const TRANSIENT_WORDS =
  /\boverloaded\b|server-side issue, usually temporary|model is at capacity|stream disconnected before completion|connection (?:was )?(?:reset|closed|refused|error)|\bECONN(?:RESET|REFUSED|ABORTED)\b|\bETIMEDOUT\b|socket (?:connection was closed|hang up)|^terminated$|fetch failed|service unavailable|bad gateway|gateway timeout/i;
const LASTING_WORDS = /\b(?:is not found|was not found|does not exist|no such model)\b/i;

export function outcomeOfFailure(failure: Failure): Outcome {
  // The class follows from all that was said, which may name a code besides the sentence.
  const words = wordsOf(failure);
  const message = serviceWords(words);
  const { status, code = '', guidance, retryAfterMs = waitInWords(words) } = failure;
  if (AUTH_CODES.test(code) || status === 401 || AUTH_WORDS.test(words)) {
    return { type: 'auth_error', message, guidance };
  }
  if (RATE_CODES.test(code) || status === 429) {
    return { type: 'rate_limit_error', message, ...defined({ retryAfterMs }) };
  }
  if (code === CONTEXT_CODE || (CONTEXT_WORDS.test(words) && code !== 'max_output_tokens')) {
    return { type: 'context_exceeded', ...tokensIn(words) };
  }
  if (SESSION_WORDS.test(words)) {
    return { type: 'error', code: 'SESSION_NOT_FOUND', message };
  }
  return {
    type: 'error',
    code: 'AGENT_ERROR',
    message,
    ...(isTransient(words, code, status) ? { transient: true } : {}),
  };
}

/** The words of the failure; where the agent has none, what else it says. */
function wordsOf({ message, status, code = '' }: Failure): string {
  const rest = [code, status === undefined ? '' : `status ${status}`].filter((part) => part !== '').join(', ');
  return message.trim() === '' ? `The agent failed without a word${rest === '' ? '' : ` (${rest})`}.` : message;
}

/**
 * Whether another try may succeed. A status says more than words, which may speak of another try; but Gemini CLI gives 500 to whatever
 * fails over ACP (0.61.0).
 */
function isTransient(message: string, code: string, status: number | undefined): boolean {
  if (LASTING_WORDS.test(message)) {
    return false;
  }
  if (status !== undefined) {
    return status >= 500 || status === 408;
  }
  return TRANSIENT_CODES.test(code) || TRANSIENT_WORDS.test(message);
}

/**
 * Reads tokens from texts such as `1213456 tokens > 1000000 maximum`, `~1213456 tokens (limit 1000000)`,
 * `token count (1200000) exceeds the … allowed (1048576)`, `token count of 140000 exceeds the limit of 128000`,
 * `maximum prompt length is 131072 but the request contains 140000 tokens` or
 * `maximum context length is 128000 tokens. However, your messages resulted in 213456 tokens`; none where the agent does not say them.
 */
function tokensIn(message: string): { readonly usedTokens?: number; readonly maxTokens?: number } {
  const match =
    /~?(\d{1,15}) tokens? ?(?:>|\(limit) ?(\d{1,15})/.exec(message) ??
    /token count \((\d+)\) exceeds [^(]*\((\d+)\)/.exec(message) ??
    /token count of (\d+) exceeds the limit of (\d+)/.exec(message);
  // These are the only texts that name the limit first.
  const [, max = match?.[2], used = match?.[1]] =
    /maximum context length is (\d+) tokens\. However, [^.]* resulted in (\d+) tokens/.exec(message) ??
    /maximum prompt length is (\d+) but the request contains (\d+) tokens/.exec(message) ??
    [];
  return used === undefined || max === undefined ? {} : { usedTokens: Number(used), maxTokens: Number(max) };
}
