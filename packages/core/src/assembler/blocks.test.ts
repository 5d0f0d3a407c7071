/** Messages and thinking blocks: the drafts that open, close and complete them. */
import { describe, expect, it } from 'vitest';
import { BASH, BASH_READY, BASH_STARTED, expectedPlay, playTurn, type TurnCase } from './testing/turn-case.ts';

function check(cases: readonly TurnCase[]): void {
  it.each(cases)('$name', (row) => {
    expect(playTurn(row)).toEqual(expectedPlay(row));
  });
}

describe('messages and thinking', () => {
  check([
    {
      name: 'begin with the first delta that is not empty; empty blocks vanish',
      drafts: [
        { type: 'text_delta', delta: '' },
        { type: 'message_stop' },
        { type: 'thinking_stop', thinking: '' },
        { type: 'text_delta', delta: '' },
        { type: 'text_delta', delta: 'a' },
        { type: 'message_stop' },
      ],
      events: ['message_start', 'text_delta delta=a', 'message_stop text=a'],
    },
    {
      name: 'end where another key begins',
      drafts: [
        { type: 'text_delta', delta: 'a', key: '1' },
        { type: 'text_delta', delta: 'b', key: '1' },
        { type: 'text_delta', delta: 'c', key: '2' },
      ],
      events: [
        'message_start',
        'text_delta delta=a',
        'text_delta delta=b',
        'message_stop text=ab',
        'message_start',
        'text_delta delta=c',
        'message_stop text=c',
      ],
    },
    {
      name: 'exclude each other on a lane, and thinking says its effort',
      drafts: [
        { type: 'thinking_effort', effort: 'high' },
        { type: 'text_delta', delta: 'a' },
        { type: 'thinking_delta', delta: 'b' },
        { type: 'text_delta', delta: 'c' },
      ],
      events: [
        'message_start',
        'text_delta delta=a',
        'message_stop text=a',
        'thinking_start effort=high',
        'thinking_delta delta=b',
        'thinking_stop thinking=b',
        'message_start',
        'text_delta delta=c',
        'message_stop text=c',
      ],
    },
    {
      name: 'get the end that the deltas lacked, once',
      drafts: [
        { type: 'text_delta', delta: 'Hel', key: '1' },
        { type: 'message_stop', text: 'Hello', key: '1' },
        { type: 'message_stop', text: 'Hello', key: '1' },
      ],
      events: [
        'message_start',
        'text_delta delta=Hel',
        "debug level=warn message=The agent's complete message differs from what it streamed (3 characters streamed, 5 in the complete text); the missing end was added.",
        'text_delta delta=lo',
        'message_stop text=Hello',
      ],
      repaired: 1,
    },
    {
      name: 'come whole where nothing was streamed',
      drafts: [
        { type: 'thinking_stop', thinking: 'hm' },
        { type: 'message_stop', text: 'Hi' },
      ],
      events: [
        'thinking_start',
        'thinking_delta delta=hm',
        'thinking_stop thinking=hm',
        'message_start',
        'text_delta delta=Hi',
        'message_stop text=Hi',
      ],
    },
    {
      name: 'are told anew where something else has cut them in two: the last stop is what the agent said',
      drafts: [
        { type: 'text_delta', delta: 'Hel', key: '1' },
        { type: 'thinking_delta', delta: 'hm', key: '2' },
        { type: 'text_delta', delta: 'lo', key: '1' },
        { type: 'thinking_stop', thinking: 'hm', key: '2' },
        { type: 'message_stop', text: 'Hello!', key: '1' },
      ],
      events: [
        'message_start',
        'text_delta delta=Hel',
        'message_stop text=Hel',
        'thinking_start',
        'thinking_delta delta=hm',
        'thinking_stop thinking=hm',
        'message_start',
        'text_delta delta=lo',
        "debug level=warn message=The agent's complete message differs from what it streamed (2 characters streamed, 6 in the complete text); the complete text follows.",
        'message_stop text=lo',
        'message_start',
        'text_delta delta=Hello!',
        'message_stop text=Hello!',
      ],
      repaired: 1,
    },
    {
      name: 'are told anew where the complete text comes when something else has closed them, unless it is what was told',
      drafts: [
        { type: 'text_delta', delta: 'Hel', key: '1' },
        { type: 'thinking_delta', delta: 'hm', key: '2' },
        { type: 'message_stop', text: 'Hello', key: '1' },
        { type: 'thinking_stop', thinking: 'hm', key: '2' },
      ],
      events: [
        'message_start',
        'text_delta delta=Hel',
        'message_stop text=Hel',
        'thinking_start',
        'thinking_delta delta=hm',
        "debug level=warn message=The agent's complete message comes after its end (3 characters streamed, 5 in the complete text); the complete text follows.",
        'thinking_stop thinking=hm',
        'message_start',
        'text_delta delta=Hello',
        'message_stop text=Hello',
      ],
      repaired: 1,
    },
    {
      name: 'are told anew where the complete text is shorter',
      drafts: [
        { type: 'thinking_delta', delta: 'hmhm' },
        { type: 'thinking_stop', thinking: 'hm' },
      ],
      events: [
        'thinking_start',
        'thinking_delta delta=hmhm',
        "debug level=warn message=The agent's complete thinking differs from what it streamed (4 characters streamed, 2 in the complete text); the complete text follows.",
        'thinking_stop thinking=hmhm',
        'thinking_start',
        'thinking_delta delta=hm',
        'thinking_stop thinking=hm',
      ],
      repaired: 1,
    },
    {
      name: 'are two where the complete text belongs to another message',
      drafts: [
        { type: 'text_delta', delta: 'Hel', key: '1' },
        { type: 'message_stop', text: 'Hello', key: '2' },
      ],
      events: [
        'message_start',
        'text_delta delta=Hel',
        'message_stop text=Hel',
        'message_start',
        'text_delta delta=Hello',
        'message_stop text=Hello',
      ],
    },
    {
      name: 'are told anew where the complete text is another one',
      drafts: [
        { type: 'text_delta', delta: 'Hello' },
        { type: 'message_stop', text: 'Good day' },
      ],
      events: [
        'message_start',
        'text_delta delta=Hello',
        "debug level=warn message=The agent's complete message differs from what it streamed (5 characters streamed, 8 in the complete text); the complete text follows.",
        'message_stop text=Hello',
        'message_start',
        'text_delta delta=Good day',
        'message_stop text=Good day',
      ],
      repaired: 1,
    },
    {
      name: 'may have a key again that belonged to a finished block',
      drafts: [
        { type: 'message_stop', text: 'one', key: '0' },
        { type: 'message_stop', text: 'two', key: '0' },
        { type: 'text_delta', delta: 'three', key: '0' },
        { type: 'message_stop', text: 'three', key: '0' },
      ],
      events: ['one', 'two', 'three'].flatMap((text) => [
        'message_start',
        `text_delta delta=${text}`,
        `message_stop text=${text}`,
      ]),
    },
    {
      name: 'end where a call begins',
      drafts: [{ type: 'text_delta', delta: 'a' }, BASH, { type: 'tool_result', toolCallId: 't', output: 1 }],
      events: [
        'message_start',
        'text_delta delta=a',
        'message_stop text=a',
        BASH_STARTED,
        BASH_READY,
        'tool_result toolCallId=t toolName=Bash output=1 durationMs=1',
      ],
    },
  ]);
});
