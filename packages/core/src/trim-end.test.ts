import fc from 'fast-check';
import { expect, it } from 'vitest';
import { trimEndOf } from './trim-end.ts';

it('cuts off the signs that a pattern at the end of a text finds', () => {
  const texts = fc.array(fc.constantFrom('.', ' ', '\n', 'a', '\u2028')).map((signs) => signs.join(''));
  fc.assert(
    fc.property(texts, (text) => {
      expect(trimEndOf(text, /[.\s]/)).toBe(text.replace(/[.\s]*$/, ''));
    }),
  );
});
