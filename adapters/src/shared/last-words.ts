/** What the last words of a CLI mean that ended without a native end. */
import type { Outcome } from '@agent-mux/core';

/** How a CLI says that it lacks a session or a login, or cannot do something else. */
interface LastWords {
  readonly session: RegExp;
  readonly login?: RegExp;
  readonly other?: RegExp;
}

export function meaningOfWords(text: string, words: LastWords, guidance = ''): Outcome | undefined {
  const missing = words.session.exec(text)?.[0];
  if (missing !== undefined) {
    return { type: 'error', code: 'SESSION_NOT_FOUND', message: missing };
  }
  const login = words.login?.exec(text)?.[0];
  if (login !== undefined) {
    return { type: 'auth_error', message: login, guidance };
  }
  const other = words.other?.exec(text)?.[0];
  return other === undefined ? undefined : { type: 'error', code: 'AGENT_ERROR', message: other };
}
