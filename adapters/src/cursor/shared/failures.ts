/** What Cursor CLI's words about a failure mean, in both modes and on stderr, since it has no codes of its own. */
import type { ExitInfo, Outcome } from '@agent-mux/core';
import { outcomeOfFailure } from '../../shared/index.ts';
import { AUTH_GUIDANCE } from '../about.ts';

// Users report `ConnectError: [resource_exhausted] Error` and, with the short name of a class, `Error: S: [resource_exhausted] Error`
// (2026.07.20). What the CLI repeats of a tool or a model has other words before these, so they count at the beginning of a line only.
const NO_LOGIN = /Authentication required|^(?:\w+: )?(?:[\w$]+: )?\[unauthenticated\]/m;
const LIMIT =
  /Rate limit exceeded|^(?:\w+: )?(?:(?:[\w$]+: )?\[resource_exhausted\]|You['’]ve hit your usage limit\b)/im;

/** The outcome of a failure. */
export function meaningOf(message: string): Outcome {
  return knownMeaning(message) ?? outcomeOfFailure({ message, guidance: AUTH_GUIDANCE });
}

/** The outcome of a failure whose words are known. */
export function knownMeaning(message: string): Outcome | undefined {
  const status = NO_LOGIN.test(message) ? 401 : LIMIT.test(message) ? 429 : undefined;
  return status === undefined ? undefined : outcomeOfFailure({ message, guidance: AUTH_GUIDANCE, status });
}

/** The outcome of an exit: Cursor CLI may leave without an answer, and say why on stderr. A killed one did not leave because of that. */
export function exitMeaning({ code, stderr }: Pick<ExitInfo, 'code' | 'stderr'>): Outcome | undefined {
  return code === null ? undefined : knownMeaning(stderr.trim());
}
