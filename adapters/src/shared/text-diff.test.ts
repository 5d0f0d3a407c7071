import { expect, it } from 'vitest';
import { textDiff } from './text-diff.ts';

const head = '--- a.txt\n+++ a.txt\n';

it.each<[name: string, before: string, after: string, diff: string | undefined]>([
  ['nothing', 'a\n', 'a\n', undefined],
  ['a new file', '', 'a\nb\n', '@@ -0,0 +1,2 @@\n+a\n+b\n'],
  ['an emptied file', 'a\n', '', '@@ -1,1 +0,0 @@\n-a\n'],
  ['the last line', 'one\ntwo\nthree\n', 'one\ntwo\n3\n', '@@ -1,3 +1,3 @@\n one\n two\n-three\n+3\n'],
  [
    'a line among many',
    '1\n2\n3\n4\n5\n6\n7\n8\n9\n',
    '1\n2\n3\n4\nfive\n6\n7\n8\n9\n',
    '@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n',
  ],
  ['a repeated line', 'a\na\n', 'a\na\na\n', '@@ -1,2 +1,3 @@\n a\n a\n+a\n'],
  ['a last line end', 'a', 'a\n', '@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+a\n'],
])('shows the change of %s', (_, before, after, diff) => {
  expect(textDiff('a.txt', before, after)).toBe(diff === undefined ? undefined : head + diff);
});
