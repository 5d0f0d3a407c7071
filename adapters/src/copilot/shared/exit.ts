/** What Copilot CLI means by the words on stderr with which it leaves before it has begun. */
import type { Outcome } from '@agent-mux/core';
import { meaningOfWords } from '../../shared/index.ts';
import { AUTH_GUIDANCE } from '../about.ts';

/** undefined: nothing that has a name of its own. */
export function exitMeaning(stderr: string): Outcome | undefined {
  const words = { session: /No session, task, or name matched .*/, login: /No authentication information found.*/ };
  return meaningOfWords(stderr, words, AUTH_GUIDANCE);
}
