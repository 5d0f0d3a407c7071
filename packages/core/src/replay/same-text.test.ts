import { expect, it } from 'vitest';
import { isSameMeaning } from './same-text.ts';

const deep = (inner: string): string => `${'[{"a":'.repeat(50_000)}${inner}${'}]'.repeat(50_000)}`;

it('takes JSON in another order, and with other ids, for the same', () => {
  expect(isSameMeaning('{"a":1,"b":{"id":1,"c":[2]}}', '{"b":{"c":[2],"id":7},"a":1}')).toBe(true);
  expect(isSameMeaning('{"a":[1,2]}', '{"a":[2,1]}')).toBe(false);
});

it('compares as it is what is nested deeper than a stack', () => {
  expect(isSameMeaning(deep('1'), deep('1'))).toBe(true);
  expect(isSameMeaning(deep('1'), deep('2'))).toBe(false);
});
