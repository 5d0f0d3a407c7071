import { describe, expect, it } from 'vitest';
import { collectGarbage } from '../testing/collect-garbage.ts';
import { DEFAULT_MAX_TEXT_BYTES, GrowingText } from './growing-text.ts';

describe('a growing text', () => {
  it('is all that was added, at each moment, across the joins', () => {
    const text = new GrowingText();
    let expected = '';
    for (let n = 0; n < 3_000; n++) {
      const piece = `${n} ☂ `;
      expected += piece;
      expect(text.add(piece)).toBe(expected);
    }
    expect(text.whole).toBe(expected);
  });

  it('leaves what it returned earlier as it was', () => {
    const text = new GrowingText();
    const early = text.add('a'.repeat(4_095));
    const joined = text.add('b');
    text.add('c');
    expect(early).toBe('a'.repeat(4_095));
    expect(joined).toBe(`${early}b`);
  });

  it('is empty after it was taken', () => {
    const text = new GrowingText();
    text.add('x'.repeat(5_000));
    text.add('y');
    expect(text.take()).toBe(`${'x'.repeat(5_000)}y`);
    expect(text.whole).toBe('');
    expect(text.add('z')).toBe('z');
  });

  it.each([
    { maxBytes: 10, pieces: ['abc', 'def', 'ghi', 'jkl'], kept: 'abcdefghij', isCut: true },
    { maxBytes: 10, pieces: ['abcde', 'fghij', ''], kept: 'abcdefghij', isCut: false },
    { maxBytes: 10, pieces: ['€€€', '€'], kept: '€€€', isCut: true },
    { maxBytes: 10, pieces: ['abc🙂', '🙂', 'x'], kept: 'abc🙂', isCut: true },
    { maxBytes: 8, pieces: ['🙂\ud83d', '\ude42', 'x'], kept: '🙂🙂', isCut: true },
    {
      maxBytes: 4_100,
      pieces: ['a'.repeat(4_096), '\ud83d', '\ude42', 'x'],
      kept: `${'a'.repeat(4_096)}🙂`,
      isCut: true,
    },
    { maxBytes: 4, pieces: ['a', '🙂b', 'cd'], kept: 'a', isCut: true },
    {
      maxBytes: 30_000,
      pieces: ['a'.repeat(20_000), 'b'.repeat(10_000)],
      kept: `${'a'.repeat(20_000)}${'b'.repeat(10_000)}`,
      isCut: false,
    },
  ])(
    'keeps of $pieces.length pieces what fits into $maxBytes bytes, and no half character',
    ({ maxBytes, pieces, kept, isCut }) => {
      const text = new GrowingText(maxBytes);
      const all = pieces.map((piece) => text.add(piece)).at(-1);
      expect({ all, whole: text.whole, isCut: text.isCut }).toEqual({ all: kept, whole: kept, isCut });
      expect(text.take()).toBe(kept);
      expect(text.isCut).toBe(false);
    },
  );

  it('counts anew after it was taken, also where what was taken ended with half a character', () => {
    const text = new GrowingText(8);
    text.add('abcd\ud83d');
    // An empty piece is one more too: it makes the text count exactly.
    text.add('');
    text.take();
    text.add('\ude42abcde');
    expect(text.isCut).toBe(false);
    text.add('f');
    expect([text.whole, text.isCut]).toEqual(['\ude42abcde', true]);
  });

  it('is kept up to 64 MiB where no bound is given', () => {
    const text = new GrowingText();
    text.add('x'.repeat(67_108_864));
    expect([text.isCut, DEFAULT_MAX_TEXT_BYTES]).toEqual([false, 67_108_864]);
    text.add('x');
    expect(text.isCut).toBe(true);
  });

  it('that goes on from another has no bound, and is all of both', () => {
    const text = GrowingText.from('so ');
    expect(text.whole).toBe('so ');
    expect(text.add('far')).toBe('so far');
    text.add('x'.repeat(DEFAULT_MAX_TEXT_BYTES));
    expect([text.isCut, text.whole.length]).toEqual([false, DEFAULT_MAX_TEXT_BYTES + 6]);
  });

  it('takes little more memory than its characters, however small the pieces are', () => {
    const text = new GrowingText();
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    for (let n = 0; n < 300_000; n++) {
      text.add(`${n % 10}`);
    }
    collectGarbage();
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(3_000_000);
    expect(text.whole).toHaveLength(300_000);
  });

  const ENDS = ['x', '\ud7ff', '\ud800', '\ud83d', '\udbff', '\udc00', '\ue000'];
  const BEGINNINGS = ['a', 'é', '\ud7ff', '\ud83d', '\udbff', '\udc00', '\ude42', '\udfff', '\ue000', '\uff01'];

  it.each(ENDS)('counts exactly what pieces take together, where the first ends with %j', (end) => {
    for (const second of BEGINNINGS) {
      for (const pieces of [
        [`word${end}`, second],
        [`word${end}`, second, 'x'],
        [`word${end}`, `${second}s`, 'x'],
      ]) {
        const size = Buffer.byteLength(pieces.join(''));
        const fits = (maxBytes: number): boolean => {
          const text = new GrowingText(maxBytes);
          for (const piece of pieces) {
            text.add(piece);
          }
          return !text.isCut;
        };
        expect([pieces, fits(size), fits(size - 1)]).toEqual([pieces, true, false]);
      }
    }
  });
});
