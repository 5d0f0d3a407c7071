import { expect, it } from 'vitest';
import { numberedDiff } from './tool-files.ts';

// These are diffs of pi 0.73.1: numbered lines, and dots for what was left out.
it.each<[name: string, native: string, diff: string | undefined]>([
  [
    'a changed line',
    ' 1 one\n-2 two\n+2 TWO\n 3 three',
    '--- a.txt\n+++ a.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+TWO\n three\n',
  ],
  [
    'two places',
    ' 1 one\n+2 new\n 2 two\n   ...\n 8 eight\n-9 nine',
    '--- a.txt\n+++ a.txt\n@@ -1,2 +1,3 @@\n one\n+new\n two\n@@ -8,2 +9,1 @@\n eight\n-nine\n',
  ],
  ['text in an empty file', '+1 one', '--- a.txt\n+++ a.txt\n@@ -0,0 +1,1 @@\n+one\n'],
  ['nothing', '', undefined],
])('makes a unified diff of %s', (_name, native, diff) => {
  expect(numberedDiff('a.txt', native)).toBe(diff);
});
