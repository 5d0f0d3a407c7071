/** Streams with wrong pauses, ends and fallbacks. */
import { call, message, run, thinking, turn } from '../journal.ts';
import { end, fallback, type Illegal, inBuffered, inTurn, mcpResult, mcpStart, start, usd } from './illegal.ts';

export const CONTROL: readonly Illegal[] = [
  {
    rule: 'M-34',
    name: 'output in a pause',
    events: run({ type: 'paused' }, { type: 'rate_limited' }, { type: 'resumed' }),
  },
  {
    rule: 'M-34',
    name: 'a closer in a pause that goes on',
    events: [
      start,
      { type: 'turn_start', turnIndex: 0 },
      { type: 'paused' },
      { type: 'turn_end', turnIndex: 0 },
      { type: 'resumed' },
      end(1),
    ],
  },
  { rule: 'M-34', name: 'the end of a run in a pause', events: run({ type: 'paused' }) },
  {
    rule: 'M-34',
    name: 'what closes nothing, in a pause that the run ends in',
    events: run({ type: 'paused' }, { type: 'rate_limited' }, { type: 'aborted' }),
  },
  { rule: 'M-34', name: 'paused twice', events: run({ type: 'paused' }, { type: 'paused' }, { type: 'resumed' }) },
  { rule: 'M-34', name: 'resumed without a pause', events: run({ type: 'resumed' }) },
  { rule: 'M-36', name: 'a turn after a terminal event', events: [start, { type: 'aborted' }, ...turn(0), end()] },
  { rule: 'M-36', name: 'two terminal events', events: run({ type: 'timeout', kind: 'run' }, { type: 'aborted' }) },
  {
    rule: 'M-36',
    name: 'cost after a rate limit that is exhausted',
    events: run({ type: 'rate_limit_error', message: '', exhausted: true }, { type: 'cost', cost: usd(1) }),
  },
  { rule: 'M-38', name: 'a fallback twice', events: inTurn(fallback('text'), fallback('text')) },
  { rule: 'M-38', name: 'a fallback outside a turn', events: run(fallback('text')) },
  {
    rule: 'M-38',
    name: 'a fallback of text after the first message',
    events: inTurn(...message('a'), fallback('text')),
  },
  {
    rule: 'M-38',
    name: 'a fallback of thinking within the first block',
    events: inTurn({ type: 'thinking_start' }, fallback('thinking'), ...thinking('a').slice(1)),
  },
  {
    rule: 'M-38',
    name: 'a fallback of tool calls after the first call',
    events: inTurn(...call('t'), fallback('tool_calls')),
  },
  {
    rule: 'M-38',
    name: 'a message in pieces after the fallback',
    events: inTurn(fallback('text'), ...message('a', 'b')),
  },
  { rule: 'M-40', name: 'a message in pieces', events: inTurn(...message('a', 'b')), options: inBuffered },
  { rule: 'M-40', name: 'thinking in pieces', events: inTurn(...thinking('a', 'b')), options: inBuffered },
  { rule: 'M-40', name: 'streamed tool input', events: inTurn(...call('t')), options: inBuffered },
  { rule: 'M-40', name: 'a fallback', events: inTurn(fallback('text')), options: inBuffered },
  {
    rule: 'M-40',
    name: 'text after a tool',
    events: inTurn(mcpStart('m'), mcpResult('m'), ...message('a')),
    options: inBuffered,
  },
];
