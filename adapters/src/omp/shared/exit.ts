/** What omp means by the words on stderr with which it leaves before it has begun. */
import type { Outcome } from '@agent-mux/core';
import { AUTH_GUIDANCE } from '../about.ts';

/** undefined: nothing that has a name of its own. */
export function exitMeaning(stderr: string): Outcome | undefined {
  const missing = /Session "[^"]*" not found\.?/.exec(stderr);
  if (missing !== null) {
    return { type: 'error', code: 'SESSION_NOT_FOUND', message: missing[0] };
  }
  const key = /No API key found for .*|No models available\..*/.exec(stderr);
  if (key !== null) {
    return { type: 'auth_error', message: key[0], guidance: AUTH_GUIDANCE };
  }
  const model = /Model "[^"]*" not found/.exec(stderr);
  return model === null ? undefined : { type: 'error', code: 'AGENT_ERROR', message: model[0] };
}
