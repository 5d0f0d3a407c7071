/** What pi's words on stderr mean when it leaves before it has begun. */
import type { Outcome } from '@agent-mux/core';
import { meaningOfWords } from '../../shared/index.ts';
import { AUTH_GUIDANCE } from '../about.ts';

/** The outcome; undefined where the words have no meaning of their own. */
export function exitMeaning(stderr: string): Outcome | undefined {
  const words = {
    session: /No session found matching .*/,
    login: /No API key found for .*|No models available.*/,
  };
  return meaningOfWords(stderr, words, AUTH_GUIDANCE);
}
