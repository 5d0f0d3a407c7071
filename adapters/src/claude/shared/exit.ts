/** What Claude Code means by the words on stderr with which it leaves before it has begun. */
import type { Outcome } from '@agent-mux/core';

/** undefined: nothing that has a name of its own. */
export function exitMeaning(stderr: string): Outcome | undefined {
  const missing = /No conversation found with session ID: .*/.exec(stderr);
  if (missing !== null) {
    return { type: 'error', code: 'SESSION_NOT_FOUND', message: missing[0] };
  }
  return undefined;
}
