import { createTextDelta, createThinkingDelta, createToolInputDelta } from '@agent-mux/events';
import { encodeEntry, type JournalEntry } from '@agent-mux/events/journal';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyCharacter } from '../../../../test/support/any-text.ts';
import { ShortLines, wholeLines } from './short-lines.ts';

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: anyCharacter }),
  fc.constantFrom('"', '\\', '\n', '\u0000', '\u007f', '\u2028', '\ud800', '\udc00x', '😀', '#1,2,3,"', ''),
);
const optional = (arbitrary: fc.Arbitrary<string>): fc.Arbitrary<string | undefined> =>
  fc.option(arbitrary, { nil: undefined });
const stamp = fc
  .record({
    runId: fc.constantFrom('r1', 'r2"'),
    agent: fc.constantFrom('claude', 'co"dex'),
    timestamp: fc.oneof(fc.nat(), fc.constantFrom(5, 5, 6), fc.constantFrom(-0, 1.5, Number.NaN, 1e21)),
    // The number is often the next one, and of the same moment.
    seq: fc.oneof(fc.nat(), fc.constantFrom(...Array.from({ length: 12 }, (_, n) => n))),
    lane: optional(fc.constantFrom('l1', 'l\n2', '')),
    raw: fc.constantFrom(undefined, undefined, undefined, undefined, '{}'),
  })
  .map(({ lane, raw, ...rest }) => ({
    ...rest,
    ...(lane === undefined ? {} : { lane }),
    ...(raw === undefined ? {} : { raw }),
  }));
const delta: fc.Arbitrary<JournalEntry> = fc
  .tuple(stamp, fc.nat(3), text, fc.constantFrom('call-1', 'call,2'))
  .map(([stamped, kind, words, toolCallId]) => {
    if (kind === 0) {
      return createTextDelta(stamped, words, `${words} all`);
    }
    if (kind === 1) {
      return createThinkingDelta(stamped, words, words);
    }
    if (kind === 2) {
      return createToolInputDelta(stamped, { toolCallId, delta: words, inputAccumulated: words });
    }
    return { type: 'text_delta', ...stamped, delta: words, accumulated: words };
  });
/** Entries as a reader of a later version may have them. */
const odd = delta.map((entry) => Object.assign(entry, { later: 1 }) as JournalEntry);
const other: fc.Arbitrary<JournalEntry> = text.map((data) => ({
  entry: 'note',
  runId: 'r1',
  timestamp: 1,
  kind: 'k',
  data,
}));

function put(short: ShortLines, entry: JournalEntry): void {
  if (!short.join(entry)) {
    short.add(entry);
  }
}

it('gives each line back to the byte, and says by how much it was longer', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof({ weight: 8, arbitrary: delta }, odd, other), { maxLength: 40 }), (entries) => {
      const short = new ShortLines();
      for (const entry of entries) {
        put(short, entry);
      }
      const { text, frames, saved } = short.take();
      const encoded = entries.map(encodeEntry);
      expect([...wholeLines(text, frames)]).toEqual(encoded);
      expect(text.length + saved).toBe(encoded.join('\n').length + (encoded.length > 0 ? 1 : 0));
    }),
    { numRuns: 2_000, seed: 20_260_101 },
  );
});

it('shortens what most entries are', () => {
  const short = new ShortLines();
  const numbers = [
    [5, 1],
    [5, 2],
    [5, 3],
    [5, 5],
    [6, 6],
    [6, 7],
  ];
  for (const [timestamp = 0, seq = 0] of numbers) {
    put(short, createTextDelta({ runId: 'r', agent: 'claude', timestamp, seq }, `Hi${seq}`, 'Hi'));
  }
  const { text, frames } = short.take();
  expect(text.split('\n')).toEqual(['#0,5,1,"Hi1"', '["Hi2","Hi3"]', '#0,5,5,"Hi5"', '#0,6,6,"Hi6"', '["Hi7"]', '']);
  expect(frames).toHaveLength(1);
  expect(short.take()).toEqual({ text: '', frames: [], saved: 0 });
});

it('names a line whose frame is missing', () => {
  expect(() => [...wholeLines('#3,5,1,"Hi"\n', [])]).toThrow('A line came without its frame: #3,5,1,"Hi"');
});
