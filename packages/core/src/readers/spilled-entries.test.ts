import { type AgentEvent, createTextDelta, createThinkingDelta, createToolInputDelta } from '@agent-mux/events';
import type { JournalEntry } from '@agent-mux/events/journal';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBench } from '../assembler/testing/harness.ts';
import { type RandomRun, randomRun } from '../assembler/testing/random-drafts.ts';
import { SpillCursor, SpilledEntries } from './spilled-entries.ts';
import { visible } from './testing/entry-copies.ts';

const SMALL = { chunkBytes: 700, chunkEntries: 3, entryBytes: 200, reentryBytes: 500, fileBytes: 2_000 };
const stamp = (seq: number) => ({ runId: 'r', agent: 'a', timestamp: 5, seq });

function play({ calls, cause, streams, ...options }: RandomRun): AgentEvent[] {
  const living = { ...streams };
  const { assembler, events } = createBench({ ...options, streams: living });
  for (const call of calls) {
    if (call.do === 'push') {
      assembler.push(call.draft, 1_000, call.raw);
    } else {
      Object.assign(living, call.streams);
      assembler.respawn(call.retry, 1_000);
    }
  }
  assembler.end(1_000, cause);
  return events;
}

/** Inserts notes of the host among the events, each behind the event with this number. */
function withNotes(events: readonly AgentEvent[], places: readonly number[]): JournalEntry[] {
  return events.flatMap((event, index): JournalEntry[] => {
    const notes = places.filter((place) => place % events.length === index);
    return [event, ...notes.map((n) => ({ entry: 'note', runId: 'r', timestamp: n, kind: 'k', data: [n] }) as const)];
  });
}

function readAll(spilled: SpilledEntries, from: number, end: number): object[] {
  const cursor = new SpillCursor(spilled);
  return Array.from({ length: end - from }, (_, index) => visible(cursor.read(from + index)));
}

/** A message of which the first `limit` characters accumulate. */
function message(pieces: readonly string[], limit: number): AgentEvent[] {
  let all = '';
  return [
    { type: 'message_start', ...stamp(0) },
    ...pieces.map((delta, index) => {
      all = (all + delta).slice(0, limit);
      return createTextDelta(stamp(index + 1), delta, all);
    }),
  ];
}

type Block = 'message' | 'thought' | 'input';

const CALL = { toolCallId: 't', toolName: 'T' } as const;
const BEGIN: Readonly<Record<Block, object>> = {
  message: { type: 'message_start' },
  thought: { type: 'thinking_start' },
  input: { type: 'tool_call_start', ...CALL, inputAccumulated: '' },
};
const CLOSE: readonly (readonly [string, Block, object])[] = [
  ['a message', 'message', { type: 'message_stop', text: '' }],
  ['a thought', 'thought', { type: 'thinking_stop', thinking: '' }],
  ['an input', 'input', { type: 'tool_call_ready', ...CALL, input: {} }],
  ['a call with its result', 'input', { type: 'tool_result', ...CALL, output: '', durationMs: 1 }],
  ['a call that failed', 'input', { type: 'tool_error', ...CALL, error: 'no', durationMs: 1 }],
];

/** A block of this kind that stays open, whose events follow event `first`. */
function block(kind: Block, pieces: readonly string[], first = 0): AgentEvent[] {
  let all = '';
  const deltas = pieces.map((delta, index) => {
    all += delta;
    const at = stamp(first + index + 1);
    switch (kind) {
      case 'message':
        return createTextDelta(at, delta, all);
      case 'thought':
        return createThinkingDelta(at, delta, all);
      default:
        return createToolInputDelta(at, { toolCallId: CALL.toolCallId, delta, inputAccumulated: all });
    }
  });
  return [{ ...BEGIN[kind], ...stamp(first) } as AgentEvent, ...deltas];
}

