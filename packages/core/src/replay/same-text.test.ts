import { expect, it } from 'vitest';
import { isSameMeaning, isSameText } from './same-text.ts';

const deep = (inner: string): string => `${'[{"a":'.repeat(50_000)}${inner}${'}]'.repeat(50_000)}`;

it('takes JSON in another order, and with other ids, for the same', () => {
  expect(isSameMeaning('{"a":1,"b":{"id":1,"c":[2]}}', '{"b":{"c":[2],"id":7},"a":1}')).toBe(true);
  expect(isSameMeaning('{"a":[1,2]}', '{"a":[2,1]}')).toBe(false);
});

it('compares as it is what is nested deeper than a stack', () => {
  expect(isSameMeaning(deep('1'), deep('1'))).toBe(true);
  expect(isSameMeaning(deep('1'), deep('2'))).toBe(false);
});

it('leaves out our version alone, and not the title beside it', () => {
  const named = (more: object): string => JSON.stringify({ name: 'agent-mux', ...more });
  expect(isSameText(named({ title: 'Mux', version: '1' }), named({ title: 'Mux', version: '2' }))).toBe(true);
  expect(isSameText(named({ title: 'Mux', version: '1' }), named({ title: 'Max', version: '2' }))).toBe(false);
  expect(isSameText(named({ version: '1' }), named({ title: 'Mux', version: '2' }))).toBe(false);
});
