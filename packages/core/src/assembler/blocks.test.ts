/** Messages and thinking blocks: the drafts that open, close and complete them. */
import { describe, expect, it } from 'vitest';
import type { EventDraft } from '../adapter/draft.ts';
import { brief } from './testing/brief.ts';
import { createBench } from './testing/harness.ts';
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
      name: 'belong to the key that is said after their beginning, and end where another begins',
      drafts: [
        { type: 'text_delta', delta: 'a' },
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
      name: 'that something else has closed are finished once the agent says them, and their key is free',
      drafts: [
        { type: 'text_delta', delta: 'a', key: '1' },
        { type: 'thinking_stop', thinking: 'hm' },
        { type: 'message_stop', text: 'a', key: '1' },
        { type: 'message_stop', text: 'b', key: '1' },
      ],
      events: [
        'message_start',
        'text_delta delta=a',
        'message_stop text=a',
        'thinking_start',
        'thinking_delta delta=hm',
        'thinking_stop thinking=hm',
        'message_start',
        'text_delta delta=b',
        'message_stop text=b',
      ],
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

describe('the last words of a turn', () => {
  const DIFFER = "debug level=warn message=The agent's last words are not those of its last message";
  const end = (text: string): EventDraft => ({ type: 'turn_end', text });
  const said = (text: string): readonly string[] => [
    'message_start',
    `text_delta delta=${text}`,
    `message_stop text=${text}`,
  ];

  check([
    {
      name: 'are those of its last message, as mostly',
      drafts: [{ type: 'message_stop', text: 'a', key: '1' }, { type: 'message_stop', text: 'b', key: '2' }, end('b')],
      events: [...said('a'), ...said('b')],
    },
    {
      name: 'may be trimmed',
      drafts: [{ type: 'message_stop', text: '\na ' }, end('a')],
      events: said('\na '),
    },
    { name: 'may be none', drafts: [{ type: 'message_stop', text: 'a' }, end(' ')], events: said('a') },
    {
      name: 'are a message where it has none',
      drafts: [end('a')],
      events: [`${DIFFER} (0 characters streamed, 1 in the complete text); they follow.`, ...said('a')],
      repaired: 1,
    },
    {
      name: 'are one more where they are others',
      drafts: [{ type: 'message_stop', text: 'a' }, end('ab')],
      events: [...said('a'), `${DIFFER} (1 characters streamed, 2 in the complete text); they follow.`, ...said('ab')],
      repaired: 1,
    },
    {
      name: 'complete the message that is open',
      drafts: [{ type: 'text_delta', delta: 'a', key: '1' }, end('ab')],
      events: [
        'message_start',
        'text_delta delta=a',
        "debug level=warn message=The agent's complete message differs from what it streamed (1 characters streamed, 2 in the complete text); the missing end was added.",
        'text_delta delta=b',
        'message_stop text=ab',
      ],
      repaired: 1,
    },
    {
      name: 'are no thought, and no words of a subagent',
      options: { includeSubagents: false },
      drafts: [
        { type: 'subagent_spawn', subagentId: 'kid', agentName: 'kid', prompt: '' },
        { type: 'message_stop', text: 'a', lane: 'kid' },
        { type: 'thinking_stop', thinking: 'a' },
        { type: 'subagent_result', subagentId: 'kid', summary: 'a' },
        end('a'),
      ],
      events: [
        expect.stringContaining('subagent_spawn'),
        'thinking_start',
        'thinking_delta delta=a',
        'thinking_stop thinking=a',
        expect.stringContaining('subagent_result'),
        `${DIFFER} (0 characters streamed, 1 in the complete text); they follow.`,
        ...said('a'),
      ],
      repaired: 1,
    },
  ]);

  it('are not those of the turn before, and none where it has failed', () => {
    const { assembler, events, push } = createBench();
    const stop = { type: 'message_stop', text: 'a' } as const;
    push({ type: 'session_start', sessionId: 's1' }, { type: 'turn_start' }, stop, end('a'));
    push({ type: 'turn_start' }, end('a'));
    push({ type: 'turn_start' }, { type: 'turn_end', text: 'broken', outcome: { type: 'interrupted' } });
    expect(events.flatMap((event) => (event.type === 'message_stop' ? [event.text] : []))).toEqual(['a', 'a']);
    expect(assembler.repaired).toBe(1);
  });

  it('cannot be compared with a text of which only the beginning is kept', () => {
    const { assembler, events, push } = createBench({ maxTextBytes: 4 });
    push({ type: 'session_start', sessionId: 's1' }, { type: 'turn_start' });
    push({ type: 'message_stop', text: 'abcdefgh' }, end('abcdefghi'));
    expect(events.filter(({ type }) => type === 'message_stop')).toHaveLength(1);
    expect(assembler.repaired).toBe(0);
  });

  it('are not lost where there never was a session', () => {
    const { assembler, events, push, now } = createBench();
    push({ type: 'turn_start' }, end('a'));
    assembler.end(now(), { type: 'aborted' });
    expect(events.map(brief)).toContain(
      'debug level=info message=Before there was a session: {"type":"turn_end","text":"a"}',
    );
  });
});

it('are told again in the next turn, where the agent says the same under the same key', () => {
  const { events, push } = createBench();
  const turn: readonly EventDraft[] = [
    { type: 'turn_start' },
    { type: 'message_stop', text: 'Done.', key: 'm' },
    // The agent may repeat what it has said in the same turn.
    { type: 'message_stop', text: 'Done.', key: 'm' },
    { type: 'turn_end' },
  ];
  push({ type: 'session_start', sessionId: 's1' }, ...turn, ...turn);
  expect(events.filter(({ type }) => type === 'message_stop')).toHaveLength(2);
});

it('are told again in a turn that something else has begun before the agent says so', () => {
  const { events, push } = createBench();
  const says: EventDraft = { type: 'message_stop', text: 'Done.', key: 'm' };
  push({ type: 'session_start', sessionId: 's1' }, { type: 'turn_start' }, says, { type: 'turn_end' });
  push({ type: 'step_start' }, { type: 'turn_start' }, says, says, { type: 'turn_end' });
  expect(events.filter(({ type }) => type === 'message_stop')).toHaveLength(2);
});

it('of such a turn are not told again once the agent says that it has begun', () => {
  const { events, push } = createBench();
  const says: EventDraft = { type: 'message_stop', text: 'New.', key: 'n' };
  push({ type: 'session_start', sessionId: 's1' }, { type: 'turn_start' }, { type: 'turn_end' });
  push(says, { type: 'turn_start' }, says, { type: 'turn_end' });
  expect(events.filter(({ type }) => type === 'message_stop')).toHaveLength(1);
});

describe('a text without a key whose complete form differs', () => {
  it('takes the place of no text that is remembered, so that each of these is still known when it is said again', () => {
    const { events, push } = createBench();
    push({ type: 'session_start', sessionId: 's' }, { type: 'turn_start' });
    const said = Array.from({ length: 64 }, (_, key): EventDraft[] => [
      { type: 'text_delta', delta: `text ${key}`, key: String(key) },
      { type: 'message_stop', text: `text ${key}`, key: String(key) },
    ]);
    push(...said.flat(), { type: 'text_delta', delta: 'wrong' }, { type: 'message_stop', text: 'right' });
    const told = events.length;
    push({ type: 'message_stop', text: 'text 0', key: '0' });
    expect(events.slice(told).map(brief)).toEqual([]);
  });
});
