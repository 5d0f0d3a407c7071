/** A program that reads a script is told by the whole of its words, whatever stands in them. */
import { expect, it } from 'vitest';
import { findUnseen } from './unseen.ts';
import type { Word } from './words.ts';

const word = (text: string): Word => ({ kind: 'exact', text, isHome: false, source: text });

it.each([
  ['make', '-f-', true],
  ['make', '-sf/dev/stdin', true],
  ['awk', '--file=/dev/fd/3', true],
  ['make', '-f/proc/self/fd/0', true],
  // A line break is a sign as any other in a path.
  ['make', '-f/proc/self/cwd/a\nb', true],
  ['make', '-f/dev/fd/a\nb', true],
  ['make', '-f-\nx', false],
  ['make', '-f\n-', false],
  ['awk', '--file=/dev/stdin\nx', false],
  ['awk', '--file=x\n/dev/stdin', false],
  ['make', '-fMakefile', false],
])('%s %j reads its input: %s', (program, text, isUnseen) => {
  expect(findUnseen([program, text].map(word)) !== undefined).toBe(isUnseen);
});
