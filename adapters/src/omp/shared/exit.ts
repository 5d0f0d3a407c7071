/** What omp means by the words on stderr with which it leaves before it has begun. */
import type { Outcome } from '@agent-mux/core';
import { meaningOfWords } from '../../shared/index.ts';
import { AUTH_GUIDANCE } from '../about.ts';

/** undefined: nothing that has a name of its own. */
export function exitMeaning(stderr: string): Outcome | undefined {
  const words = {
    session: /Session "[^"]*" not found\.?/,
    login: /No API key found for .*|No models available\..*/,
    other: /Model "[^"]*" not found/,
  };
  return meaningOfWords(stderr, words, AUTH_GUIDANCE);
}
