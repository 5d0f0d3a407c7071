import { createTextDelta, createThinkingDelta, createToolInputDelta } from '@agent-mux/events';
import { createEntryDecoder, encodeEntry, type JournalEntry } from '@agent-mux/events/journal';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyCharacter } from '../../../../test/support/any-text.ts';
import { DeltaLines } from './delta-lines.ts';

const RUN = '01JZ8M3QK50000000000000001';
const OTHER_RUN = '01JZ8M3QK50000000000000002';

const text = fc.oneof(
  fc.string({ minLength: 1 }),
  fc.string({ unit: anyCharacter, minLength: 1 }),
  fc.constantFrom('"', '\\', '"}', '\n', '\u0000', '\u2028', '\ud800', '😀', '\\"}', '","delta":"x'),
);
const optional = (...values: string[]): fc.Arbitrary<string | undefined> =>
  fc.option(fc.constantFrom(...values), { nil: undefined });
const entry: fc.Arbitrary<JournalEntry> = fc
  .record({
    kind: fc.nat(3),
    runId: fc.constantFrom(RUN, RUN, RUN, OTHER_RUN),
    agent: fc.constantFrom('claude', 'claude', 'claude', 'codex'),
    timestamp: fc.oneof(fc.constantFrom(5, 6), fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })),
    seq: fc.nat(),
    lane: optional('l1', 'l\n2'),
    // Most deltas lack it, because a line that has it must be parsed.
    raw: fc.constantFrom(undefined, undefined, undefined, undefined, '{}'),
    words: text,
    toolCallId: fc.constantFrom('call-1', 'call,"2'),
  })
  .map(({ kind, words, toolCallId, lane, raw, ...rest }): JournalEntry => {
    const stamp = { ...rest, ...(lane === undefined ? {} : { lane }), ...(raw === undefined ? {} : { raw }) };
    if (kind === 0) {
      return createTextDelta(stamp, words, words);
    }
    if (kind === 1) {
      return createThinkingDelta(stamp, words, words);
    }
    if (kind === 2) {
      return createToolInputDelta(stamp, { toolCallId, delta: words, inputAccumulated: words });
    }
    return { entry: 'note', runId: stamp.runId, timestamp: stamp.timestamp, kind: 'k', data: words };
  });
/** A line as it is, with a letter too many or too few, or with a field of a later version. */
const line = fc
  .tuple(
    entry,
    fc.oneof(fc.constant(null), fc.tuple(fc.nat(400), fc.nat(2), fc.constantFrom('0', '"', '\\', ',', '}', ' '))),
  )
  .map(([value, harm]) => {
    const whole = encodeEntry(value);
    if (harm === null) {
      return whole;
    }
    const [at, kind, sign] = harm;
    if (kind === 0) {
      return `${whole.slice(0, at % whole.length)}${sign}${whole.slice(at % whole.length)}`;
    }
    if (kind === 1) {
      return `${whole.slice(0, at % whole.length)}${whole.slice((at % whole.length) + 1)}`;
    }
    return `${whole.slice(0, -1)},"later":1}`;
  });

it('reads what parsing reads, or nothing', () => {
  let read = 0;
  fc.assert(
    fc.property(fc.array(line, { minLength: 20, maxLength: 60 }), (lines) => {
      const deltas = new DeltaLines();
      // The lines stand as in a chunk, so that a cut line must not be read on into the next.
      const body = lines.map((one) => `${one}\n`).join('');
      let from = 0;
      for (const one of lines) {
        const expected = parseIfJson(one);
        const value = deltas.read(body, from);
        from += one.length + 1;
        if (value !== undefined) {
          expect(deltas.end).toBe(from);
        }
        if (value === undefined) {
          const given = expected === undefined ? undefined : decoded(expected);
          if (given !== undefined) {
            deltas.learn(one, given);
          }
        } else {
          read++;
          expect(JSON.stringify(value)).toBe(JSON.stringify(expected));
        }
      }
    }),
    { numRuns: 1_000, seed: 20_260_102 },
  );
  // The fast way must apply to enough lines.
  expect(read).toBeGreaterThan(500);
});

it('reads each line of a text but the first, also where two texts come in turns', () => {
  const deltas = new DeltaLines();
  const lines = Array.from({ length: 10 }, (_, seq) =>
    encodeEntry(
      createTextDelta(
        { runId: RUN, agent: 'claude', timestamp: 5, seq, ...(seq % 2 === 0 ? {} : { lane: 'a' }) },
        'Hi',
        '',
      ),
    ),
  );
  const unread = lines.filter((one) => {
    const value = deltas.read(`${one}\n`, 0);
    if (value === undefined) {
      deltas.learn(one, createEntryDecoder().decode(one));
    }
    return value === undefined;
  });
  expect(unread).toEqual(lines.slice(0, 2));
});

function parseIfJson(one: string): unknown {
  try {
    return JSON.parse(one);
  } catch {
    return undefined;
  }
}

function decoded(value: unknown): JournalEntry | undefined {
  try {
    return createEntryDecoder().decode(value);
  } catch {
    return undefined;
  }
}
