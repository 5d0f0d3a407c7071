import { describe, expect, it } from 'vitest';
import { align } from './align.ts';

const SIGNS = { both: '', first: '-', second: '+' } as const;

describe('align', () => {
  it.each([
    ['', '', ''],
    ['abc', 'abc', 'abc'],
    ['abc', '', '-a-b-c'],
    ['', 'abc', '+a+b+c'],
    ['abcd', 'axcy', 'a-b+xc-d+y'],
    ['xaby', 'abab', '-xab-y+a+b'],
    ['ab', 'ba', '-ab+a'],
  ])('%j and %j', (first, second, expected) => {
    const aligned = align([...first], [...second]);
    expect(aligned.map(({ item, in: place }) => `${SIGNS[place]}${item}`).join('')).toBe(expected);
  });
});
