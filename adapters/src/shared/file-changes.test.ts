import { expect, it } from 'vitest';
import { changeOfDiff, createdFile } from './file-changes.ts';

const HUNK = '@@ -1,1 +1,1 @@\n--- /dev/null\n+++ /dev/null\n';

it.each([
  [
    'of git, of a new file',
    '\ndiff --git a/w/f b/w/f\ncreate file mode 100644\n--- a/dev/null\n+++ b/w/f\n@@ -1,0 +1,1 @@\n+a\n',
    'create',
  ],
  ['of a file that is empty, or not there', '--- /w/f\n+++ /w/f\n@@ -0,0 +1,1 @@\n+a\n', 'create'],
  ['of a new file', '--- /dev/null\n+++ /w/f\n@@ -0,0 +1 @@\n+a\n', 'create'],
  ['of a file that goes', '--- a/w/f\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n', 'delete'],
  ['of some lines', '--- /w/f\n+++ /w/f\n@@ -1 +1 @@\n-a\n+b\n', 'update'],
  ['of lines that look like a head', `--- /w/f\n+++ /w/f\n${HUNK}`, 'update'],
])('a diff %s says what is done', (_what, diff, change) => {
  expect(changeOfDiff('/w/f', diff)).toEqual({ path: '/w/f', change, diff: diff.trimStart() });
});

it('a new file without content has no diff', () => {
  expect(createdFile('/w/f', '')).toEqual({ path: '/w/f', change: 'create' });
});
