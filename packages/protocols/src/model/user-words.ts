/** What the user has said to the agent that speaks for a tree. */

import { inOrder } from './keyed.ts';
import { isFront, type Model } from './model.ts';
import type { Moment } from './moment.ts';
import { wordsOf } from './questions.ts';

/**
 * The user's messages that the entry brings: a prompt, an answer in text, and with the end of the run the prompts whose delivery is
 * unknown. The prompt of a child or a successor is an agent's.
 */
export function wordsOfUser(model: Model, { entry, prompt, run, actor, question }: Moment): string[] {
  if (!isFront(model, actor)) {
    return [];
  }
  if (prompt !== null) {
    return prompt.how === 'first' && run.header?.handoffFrom !== undefined ? [] : [prompt.text];
  }
  if (!('entry' in entry)) {
    return [];
  }
  if (entry.entry === 'close') {
    return inOrder(run.prompts).map(({ text }) => text);
  }
  if (entry.entry !== 'input' || entry.input !== 'answer' || question === null || entry.by.kind === 'policy') {
    return [];
  }
  const words = wordsOf(entry.response);
  return words === undefined ? [] : [words];
}
