/** Answers of pi and its forks, piece by piece; the lines are as pi 0.73.1 writes them. */
import { describe, expect, it } from 'vitest';
import { Blocks } from './blocks.ts';
import { ToolRuns } from './tools.ts';

/** The blocks of a message that has just begun. */
function begun(): Blocks {
  const tools = new ToolRuns({
    cwd: () => '/work',
    startsWithUpdate: true,
    toolKinds: {},
    mcpOf: () => undefined,
    hides: () => false,
    refusalOf: undefined,
    hidden: () => [],
  });
  const answers = new Blocks(tools);
  answers.begin();
  return answers;
}

const call = { type: 'toolCall', id: 't1', name: 'read', arguments: { path: '/a' } };
const text = (words: string) => ({ type: 'text', text: words });
const thought = (words: string) => ({ type: 'thinking', thinking: words });
const start = { type: 'tool_call_start', toolCallId: 't1', toolName: 'read', toolKind: 'other' };

describe('a block', () => {
  it.each([
    ['text', { type: 'text_delta', delta: 'a' }, { type: 'message_stop', text: 'ab' }],
    ['thinking', { type: 'thinking_delta', delta: 'a' }, { type: 'thinking_stop', thinking: 'ab' }],
  ])('of %s has the key of its message and place, from its start to its end', (kind, delta, stop) => {
    const answers = begun();
    const pieces = [
      answers.piece({ type: `${kind}_start`, contentIndex: 2 }),
      answers.piece({ type: `${kind}_delta`, contentIndex: 2, delta: 'a' }),
      answers.piece({ type: `${kind}_end`, contentIndex: 2, content: 'ab' }),
      answers.end({ content: [] }),
    ];
    expect(pieces).toEqual([[], [{ ...delta, key: '1.2' }], [{ ...stop, key: '1.2' }], []]);
  });

  it('of the next message has another key', () => {
    const answers = begun();
    answers.end({ content: [text('a')] });
    expect(answers.piece({ type: 'text_delta', delta: 'b' })).toEqual([{ type: 'text_delta', delta: 'b', key: '2.0' }]);
  });

  it('without a delta has an empty one', () => {
    const answers = begun();
    expect(answers.piece({ type: 'text_delta', contentIndex: 0 })).toEqual([
      { type: 'text_delta', delta: '', key: '1.0' },
    ]);
  });

  it('that is no text, thought or call says nothing, nor does a phase that nobody knows', () => {
    const answers = begun();
    expect([answers.piece({ type: 'image_start' }), answers.piece({ type: 'text_pause' }), answers.piece({})]).toEqual([
      [],
      [],
      [],
    ]);
  });

  it('of a call is named by the message so far, and gets its input in pieces, then whole', () => {
    const answers = begun();
    const partial = { content: [text('x'), { type: 'toolCall', id: 't1', name: 'read' }] };
    expect([
      answers.piece({ type: 'toolcall_start', contentIndex: 1, partial }),
      answers.piece({ type: 'toolcall_delta', contentIndex: 1, delta: '{' }),
      answers.piece({ type: 'toolcall_delta', contentIndex: 0, delta: '{' }),
      answers.piece({ type: 'toolcall_end', contentIndex: 1, toolCall: call }),
    ]).toEqual([
      [start],
      [{ type: 'tool_input_delta', toolCallId: 't1', delta: '{' }],
      [],
      [{ type: 'tool_call_ready', toolCallId: 't1', toolName: 'read', toolKind: 'other', input: { path: '/a' } }],
    ]);
  });

  it.each([[{ id: 't1' }], [{ name: 'read' }], [undefined]])(
    'of a call that has no name yet is told where it is whole: %j',
    (block) => {
      const answers = begun();
      const partial = { content: [block] };
      expect(answers.piece({ type: 'toolcall_start', contentIndex: 0, partial })).toEqual([]);
      expect(answers.piece({ type: 'toolcall_end', contentIndex: 0, toolCall: call })).toEqual([
        { ...start, input: { path: '/a' } },
      ]);
    },
  );
});

describe('the end of a message', () => {
  it('tells all of it where no piece came', () => {
    const answers = begun();
    expect(answers.end({ content: [thought('Hm.'), text('a'), call, { type: 'image' }, 7] })).toEqual([
      { type: 'thinking_stop', key: '1.0', thinking: 'Hm.' },
      { type: 'message_stop', key: '1.1', text: 'a' },
      { ...start, input: { path: '/a' } },
    ]);
  });

  it('ends what was left open, by its own words where it has them, and says the others again', () => {
    const answers = begun();
    answers.piece({ type: 'text_delta', contentIndex: 0, delta: 'a' });
    answers.piece({ type: 'thinking_start', contentIndex: 1 });
    answers.piece({ type: 'thinking_delta', contentIndex: 2, delta: 'H' });
    expect(answers.end({ content: [text('ab'), text('no thought'), thought('Hm.'), text('c')] })).toEqual([
      { type: 'message_stop', key: '1.0', text: 'ab' },
      { type: 'thinking_stop', key: '1.1' },
      { type: 'thinking_stop', key: '1.2', thinking: 'Hm.' },
      { type: 'message_stop', key: '1.3', text: 'c' },
    ]);
  });

  it.each([
    ['text_delta', { delta: 'a' }],
    ['thinking_delta', { delta: 'a' }],
    ['text_start', {}],
  ])('begins no call that was cut off after a %s', (type, more) => {
    const answers = begun();
    answers.piece({ type, contentIndex: 0, ...more });
    expect(answers.end({ content: [text('a'), call] }).map((draft) => draft.type)).not.toContain('tool_call_start');
  });

  it('begins no call whose own piece was cut off', () => {
    const answers = begun();
    answers.piece({ type: 'toolcall_start', contentIndex: 0, partial: { content: [call] } });
    expect(answers.end({ content: [call] })).toEqual([]);
  });

  it('ends a thought of which only a piece came', () => {
    const answers = begun();
    answers.piece({ type: 'thinking_delta', contentIndex: 0, delta: 'H' });
    expect(answers.end({ content: [] })).toEqual([{ type: 'thinking_stop', key: '1.0' }]);
  });

  it('leaves nothing open for the next', () => {
    const answers = begun();
    answers.piece({ type: 'text_start', contentIndex: 0 });
    answers.end({ content: [] });
    expect(answers.end({ content: [] })).toEqual([]);
    answers.piece({ type: 'text_start', contentIndex: 0 });
    answers.begin();
    expect(answers.end({ content: [call] })).toEqual([{ ...start, input: { path: '/a' } }]);
  });
});
