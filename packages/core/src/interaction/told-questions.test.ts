/** The facts about questions whose events have come out. */
import { expect, it } from 'vitest';
import { AN_APPROVAL } from './testing/an-approval.ts';
import { type QuestionEvent, ToldQuestions } from './told-questions.ts';

const tell = (interactionId: string): QuestionEvent => ({
  ...{ type: 'input_required', question: 'Which?', source: 'agent', interactionId },
  ...{ runId: 'r', agent: 'a', timestamp: 0, seq: 0 },
});

it('finds the event that told of a question until that is settled, and keeps none for ever', () => {
  const told = new ToldQuestions('r');
  for (const key of ['a', 'b']) {
    told.note(tell(told.open(key, AN_APPROVAL).interactionId));
  }
  expect(['r-i0', 'r-i1', 'r-i2'].map((id) => told.eventOf(id)?.interactionId)).toEqual(['r-i0', 'r-i1', undefined]);
  told.settle('a');
  expect(['r-i0', 'r-i1'].map((id) => told.eventOf(id)?.interactionId)).toEqual([undefined, 'r-i1']);
});

it('finds the event of a question that was asked anew under its key, and not that of the first', () => {
  const told = new ToldQuestions('r');
  told.note(tell(told.open('a', AN_APPROVAL).interactionId));
  told.settle('a');
  told.note(tell(told.open('a', AN_APPROVAL).interactionId));
  expect(['r-i0', 'r-i1'].map((id) => told.eventOf(id)?.interactionId)).toEqual([undefined, 'r-i1']);
});
