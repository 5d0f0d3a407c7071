/** The facts about questions whose events have come out. */
import { expect, it } from 'vitest';
import type { Interaction } from '../adapter/index.ts';
import { AN_APPROVAL } from './testing/an-approval.ts';
import { type QuestionEvent, ToldQuestions } from './told-questions.ts';

const ASKED: Interaction = { kind: 'input', detail: 'Which?' };

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

it('gives the question of an event as the dialect has it, as long as that has it', () => {
  const told = new ToldQuestions('r');
  const { interactionId } = told.open('a', AN_APPROVAL);
  const pending = new Map([['a', ASKED]]);
  expect(told.note(tell(interactionId), pending)).toBe(ASKED);
  expect([told.note(tell('r-i7'), pending), told.note(tell(interactionId))]).toEqual([undefined, undefined]);
  pending.clear();
  expect(told.note(tell(interactionId), pending)).toBeUndefined();
});

it('says that a key is over once its approval is settled, until the key asks anew', () => {
  const told = new ToldQuestions('r');
  const isOver = (): boolean => told.isOver('a');
  told.open('a', AN_APPROVAL);
  const asked = isOver();
  told.settle('a');
  const settled = isOver();
  told.open('a', AN_APPROVAL);
  expect([asked, settled, isOver()]).toEqual([false, true, false]);
});

it('leaves it to the agent how long it waits for words, whose end the stream does not tell', () => {
  const told = new ToldQuestions('r');
  told.open('a', { ...AN_APPROVAL, isApproval: false });
  told.settle('a');
  expect([told.isOver('a'), told.unsettled.size]).toEqual([false, 0]);
});
