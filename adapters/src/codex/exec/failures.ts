/** What the texts of `codex exec` mean, since it has no codes for what goes wrong. */
import type { EventDraft, ExitInfo, Outcome } from '@agent-mux/core';
import { meaningOfWords, numberIn, outcomeOfFailure, riskLevel } from '../../shared/index.ts';
import { AUTH_GUIDANCE } from '../about.ts';
import { retryDrafts } from '../shared/failures.ts';

// The apostrophe of "You've" may be of either kind.
const MISSING_SESSION = /no rollout found for thread id [^\n]*|No saved session found[^\n]*/i;
const LIMIT_WORDS = /hit your usage limit|quota exceeded|usage limit has been reached/i;

export function outcomeOfText(message: string): Outcome {
  const [, digits] = /(?:unexpected|last) status:? (\d{3})/.exec(message) ?? [];
  const code = LIMIT_WORDS.test(message) ? 'usageLimitExceeded' : undefined;
  return outcomeOfFailure({ message, guidance: AUTH_GUIDANCE, status: numberIn(digits), code });
}

/**
 * The retry that a text announces as `Reconnecting... 1/2 (why)`, or without a network as `Reconnecting... waiting for network (why)`;
 * undefined where it announces none.
 */
export function retryOfText(message: string, attempt: number): readonly EventDraft[] | undefined {
  const found = /^Reconnecting\.\.\. (.*?)(?: \((.*)\))?$/s.exec(message);
  if (found === null) {
    return undefined;
  }
  return retryDrafts({ error: { message: found[1], additionalDetails: found[2] ?? message } }, attempt);
}

/**
 * The denial that a line of the log reports. A call that the sandbox or the approval settings refused has no item in the JSON, and the log
 * does not say which call it was (0.169.0).
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

/** Why Codex left before it had begun; undefined where stderr says nothing known. */
export function exitMeaning({ code, stderr }: ExitInfo): Outcome | undefined {
  return code === 0 ? undefined : meaningOfWords(stderr, { session: MISSING_SESSION });
}
