/** What the texts of `codex exec` mean: it has no codes for what goes wrong. */
import type { EventDraft, ExitInfo, Outcome } from '@agent-mux/core';
import { meaningOfWords, numberIn, outcomeOfFailure, riskLevel } from '../../shared/index.ts';
import { AUTH_GUIDANCE } from '../about.ts';
import { retryDrafts } from '../shared/failures.ts';

// "You've", with an apostrophe of either kind.
const MISSING_SESSION = /no rollout found for thread id [^\n]*|No saved session found[^\n]*/i;
const LIMIT_WORDS = /hit your usage limit|quota exceeded|usage limit has been reached/i;

export function outcomeOfText(message: string): Outcome {
  const [, digits] = /(?:unexpected|last) status:? (\d{3})/.exec(message) ?? [];
  const code = LIMIT_WORDS.test(message) ? 'usageLimitExceeded' : undefined;
  return outcomeOfFailure({ message, guidance: AUTH_GUIDANCE, status: numberIn(digits), code });
}

/** `Reconnecting... 1/2 (why)`, without a network `Reconnecting... waiting for network (why)`; undefined: no retry. */
export function retryOfText(message: string, attempt: number): readonly EventDraft[] | undefined {
  const found = /^Reconnecting\.\.\. (.*?)(?: \((.*)\))?$/s.exec(message);
  if (found === null) {
    return undefined;
  }
  return retryDrafts({ error: { message: found[1], additionalDetails: found[2] ?? message } }, attempt);
}

/**
 * What the sandbox or the approval settings have refused has no item in the JSON: only a line of the log tells of it (0.169.0), and
 * not which call it was.
 */
export function refusalOfLog(line: string, count: number): readonly EventDraft[] {
  const reason = /codex_core::tools::router: error=(.*; rejected by user approval settings)$/.exec(line)?.[1];
  if (reason === undefined) {
    return [];
  }
  const isPatch = reason.startsWith('patch ');
  const key = `refused:${count}`;
  return [
    {
      type: 'approval_request',
      key,
      action: isPatch ? 'edit files' : 'use a tool',
      detail: reason,
      riskLevel: riskLevel(isPatch ? 'edit' : 'execute'),
      toolKind: isPatch ? 'edit' : 'execute',
    },
    { type: 'approval_denied', key, reason },
  ];
}

/** Why it left before it had begun; undefined: stderr says nothing that has a name. */
export function exitMeaning({ code, stderr }: ExitInfo): Outcome | undefined {
  return code === 0 ? undefined : meaningOfWords(stderr, { session: MISSING_SESSION });
}
