/** Streams that are wrong as a journal, or in the shape of one event. */
import { broken, call, message, run } from '../journal.ts';
import { debug, type Illegal, inTurn, shellExit, shellStart, spoilAt, start, usd } from './illegal.ts';

export const JOURNAL: readonly Illegal[] = [
  {
    rule: 'M-1',
    name: 'a runId that is no ULID',
    events: run(),
    spoil: (e) => e.map((x) => broken(x, { runId: 'r' })),
  },
  { rule: 'M-1', name: 'a timestamp of 0', events: run(), spoil: spoilAt(0, { timestamp: 0 }) },
  { rule: 'M-1', name: 'another run', events: run(), spoil: spoilAt(1, { runId: '01JZ8M3QK5V7W9X2Y4Z6A8B0CE' }) },
  { rule: 'M-1', name: 'another agent', events: run(), spoil: spoilAt(1, { agent: 'codex' }) },
  { rule: 'M-2', name: 'a clock that goes back', events: run(), spoil: spoilAt(1, { timestamp: 1 }) },
  {
    rule: 'M-3',
    name: 'raw without debug',
    events: run(),
    options: { debug: false },
    spoil: spoilAt(0, { raw: '{}' }),
  },
  { rule: 'M-3', name: 'raw that is no text', events: run(), spoil: spoilAt(0, { raw: 1 }) },
  { rule: 'M-4', name: 'a field of the wrong type', events: run(debug), spoil: spoilAt(1, { message: 1 }) },
  { rule: 'M-4', name: 'a literal out of its set', events: run(debug), spoil: spoilAt(1, { level: 'error' }) },
  {
    rule: 'M-4',
    name: 'a delta that is no text',
    events: [...run(), debug],
    spoil: (e) => [...e.slice(0, 2), broken(e[2], { type: 'text_delta', delta: 1 })],
  },
  {
    rule: 'M-4',
    name: 'a delta without its text',
    events: inTurn(
      ...message('a').slice(0, 2),
      { type: 'text_delta', delta: 'lost' },
      { type: 'message_stop', text: 'a' },
    ),
    spoil: (e) => e.map((x) => JSON.parse(JSON.stringify(x), (_key, value) => (value === 'lost' ? undefined : value))),
  },
  {
    rule: 'M-4',
    name: 'something that is no event',
    events: [...run(), debug],
    spoil: (e) => [...e.slice(0, 2), JSON.parse('7')],
  },
  { rule: 'M-9', name: 'negative money', events: run({ type: 'cost', cost: usd(-1) }) },
  { rule: 'M-9', name: 'half a token', events: run({ type: 'token_usage', inputTokens: 0.5, outputTokens: 1 }) },
  { rule: 'D-seq', name: 'a gap', events: run(), spoil: spoilAt(1, { seq: 2 }) },
  { rule: 'D-seq', name: 'a start later than 0', events: [debug, ...run()], spoil: (e) => e.slice(1) },
  { rule: 'D-seq', name: 'no number at all', events: run(), spoil: spoilAt(1, { seq: undefined }) },
  { rule: 'D-empty-delta', name: 'an empty delta', events: inTurn(...message('a', '')) },
  {
    rule: 'D-empty-delta',
    name: 'an empty shell delta',
    events: inTurn(
      ...call('t', shellStart('t'), { type: 'shell_stdout_delta', delta: '', toolCallId: 't' }, shellExit('t')),
    ),
  },
  {
    rule: 'D-image',
    name: 'an image that is nowhere',
    events: inTurn({ type: 'image_output', mimeType: 'image/png' }),
  },
  {
    rule: 'D-cost',
    name: 'cost that falls',
    events: run({ type: 'cost', cost: usd(2) }, { type: 'cost', cost: usd(1) }),
  },
  {
    rule: 'D-cost',
    name: 'tokens that fall',
    events: run({ type: 'cost', cost: usd(1, 9) }, { type: 'cost', cost: usd(1, 8) }),
  },
  {
    rule: 'D-cost',
    name: 'an end that costs less than its parts',
    events: [
      start,
      { type: 'cost', cost: usd(2) },
      { type: 'session_end', sessionId: 's', turnCount: 0, cost: usd(1) },
    ],
  },
];
