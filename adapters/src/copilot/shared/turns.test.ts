/** Where a conversation with Copilot CLI stands, from turn to turn. */
import { expect, it } from 'vitest';
import { Turns } from './turns.ts';

const FAILED = { type: 'error', code: 'AGENT_ERROR', message: 'No.' } as const;

it('forgets with each turn what the one before has left', () => {
  const turns = new Turns();
  expect([turns.begin(), turns.begin()]).toEqual([[{ type: 'turn_start' }], []]);
  Object.assign(turns, { lastWords: 'Done.', model: { model: 'm', provider: 'p' } });
  expect(turns.end(false)).toEqual([{ type: 'turn_end', text: 'Done.', model: 'm', provider: 'p' }]);
  expect([turns.isOpen, turns.isClean, turns.hasFailed]).toEqual([false, true, false]);
  turns.begin();
  expect([turns.isOpen, turns.isClean]).toEqual([true, false]);
  expect(turns.end(false)).toEqual([{ type: 'turn_end' }]);
});

it.each([
  ['was aborted', true, {}, { type: 'interrupted' }],
  ['was interrupted', false, { isInterrupted: true }, { type: 'interrupted' }],
  ['has failed', false, { failure: FAILED }, FAILED],
])('ends without words a turn that %s, once', (_what, wasAborted, left, outcome) => {
  const turns = new Turns();
  turns.begin();
  Object.assign(turns, { lastWords: 'Done.', ...left });
  expect(turns.end(wasAborted)).toEqual([{ type: 'turn_end', outcome }]);
  expect([turns.hasFailed, turns.isInterrupted, turns.failure]).toEqual([true, false, undefined]);
  turns.begin();
  expect(turns.hasFailed).toBe(false);
  expect(turns.end(false)).toEqual([{ type: 'turn_end' }]);
});

it('that failed before its prompt was taken up is the outcome of the run', () => {
  const turns = new Turns();
  turns.failure = FAILED;
  expect([turns.end(false), turns.end(false)]).toEqual([[{ type: 'outcome', outcome: FAILED }], []]);
  turns.failed();
  expect([turns.isClean, turns.hasFailed]).toEqual([true, true]);
});
