/** What the user has said to who speaks for a tree. */

import { inOrder } from './keyed.ts';
import { isFront, type Model } from './model.ts';
import type { Moment } from './moment.ts';
import { wordsOf } from './questions.ts';

/**
 * The words of the user that the entry brings: a prompt, an answer in words, and with the end of the run those of which nobody has told
 * what became of them. The words that a child or a successor begins with are those of an agent.
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