describe('entries in a file', () => {
  it('come back equal, what has accumulated included, whoever begins where', () => {
    fc.assert(
      fc.property(randomRun, fc.array(fc.nat()), fc.nat(), fc.nat(), (run, notes, cut, from) => {
        const events = withNotes(play(run), notes);
        const spilled = new SpilledEntries({ sizes: SMALL });
        const middle = cut % (events.length + 1);
        expect(spilled.append(events.slice(0, middle))).toBe(middle);
        expect(readAll(spilled, 0, middle)).toEqual(events.slice(0, middle).map(visible));
        const begin = from % (events.length + 1);
        spilled.dropBefore(Math.min(begin, middle));
        const kept = spilled.first ?? middle;
        expect(spilled.append(events.slice(middle))).toBe(events.length - middle);
        expect(readAll(spilled, kept, events.length)).toEqual(events.slice(kept).map(visible));
        spilled.dropBefore(begin);
        const first = spilled.first ?? 0;
        expect(first).toBeLessThanOrEqual(begin);
        expect(readAll(spilled, first, events.length)).toEqual(events.slice(first).map(visible));
        spilled.clear();
        expect([spilled.first, spilled.end]).toEqual([undefined, undefined]);
      }),
      { numRuns: 300 },
    );
  }, 60_000);

  it.each([0, 1, 7, 20, 1_000])('come back equal where %i characters of a text accumulate', (limit) => {
    const events = message(
      Array.from({ length: 50 }, (_, n) => 'abc🚀'.repeat((n % 3) + 1)),
      limit,
    );
    const spilled = new SpilledEntries({ sizes: SMALL });
    spilled.append(events);
    expect(readAll(spilled, 0, events.length)).toEqual(events.map(visible));
    spilled.dropBefore(30);
    expect(readAll(spilled, 30, events.length)).toEqual(events.slice(30).map(visible));
  });

  it('keep the values that JSON has no word for', () => {
    const values = [undefined, Number.NaN, -0, new Date(7), '\ud800', { a: undefined, b: [1n] }];
    const events = values.map((output, index): AgentEvent => {
      return { type: 'tool_result', toolCallId: 't', toolName: 'T', output, durationMs: 1, ...stamp(index) };
    });
    const spilled = new SpilledEntries();
    spilled.append(events);
    expect(readAll(spilled, 0, events.length)).toEqual(events.map(visible));
  });

  it('keep nothing of the bytes that were read for them', () => {
    const outputs = [new Uint8Array([1, 2, 3]), Buffer.from('abc'), 'text', { a: ['b'] }, 'x'.repeat(1_000_000)];
    const events = outputs.map((output, index): AgentEvent => {
      return { type: 'tool_result', toolCallId: 't', toolName: 'T', output, durationMs: 1, ...stamp(index) };
    });
    const spilled = new SpilledEntries({ sizes: { ...SMALL, chunkEntries: 1 } });
    spilled.append(events);
    const read = readAll(spilled, 0, events.length);
    readAll(spilled, 0, events.length);
    expect(read).toEqual(events.map(visible));
  });

  it('cost a long text nothing more where reading begins in its midst, again and again', () => {
    const pieces = Array.from({ length: 20_000 }, () => 'x'.repeat(50));
    const events = message(pieces, Number.POSITIVE_INFINITY);
    let bytes = 0;
    for (let from = 0; from < events.length; from += 100) {
      const spilled = new SpilledEntries({ first: from });
      spilled.append(events.slice(from, from + 100));
      bytes += spilled.bytes;
      expect(readAll(spilled, from, from + 1)).toEqual([visible(events[from])]);
    }
    expect(bytes).toBeLessThan(20_000 * 120);
  });

  it.each(CLOSE)('are given back once %s is over that was open', (_what, kind, end) => {
    const begun = block(kind, ['a', 'b', 'c']);
    const pauses = Array.from(
      { length: 200 },
      (_, n): AgentEvent => ({ type: 'paused', ...stamp(begun.length + 1 + n) }),
    );
    const events = [...begun, { ...end, ...stamp(begun.length) } as AgentEvent, ...pauses];
    const spilled = new SpilledEntries({ sizes: { ...SMALL, reentryBytes: Number.POSITIVE_INFINITY } });
    spilled.append(events);
    spilled.dropBefore(events.length - 1);
    expect(spilled.first).toBeGreaterThan(events.length - 50);
    expect(readAll(spilled, events.length - 1, events.length)).toEqual(events.slice(-1).map(visible));
  });

  it.each<Block>(['message', 'thought', 'input'])(
    'are given back within a %s as they are read, and the rest comes back equal',
    (kind) => {
      const pieces = Array.from({ length: 2_000 }, (_, n) => `${n} ${'x'.repeat(50)}`);
      const events = block(kind, pieces);
      const spilled = new SpilledEntries({ sizes: SMALL });
      const behind = 40;
      let mostBytes = 0;
      for (const [seq, event] of events.entries()) {
        spilled.append([event]);
        if (seq >= behind) {
          spilled.dropBefore(seq - behind);
          mostBytes = Math.max(mostBytes, spilled.bytes);
        }
      }
      const first = spilled.first ?? 0;
      expect(first).toBeGreaterThan(events.length - 2 * behind);
      expect(readAll(spilled, first, events.length)).toEqual(events.slice(first).map(visible));
      // The bytes are those that wait, and two files that are partly read.
      expect(mostBytes).toBeLessThan(behind * 300 + 3 * SMALL.fileBytes);
    },
  );

  it('hold an end whose text came before them, without its bytes', () => {
    const text = 'x'.repeat(1_000_000);
    const events: AgentEvent[] = [
      { type: 'message_stop', text, ...stamp(0) },
      { type: 'paused', ...stamp(1) },
    ];
    const spilled = new SpilledEntries();
    spilled.append(events);
    expect(spilled.bytes).toBeLessThan(1_000);
    expect(readAll(spilled, 0, 2)).toEqual(events.map(visible));
  });

  it('hold the text of a block once, though its end says it again', () => {
    const pieces = Array.from({ length: 500 }, () => 'x'.repeat(500));
    const spilled = new SpilledEntries();
    const deltas = message(pieces, Number.POSITIVE_INFINITY);
    const text = (deltas.at(-1) as { accumulated: string }).accumulated;
    const events: AgentEvent[] = [...deltas, { type: 'message_stop', text, ...stamp(deltas.length) }];
    spilled.append(events);
    expect(spilled.bytes).toBeLessThan(text.length * 1.2);
    expect(readAll(spilled, 0, events.length)).toEqual(events.map(visible));
  });

  it.each(['xyz', 'abd', 'ab', ''])('keep the text of an end that is not what has accumulated: "%s"', (text) => {
    const deltas = message(['a', 'b', 'c'], Number.POSITIVE_INFINITY);
    const events: AgentEvent[] = [...deltas, { type: 'message_stop', text, ...stamp(deltas.length) }];
    const spilled = new SpilledEntries();
    spilled.append(events);
    expect(readAll(spilled, 0, events.length)).toEqual(events.map(visible));
  });

  it.each([
    ['bytes', 5_000, { chunkBytes: 700, chunkEntries: 1_000 }, 1],
    ['entries', 1, { chunkBytes: 1_000_000, chunkEntries: 4 }, 4],
  ])('are in chunks of no more %s than was set', (_what, length, sizes, most) => {
    const events: AgentEvent[] = [0, 1, 2, 3, 4, 5, 6, 7].map((seq) => {
      return { type: 'log', source: 'stderr', line: 'x'.repeat(length), ...stamp(seq) };
    });
    const spilled = new SpilledEntries({ sizes: { ...SMALL, ...sizes } });
    spilled.append(events);
    const counts: number[] = [];
    for (let chunk = spilled.findStart(0); chunk !== undefined; chunk = chunk.next) {
      counts.push(chunk.end - chunk.first);
    }
    expect(counts).toEqual(Array(events.length / most).fill(most));
  });

  it('are not taken where they cannot be copied; those before them are', () => {
    const events: AgentEvent[] = [0, 1, 2, 3, 4, 5].map((seq) => ({ type: 'paused', ...stamp(seq) }));
    Object.assign(events[4] ?? {}, { call: () => {} });
    expect(new SpilledEntries({ sizes: SMALL }).append(events)).toBe(3);
  });
});
