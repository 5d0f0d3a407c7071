import { expect, it } from 'vitest';
import type { Dialect, Interaction, InteractionResponse, Question } from '../adapter/dialect.ts';
import { createManualClock } from '../run/testing/manual-clock.ts';
import { Channel } from './channel.ts';

const COLOR: Question = { id: 'color', question: 'Which colour?' };
const SIZE: Question = { id: 'size', question: 'Which size?' };

function setUp(questions: readonly Question[]) {
  const taken: InteractionResponse[] = [];
  const asked: Interaction = { kind: 'input', detail: 'Which?', questions };
  const state = { sessionId: null, busy: true, turn: true, clean: false, pending: new Map([['q', asked]]) };
  const respond: Dialect['respond'] = (_key, answer) => {
    taken.push(answer);
    return { write: [] };
  };
  const dialect: Dialect = {
    state,
    respond,
    streams: { text: true, thinking: true, toolInput: true },
    open: () => ({ write: [] }),
    close: () => ({ write: [] }),
    interrupt: () => ({ write: [] }),
    prompt: () => ({ write: [] }),
    steer: () => undefined,
    parseEvent: () => ({ drafts: [], write: [] }),
    exit: () => ({ drafts: [] }),
  };
  const options = { runId: 'run', agent: 'agent', clock: createManualClock() };
  const channel = new Channel({ ...options, refusal: () => undefined, say: () => {}, onWarning: () => {} });
  channel.attach(dialect);
  channel.ids.open('q');
  const id = channel.take('q')?.id ?? '';
  return { channel, taken, answer: (response: InteractionResponse) => channel.respond(id, response) };
}

it.each<[string, readonly Question[], InteractionResponse, readonly unknown[]]>([
  [
    'ids that nobody asked for',
    [COLOR, SIZE],
    { type: 'answers', answers: { color: 'Red', colour: 'Blue', shape: ['round'] } },
    [
      { field: 'answers["colour"]', received: 'Blue', expected: 'one of "color", "size"' },
      { field: 'answers["shape"]', received: ['round'], expected: 'one of "color", "size"' },
    ],
  ],
  [
    'one text for several questions',
    [COLOR, SIZE],
    { type: 'text', text: 'Red' },
    [{ field: 'type', received: 'text', expected: 'answers' }],
  ],
])('refuses %s, and leaves the question open', async (_what, questions, response, fields) => {
  const { channel, taken, answer } = setUp(questions);
  await expect(answer(response)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    message: expect.stringContaining('"color", "size"'),
    fields,
  });
  expect(taken).toEqual([]);
  expect(channel.pending).toHaveLength(1);
});

it.each<[string, readonly Question[], InteractionResponse, InteractionResponse]>([
  ['a text', [COLOR], { type: 'text', text: 'Red' }, { type: 'text', text: 'Red' }],
  [
    'answers by id and by text',
    [COLOR, SIZE],
    { type: 'answers', answers: { color: 'Red', 'Which size?': ['S', 'M'] } },
    { type: 'answers', answers: { color: 'Red', size: ['S', 'M'] } },
  ],
  ['a denial of several', [COLOR, SIZE], { type: 'deny' }, { type: 'deny' }],
  [
    'what fits no question where none is named',
    [],
    { type: 'answers', answers: { a: 'b' } },
    { type: 'answers', answers: { a: 'b' } },
  ],
])('hands on %s', async (_what, questions, response, expected) => {
  const { channel, taken, answer } = setUp(questions);
  await answer(response);
  expect(taken).toEqual([expected]);
  expect(channel.pending).toEqual([]);
});
