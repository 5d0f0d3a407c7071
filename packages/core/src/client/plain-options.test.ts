/** Options that are objects without fields of their own are refused: what they say would vanish without a word. */
import { expect, it } from 'vitest';
import { ValidationError } from '../errors.ts';
import type { Rule } from '../field-rules.ts';
import { createClient } from './client.ts';
import { CLIENT_RULES, RUN_RULES } from './option-rules.ts';

const EMPTY: readonly (readonly [name: string, make: () => object])[] = [
  ['a Map', () => new Map([['approvalMode', 'deny']])],
  ['a Set', () => new Set(['deny'])],
  ['a Headers', () => new Headers({ authorization: 'Bearer x' })],
  ['a URLSearchParams', () => new URLSearchParams('a=b')],
  ['a Promise', () => Promise.resolve({ approvalMode: 'deny' })],
  ['a Date', () => new Date(0)],
];

const taking = (rules: Readonly<Record<string, Rule>>): readonly [string, Rule][] =>
  // What takes anything is looked at by those who read it.
  Object.entries(rules).filter(([, rule]) => !rule.accepts(1) && rule.accepts({}));

it.each([...taking(RUN_RULES), ...taking(CLIENT_RULES)])('%s takes fields, and no instance without them', (_, rule) => {
  for (const [name, make] of EMPTY) {
    expect([name, rule.accepts(make())]).toEqual([name, false]);
  }
});

it.each(EMPTY)('says what came: %s', (name, make) => {
  const start = () => createClient().run({ agent: 'x', prompt: 'Go.', env: make() as Record<string, string> });
  expect(start).toThrow(`\`env\` is ${name}, but must be an object of strings.`);
  expect(() => createClient(make())).toThrow(ValidationError);
  expect(() => createClient().run(make() as never)).toThrow(ValidationError);
});

it('asks for the await that a promise lacks', () => {
  expect(() => createClient(Promise.resolve({}) as object)).toThrow(/`options` is a Promise.* Is an `await` missing\?/);
});

it('takes what has fields, wherever it comes from', () => {
  class Settings {
    approvalMode = 'deny' as const;
  }
  for (const options of [new Settings(), Object.assign(Object.create(null), { approvalMode: 'deny' })]) {
    expect(() => createClient(options)).not.toThrow();
  }
  expect(RUN_RULES.env.accepts(process.env)).toBe(true);
});
