/** How entries are packed: what is written, what stays beside it, and what comes back. */
import { type AgentEvent, createTextDelta, createThinkingDelta, createToolInputDelta } from '@agent-mux/events';
import type { JournalEntry } from '@agent-mux/events/journal';
import { describe, expect, it } from 'vitest';
import { EntryPacker, EntryUnpacker, type PackedEntries } from './pack-entries.ts';
import { visible } from './testing/entry-copies.ts';
import { ENOUGH, LONG, presses, settle } from './testing/presses.ts';

interface Written {
  readonly stamp?: object;
  readonly entries: readonly unknown[];
  readonly cuts: readonly unknown[];
  readonly stops: readonly unknown[];
}

type Entries = [JournalEntry, ...JournalEntry[]];
type At = { readonly lane?: string; readonly raw?: string };

const stamp = (seq: number, at: At = {}) => ({ runId: 'r', agent: 'a', timestamp: 5 + seq, seq, ...at });
const text = (seq: number, delta: string, all: string, at?: At): AgentEvent =>
  createTextDelta(stamp(seq, at), delta, all);
const thought = (seq: number, delta: string, all: string, at?: At): AgentEvent =>
  createThinkingDelta(stamp(seq, at), delta, all);
const input = (seq: number, toolCallId: string, delta: string, inputAccumulated: string): AgentEvent =>
  createToolInputDelta(stamp(seq), { toolCallId, delta, inputAccumulated });
const event = (seq: number, body: object, at?: At): AgentEvent => ({ ...body, ...stamp(seq, at) }) as AgentEvent;
const stop = (seq: number, said: string, at?: At): AgentEvent => event(seq, { type: 'message_stop', text: said }, at);
const NOTE: JournalEntry = { entry: 'note', runId: 'r', timestamp: 1, kind: 'k', data: [1] };

/** Packs each list by itself, and checks that all of them come back. Returns what was written of each, and which texts stay in memory. */
function pack(...lists: readonly (readonly JournalEntry[])[]) {
  const packer = new EntryPacker();
  const unpacker = new EntryUnpacker();
  return lists.map((entries) => {
    const [first, ...others] = entries;
    const packed = packer.pack([first as JournalEntry, ...others]);
    const whole: PackedEntries = { bytes: Buffer.from(packed.bytes), texts: packed.texts };
    expect(unpacker.unpack(whole).map(visible)).toEqual(entries.map(visible));
    const written: Written = JSON.parse(whole.bytes.toString());
    return { ...written, texts: [...packed.texts] };
  });
}

