/** What the texts of `codex exec` mean: it has no codes for what goes wrong. */
import type { EventDraft, ExitInfo, Outcome } from '@agent-mux/core';
import { outcomeOfFailure } from '../../shared/failure.ts';
import { AUTH_GUIDANCE } from './auth-guidance.ts';
import { retryDrafts } from './failures.ts';

// "You've", with an apostrophe of either kind.
const LIMIT_WORDS = /hit your usage limit|quota exceeded|usage limit has been reached/i;

export function outcomeOfText(message: string): Outcome {
  const status = /(?:unexpected|last) status:? (\d{3})/.exec(message)?.[1];
  return outcomeOfFailure({
    message,
    guidance: AUTH_GUIDANCE,
    ...(status === undefined ? {} : { status: Number(status) }),
    ...(LIMIT_WORDS.test(message) ? { code: 'usageLimitExceeded' } : {}),
  });
}

/** `Reconnecting... 1/2 (why)`, without a network `Reconnecting... waiting for network (why)`; undefined: no retry. */
export function retryOfText(message: string, attempt: number): readonly EventDraft[] | undefined {
  const found = /^Reconnecting\.\.\. (.*?)(?: \((.*)\))?$/s.exec(message);
  if (found === null) {
    return undefined;
  }
  return retryDrafts({ error: { message: found[1], additionalDetails: found[2] ?? message } }, attempt);
}

/** Why it left before it had begun; undefined: stderr says nothing that has a name. */
export function exitMeaning({ code, stderr }: ExitInfo): Outcome | undefined {
  const missing =
    code === 0 ? null : /no rollout found for thread id [^\n]*|No saved session found[^\n]*/i.exec(stderr);
  return missing === null ? undefined : { type: 'error', code: 'SESSION_NOT_FOUND', message: missing[0] };
}
