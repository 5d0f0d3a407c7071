/** What Claude Code's words on stderr mean when it leaves before it has begun. */
import type { Outcome } from '@agent-mux/core';
import { meaningOfWords } from '../../shared/index.ts';

/** The outcome; undefined where the words have no meaning of their own. */
export function exitMeaning(stderr: string): Outcome | undefined {
  return meaningOfWords(stderr, { session: /No conversation found with session ID: .*/ });
}
