/** What Copilot CLI's words on stderr mean when it leaves before it has begun. */
import type { Outcome } from '@agent-mux/core';
import { meaningOfWords } from '../../shared/index.ts';
import { AUTH_GUIDANCE } from '../about.ts';

/** The outcome; undefined where the words have no meaning of their own. */
export function exitMeaning(stderr: string): Outcome | undefined {
  const words = { session: /No session, task, or name matched .*/, login: /No authentication information found.*/ };
  return meaningOfWords(stderr, words, AUTH_GUIDANCE);
}