describe('a delta', () => {
  it('is written without what all events share, and without what has accumulated', () => {
    const [packed] = pack([text(3, 'a', 'a'), text(4, 'b', 'ab', { lane: 'l', raw: 'x' }), input(5, 't', '{', '{')]);
    expect(packed).toEqual({
      stamp: { runId: 'r', agent: 'a', seq: 3 },
      entries: [
        ['text_delta', 8, 'a', null, null, null],
        ['text_delta', 9, 'b', 'l', 'x', null],
        ['tool_input_delta', 10, '{', null, null, 't'],
      ],
      cuts: [],
      stops: [],
      texts: [[1, 'ab']],
    });
  });

  it('goes on from those of the same kind and the same lane before it, also of earlier writing', () => {
    const packed = pack(
      [text(0, 'a', 'a'), thought(1, 'b', 'b'), text(2, 'c', 'c', { lane: 'l' }), thought(3, 'd', 'd', { lane: 'l' })],
      [
        text(4, 'e', 'ae'),
        thought(5, 'f', 'bf'),
        text(6, 'g', 'cg', { lane: 'l' }),
        thought(7, 'h', 'dh', { lane: 'l' }),
      ],
      [input(8, 's', 'i', 'i'), input(9, 't', 'j', 'j'), input(10, 's', 'k', 'ik'), input(11, 't', 'l', 'jl')],
    );
    expect(packed.map(({ texts, cuts }) => [texts, cuts])).toEqual([
      [[], []],
      [[], []],
      [[], []],
    ]);
  });

  it('leaves what came before it in memory, once, where reading begins in its midst', () => {
    const [packed] = pack([
      text(7, 'c', 'abc'),
      text(8, 'd', 'abcd'),
      thought(9, 'z', 'xyz'),
      input(10, 't', '2', '[1,2'),
    ]);
    expect(packed?.texts).toEqual([
      [0, 'abc'],
      [2, 'xyz'],
      [3, '[1,2'],
    ]);
  });

  it('says how much of it has accumulated where that is not all', () => {
    const [packed] = pack([
      text(0, 'abc', 'abc'),
      text(1, 'def', 'abcd'),
      text(2, 'ghi', 'abcd'),
      text(3, 'j', 'abcd'),
    ]);
    expect([packed?.cuts, packed?.texts]).toEqual([
      [
        [1, 1],
        [2, 0],
        [3, 0],
      ],
      [],
    ]);
  });

  it.each([
    ['is shorter than it was', [text(0, 'abc', 'abc'), text(1, 'd', 'ab')], [[1, 'ab']]],
    ['is cut from the beginning', [text(0, 'abcdef', 'abc')], [[0, 'abc']]],
    ['ends otherwise than it', [text(0, 'ab', 'ab'), text(1, 'cde', 'abX')], [[1, 'abX']]],
    ['has more than it', [text(0, 'ab', 'ab'), text(1, 'c', 'abXc')], [[1, 'abXc']]],
  ])('leaves what has accumulated in memory where that %s', (_what, entries, texts) => {
    const next = text(entries.length, 'z', `${texts[0]?.[1]}z`);
    const [packed] = pack([...entries, next]);
    expect([packed?.texts, packed?.cuts]).toEqual([texts, []]);
  });

  it('is written as it is where what has accumulated is a field like any other', () => {
    const events = [
      { type: 'text_delta', delta: 'a', accumulated: 'own a' },
      { type: 'thinking_delta', delta: 'b', accumulated: 'own b' },
      { type: 'tool_input_delta', toolCallId: 't', delta: 'c', inputAccumulated: 'own c' },
    ].map((body, seq) => event(seq, body));
    const [packed] = pack([...events, text(3, 'd', 'd'), input(4, 't', 'e', 'e')]);
    expect(packed?.entries.slice(0, 3)).toEqual(events);
    expect(packed?.texts).toEqual([]);
  });

  it('has its number by its place among the events, whatever stands between them', () => {
    const packed = pack(
      [text(5, 'a', 'a'), NOTE, event(6, { type: 'paused' }), NOTE, text(7, 'b', 'ab')],
      [NOTE, text(8, 'c', 'abc')],
      [event(9, { type: 'paused' }), text(10, 'd', 'abcd')],
    );
    expect(packed.map((one) => one.stamp)).toEqual([5, 8, 9].map((seq) => ({ runId: 'r', agent: 'a', seq })));
  });
});

describe('an end', () => {
  it('is written without its text where that is what has accumulated, of its kind and its lane', () => {
    const [packed] = pack([
      text(0, 'a', 'a'),
      text(1, 'b', 'b', { lane: 'l' }),
      thought(2, 'c', 'c'),
      stop(3, 'a'),
      stop(4, 'b', { lane: 'l' }),
      event(5, { type: 'thinking_stop', thinking: 'c' }),
    ]);
    expect([packed?.stops, packed?.texts]).toEqual([[3, 4, 5], []]);
    expect(packed?.entries.slice(3)).toEqual([
      stop(3, ''),
      stop(4, '', { lane: 'l' }),
      event(5, { type: 'thinking_stop', thinking: '' }),
    ]);
  });

  it('leaves its text in memory where nothing before it tells that', () => {
    const [packed] = pack([stop(0, 'whole'), event(1, { type: 'thinking_stop', thinking: 'deep' }), stop(2, '')]);
    expect([packed?.stops, packed?.texts]).toEqual([
      [],
      [
        [0, 'whole'],
        [1, 'deep'],
        [2, ''],
      ],
    ]);
    expect(packed?.entries).toEqual([stop(0, ''), event(1, { type: 'thinking_stop', thinking: '' }), stop(2, '')]);
  });

  it('has its text where that is not what has accumulated', () => {
    const [packed] = pack([text(0, 'a', 'a'), stop(1, 'other'), thought(2, 'b', 'b'), stop(3, 'b')]);
    expect([packed?.entries[1], packed?.stops, packed?.texts]).toEqual([stop(1, 'other'), [], [[3, 'b']]]);
  });

  it.each([
    ['a message', text, { type: 'message_stop', text: 'a' }],
    ['a message that begins', text, { type: 'message_start' }],
    ['a thought', thought, { type: 'thinking_stop', thinking: 'a' }],
    ['a thought that begins', thought, { type: 'thinking_start' }],
  ])('makes the next one begin anew: of %s', (_what, delta, between) => {
    const one = pack([delta(0, 'a', 'a'), event(1, between), delta(2, 'b', 'b')]);
    expect(one[0]?.texts).toEqual([]);
    const lanes = pack([delta(0, 'a', 'a'), event(1, between, { lane: 'l' }), delta(2, 'b', 'ab')]);
    expect(lanes[0]?.texts.filter(([index]) => index !== 1)).toEqual([]);
  });

  it.each(['tool_call_ready', 'tool_result', 'tool_error'])(
    'of an input by %s makes the next one begin anew',
    (type) => {
      const [packed] = pack([input(0, 't', 'a', 'a'), event(1, { type, toolCallId: 't' }), input(2, 't', 'b', 'b')]);
      expect(packed?.texts).toEqual([]);
      const [other] = pack([input(0, 't', 'a', 'a'), event(1, { type, toolCallId: 's' }), input(2, 't', 'b', 'ab')]);
      expect(other?.texts).toEqual([]);
    },
  );
});

