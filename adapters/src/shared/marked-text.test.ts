import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noteAtEnd, textBetween } from './marked-text.ts';

/** Texts in which marks begin, end and overlap in any order. */
const MARKED = fc
  .array(fc.constantFrom('<a>', '</a>', '<a', '>', '/a>', 'x', '\n', ' '))
  .map((parts) => parts.join(''));

describe('a text between two marks', () => {
  it('is what a lazy pattern finds', () => {
    fc.assert(
      fc.property(MARKED, (text) => {
        expect(textBetween(text, '<a>', '</a>')).toBe(/<a>([\s\S]*?)<\/a>/.exec(text)?.[1]);
      }),
    );
  });

  it('is one from the last beginning on, at the end of a text', () => {
    fc.assert(
      fc.property(MARKED, (text) => {
        const [, before, note] = /^([\s\S]*)<a>([\s\S]*)<\/a>$/.exec(text) ?? [];
        expect(noteAtEnd(text, '<a>', '</a>')).toEqual(before === undefined ? undefined : { before, note });
      }),
    );
  });

  it('needs both marks, which share no sign', () => {
    expect(noteAtEnd('\n\n<note>\n</note>', '\n\n<note>\n', '\n</note>')).toBeUndefined();
    expect(noteAtEnd('out\n\n<note>\n\n</note>', '\n\n<note>\n', '\n</note>')).toEqual({ before: 'out', note: '' });
  });
});
