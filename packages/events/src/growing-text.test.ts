import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTextDelta } from './delta-events.ts';
import { GrowingText } from './growing-text.ts';
import { createDecoder, encodeEvent } from './wire.ts';

const stamp = { runId: '01JZ8M3QK50000000000000001', agent: 'claude', timestamp: 1 } as const;

describe('a text that grows', () => {
  it('tells what came up to each piece, whoever asks when', () => {
    const pieces = fc.array(fc.tuple(fc.string(), fc.boolean()), { maxLength: 50 });
    fc.assert(
      fc.property(fc.string(), pieces, (before, all) => {
        const text = new GrowingText(before);
        const told: [number, string][] = [];
        let expected = before;
        for (const [piece, isAsked] of all) {
          text.add(piece);
          expected += piece;
          told.push([text.length, expected]);
          if (isAsked) {
            expect(text.upTo(text.length)).toBe(expected);
          }
        }
        for (const [length, whole] of told) {
          expect(text.upTo(length)).toBe(whole);
        }
      }),
    );
  });

  it('goes on where one is full: events keep what they had, however long the message becomes', () => {
    const pieces = Array.from({ length: 1_000 }, (_, seq) => (seq === 500 ? 'long '.repeat(2_000) : `${seq} `));
    const decoder = createDecoder();
    const events = pieces.map((piece, seq) =>
      decoder.decode(encodeEvent(createTextDelta({ ...stamp, seq }, piece, ''))),
    );
    let expected = '';
    const wrong = events.filter((event, seq) => {
      expected += pieces[seq];
      return !('accumulated' in event) || event.accumulated !== expected;
    });
    expect(wrong).toEqual([]);
  });

  it('is full before what must be copied for one event becomes long', () => {
    const text = new GrowingText('x'.repeat(100_000));
    expect(text.isFull).toBe(false);
    text.add('y'.repeat(5_000));
    expect(text.isFull).toBe(true);
  });

  it.each([
    ['128 pieces', Array.from({ length: 128 }, () => 'x')],
    ['4096 characters', ['x'.repeat(4_095), 'x']],
  ])('is full with %s and not with less', (_what, pieces) => {
    const text = new GrowingText('before');
    const isFull = pieces.map((piece) => {
      text.add(piece);
      return text.isFull;
    });
    expect(isFull).toEqual(pieces.map((_, at) => at === pieces.length - 1));
  });
});
