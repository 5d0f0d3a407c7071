/** Streams with wrong messages and thinking. */
import { message, onLane, spawn, subagentResult, thinking } from '../journal.ts';
import { end, type Illegal, inTurn, spoilAt, start } from './illegal.ts';

export const BLOCKS: readonly Illegal[] = [
  { rule: 'M-19', name: 'a delta without a start', events: inTurn({ type: 'text_delta', delta: 'a' }) },
  { rule: 'M-19', name: 'a stop without a start', events: inTurn({ type: 'message_stop', text: '' }) },
  { rule: 'M-19', name: 'a message without a delta', events: inTurn(...message()) },
  { rule: 'M-19', name: 'a message within a message', events: inTurn({ type: 'message_start' }, ...message('a')) },
  { rule: 'M-19', name: 'a message open at turn_end', events: inTurn(...message('a').slice(0, 2)) },
  {
    rule: 'M-19',
    name: 'a stop that says another text',
    events: inTurn({ type: 'message_start' }, { type: 'text_delta', delta: 'a' }, { type: 'message_stop', text: 'b' }),
  },
  {
    rule: 'M-19',
    name: 'accumulated of another length',
    events: inTurn(...message('a', 'b')),
    spoil: spoilAt(4, { accumulated: 'b' }),
  },
  {
    rule: 'M-19',
    name: 'accumulated of other characters',
    events: inTurn(...message('a', 'b')),
    spoil: spoilAt(4, { accumulated: 'ba' }),
  },
  {
    rule: 'M-19',
    name: 'a lane that grows the message of another',
    events: inTurn(
      spawn('a'),
      ...message('x'),
      ...onLane('a', [{ type: 'text_delta', delta: 'y' }]),
      subagentResult('a'),
    ),
  },
  {
    rule: 'M-19',
    name: "a lane's message open at its end",
    events: inTurn(spawn('a'), ...onLane('a', message('x').slice(0, 2)), subagentResult('a')),
  },
  { rule: 'M-20', name: 'a delta without a start', events: inTurn({ type: 'thinking_delta', delta: 'a' }) },
  { rule: 'M-20', name: 'thinking without a delta', events: inTurn(...thinking()) },
  {
    rule: 'M-20',
    name: 'a stop that says another text',
    events: inTurn(
      { type: 'thinking_start' },
      { type: 'thinking_delta', delta: 'a' },
      { type: 'thinking_stop', thinking: '' },
    ),
  },
  {
    rule: 'M-20',
    name: 'thinking open at session_end',
    events: [
      start,
      { type: 'turn_start', turnIndex: 0 },
      ...thinking('a').slice(0, 2),
      { type: 'turn_end', turnIndex: 0 },
      end(1),
    ],
  },
  {
    rule: 'M-20',
    name: 'thinking within a message',
    events: inTurn({ type: 'message_start' }, ...thinking('t'), ...message('a').slice(1)),
  },
  {
    rule: 'M-20',
    name: 'a message within thinking',
    events: inTurn({ type: 'thinking_start' }, ...message('a'), ...thinking('t').slice(1)),
  },
];
