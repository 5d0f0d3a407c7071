/** The name of a program loses its version, however long that is. */
import { expect, it } from 'vitest';
import { programName } from './programs.ts';

const long = (count: number): string => '1'.repeat(count);

it.each([
  ['bash5', 'bash'],
  ['/usr/bin/Python3.11', 'python'],
  ['python3.', 'python'],
  ['gcc-12', 'gcc'],
  ['x.12', 'x'],
  ['x--1.2', 'x-'],
  ['x..1', 'x.'],
  ['x-.1', 'x-'],
  ['x1-', 'x1-'],
  ['x..', 'x..'],
  ['x-', 'x-'],
  ['7', ''],
  ['-7', ''],
  ['1.2.3', ''],
  ['a1b22', 'a1b'],
])('%s is called %j', (word, name) => {
  expect(programName(word)).toBe(name);
});

it.each([63, 64, 65, 70, 16_000])('a version of %i digits is cut as a whole', (count) => {
  const names = [`bash${long(count)}`, `bash-${long(count)}`, `bash${'1.'.repeat(count)}`].map(programName);
  expect(names).toEqual(['bash', 'bash', 'bash']);
});
