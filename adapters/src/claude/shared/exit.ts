/** What Claude Code means by the words on stderr with which it leaves before it has begun. */
import type { Outcome } from '@agent-mux/core';
import { meaningOfWords } from '../../shared/index.ts';

/** undefined: nothing that has a name of its own. */
export function exitMeaning(stderr: string): Outcome | undefined {
  return meaningOfWords(stderr, { session: /No conversation found with session ID: .*/ });
}
