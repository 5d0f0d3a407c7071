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

const RECONNECTING = 'Reconnecting... ';

/**
 * The retry that a text announces as `Reconnecting... 1/2 (why)`, or without a network as `Reconnecting... waiting for network (why)`;
 * undefined where it announces none.
 */
export function retryOfText(message: string, attempt: number): readonly EventDraft[] | undefined {
  if (!message.startsWith(RECONNECTING)) {
    return undefined;
  }
  const told = message.slice(RECONNECTING.length);
  const at = told.endsWith(')') ? told.indexOf(' (') : -1;
  const [tried, why] = at < 0 ? [told, message] : [told.slice(0, at), told.slice(at + 2, -1)];
  return retryDrafts({ error: { message: tried, additionalDetails: why } }, attempt);
}

const ROUTER_ERROR = 'codex_core::tools::router: error=';
const REJECTED = '; rejected by user approval settings';

/**
 * The denial that a line of the log reports. A call that the sandbox or the approval settings refused has no item in the JSON, and the log
 * does not say which call it was (0.169.0).
 */
export function refusalOfLog(line: string, count: number): readonly EventDraft[] {
  const at = line.indexOf(ROUTER_ERROR);
  const reason = line.slice(at + ROUTER_ERROR.length);
  if (at < 0 || !reason.endsWith(REJECTED)) {
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
