import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { concatenate } from './concatenation.ts';

const textOf = (deltas: readonly string[], maxBytes?: number) => {
  const text = concatenate('', maxBytes);
  for (const delta of deltas) {
    text.add(delta);
  }
  return text;
};

describe('a text of deltas', () => {
  it('is compared with the first claim, however short it is', () => {
    expect([textOf(['a']).agrees('b'), textOf(['a']).agrees('a')]).toEqual([false, true]);
    expect([textOf(['a']).equals('b'), textOf(['a']).equals('a')]).toEqual([false, true]);
  });

  it('agrees with any claim once a part of it was changed on its way here', () => {
    const text = textOf(['secret']);
    text.spoil();
    expect([text.agrees('***'), text.equals('***')]).toEqual([true, true]);
  });
});

describe('a text with a bound', () => {
  /** Characters of one to four bytes at the borders of their lengths, and halves of pairs, which are written as three bytes. */
  const CHARACTERS = [
    'a',
    '\x7f',
    '\x80',
    '\u07ff',
    '\u0800',
    '\uffff',
    '😀',
    '😁',
    '🐁',
    '\ud83d',
    '\ude00',
    '\ud800',
  ];

  it('ends in its claim before the first character that does not fit, as UTF-8 counts', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...CHARACTERS), { minLength: 12, maxLength: 30 }),
        fc.integer({ min: 1, max: 11 }),
        (characters, maxBytes) => {
          const whole = characters.join('');
          const beginnings = Array.from({ length: whole.length }, (_, length) => whole.slice(0, length));
          const fills = ({ length }: Buffer) => length <= maxBytes && length + 4 > maxBytes;
          // The first delta is the whole, since what begins beyond the bound is no longer added.
          const text = textOf([whole], maxBytes);
          expect(beginnings.filter((claim) => text.equals(claim))).toEqual(
            beginnings.filter((claim) => fills(Buffer.from(claim))),
          );
          expect(text.equals(whole)).toBe(true);
        },
      ),
    );
  });

  it('has no other beginning in its claim', () => {
    const text = textOf(['abcdefghij'], 6);
    expect(['abcdef', 'abcde', 'ab', 'abcdex', 'abcdefg', 'xbcdef', ''].map((claim) => text.equals(claim))).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  it('is claimed as a whole where it fits', () => {
    expect(['aaaaaa', 'aaaaa', 'aaa'].map((claim) => textOf(['aaaaaa'], 6).equals(claim))).toEqual([
      true,
      false,
      false,
    ]);
    expect(['aa€', 'aa'].map((claim) => textOf(['aa€'], 5).equals(claim))).toEqual([true, false]);
  });

  it('may claim what it likes while it grows beyond the bound, and only itself where it cannot be that long', () => {
    expect([textOf(['€€€€'], 9).agrees('€€€'), textOf(['€€€€'], 9).agrees('€€€€')]).toEqual([true, true]);
    expect([textOf(['€€€'], 9).agrees('€€'), textOf(['€€€'], 9).agrees('€€€')]).toEqual([false, true]);
    expect([textOf(['€€€'], 9).equals('€€'), textOf(['€€€'], 9).equals('€€€')]).toEqual([false, true]);
  });

  it('has had a delta, however small its bound', () => {
    expect(textOf(['a'], 0).length).toBe(1);
    expect(textOf([], 0).length).toBe(0);
  });
});
