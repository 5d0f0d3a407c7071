/** What Copilot CLI means by the words on stderr with which it leaves before it has begun. */
import type { Outcome } from '@agent-mux/core';
import { AUTH_GUIDANCE } from '../about.ts';

/** undefined: nothing that has a name of its own. */
export function exitMeaning(stderr: string): Outcome | undefined {
  const missing = /No session, task, or name matched .*/.exec(stderr);
  if (missing !== null) {
    return { type: 'error', code: 'SESSION_NOT_FOUND', message: missing[0] };
  }
  const login = /No authentication information found.*/.exec(stderr);
  if (login !== null) {
    return { type: 'auth_error', message: login[0], guidance: AUTH_GUIDANCE };
  }
  return undefined;
}