describe('an input', () => {
  it('goes on from what its call has brought along', () => {
    const call = { type: 'tool_call_start', toolCallId: 't', toolName: 'T', inputAccumulated: '{"a"' };
    const [packed] = pack([event(0, call), input(1, 't', ':1', '{"a":1')]);
    expect([packed?.texts, packed?.cuts, packed?.entries[0]]).toEqual([[], [], event(0, call)]);
  });
});

describe('a packer', () => {
  it.each([
    ['a message', text(0, 'a', 'a'), stop(1, 'a')],
    ['a thought', thought(0, 'a', 'a'), event(1, { type: 'thinking_stop', thinking: 'a' })],
    ['an input', input(0, 't', 'a', 'a'), event(1, { type: 'tool_call_ready', toolCallId: 't', input: {} })],
  ])('knows that it is within a text from its first piece to its end: %s', (_what, delta, end) => {
    const packer = new EntryPacker();
    expect(packer.isWithinText).toBe(false);
    packer.pack([delta]);
    expect(packer.isWithinText).toBe(true);
    packer.pack([NOTE, event(1, { type: 'paused' })]);
    expect(packer.isWithinText).toBe(true);
    packer.pack([end]);
    expect(packer.isWithinText).toBe(false);
    packer.pack([delta]);
    packer.begin();
    expect(packer.isWithinText).toBe(false);
  });

  it('writes anew what has accumulated once it has begun anew, for a reader of its own', () => {
    const packer = new EntryPacker();
    const all = [text(0, 'a', 'a'), thought(1, 'x', 'x'), input(2, 't', '1', '1')] as const;
    const next: Entries = [text(3, 'b', 'ab'), thought(4, 'y', 'xy'), input(5, 't', '2', '12'), stop(6, 'ab')];
    packer.pack([...all]);
    packer.begin();
    const { bytes, texts } = packer.pack(next);
    expect([...texts]).toEqual([
      [0, 'ab'],
      [1, 'xy'],
      [2, '12'],
    ]);
    expect(new EntryUnpacker().unpack({ bytes: Buffer.from(bytes), texts }).map(visible)).toEqual(next.map(visible));
  });

  it('has no stamp where there is no event', () => {
    expect(pack([NOTE, NOTE])).toEqual([{ entries: [NOTE, NOTE], cuts: [], stops: [], texts: [] }]);
  });

  it('writes JSON where that gives everything back, and what copies all values elsewhere', () => {
    const packer = new EntryPacker();
    const call = (output: unknown): Entries => [event(0, { type: 'tool_result', toolCallId: 't', output })];
    expect(packer.pack(call({ a: 1 })).bytes[0]).toBe('{'.charCodeAt(0));
    const { bytes, texts } = packer.pack(call({ a: new Date(7) }));
    expect(bytes[0]).toBe(0xff);
    expect(new EntryUnpacker().unpack({ bytes, texts })).toEqual(call({ a: new Date(7) }));
  });
});

describe('a long text that is over', () => {
  const piece = 'x'.repeat(LONG);
  const message: Entries = [text(0, piece, piece), stop(1, piece)];

  it('is collected early where it is packed, with as many others', () => {
    settle();
    const packer = new EntryPacker();
    const told = Array.from({ length: ENOUGH }, () => presses(() => packer.pack(message)));
    expect(told.indexOf(true)).toBe(ENOUGH - 1);
  });

  it('is collected early where it is unpacked too', () => {
    const { bytes, texts } = new EntryPacker().pack(message);
    const packed = { bytes: Buffer.from(bytes), texts };
    settle();
    const unpacker = new EntryUnpacker();
    const told = Array.from({ length: ENOUGH }, () => presses(() => unpacker.unpack(packed)));
    expect(told.indexOf(true)).toBe(ENOUGH - 1);
  });
});
