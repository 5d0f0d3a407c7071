import { expect, it } from 'vitest';
import { showValue } from './show-value.ts';

it.each([
  ['a "word"', '"a \\"word\\""'],
  ['x'.repeat(60), `"${'x'.repeat(60)}"`],
  ['x'.repeat(61), `"${'x'.repeat(60)}…"`],
  [() => 1, 'a function'],
  [Symbol('secret'), 'a symbol'],
  [12n, 'a bigint'],
  [['secret'], 'an array'],
  [{ secret: 1 }, 'an object'],
  [null, 'null'],
  [undefined, 'undefined'],
  [true, 'true'],
  [1.5, '1.5'],
])('shows %o as %s', (value, shown) => {
  expect(showValue(value)).toBe(shown);
});
