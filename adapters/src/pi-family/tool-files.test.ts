import { expect, it } from 'vitest';
import { type FinishedCall, numberedDiff, ToolFiles } from './tool-files.ts';

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

const toolCallId = 't1';
const read = (path: string) => ({ type: 'file_read', path, toolCallId });
const textChange = { oldText: 'one\n', newText: 'two\n' };
const numbered = '-1 one\n+1 two';
const patch = { type: 'file_patch', path: '/a', diff: '--- /a\n+++ /a\n@@ -1,1 +1,1 @@\n-one\n+two\n', toolCallId };

it.each<[name: string, toolName: string, input: object, details: object, drafts: object[]]>([
  ['read', 'read', { path: 'a' }, {}, [read('/work/a')]],
  ['read under the name that omp gives', 'read', { path: 'a' }, { resolvedPath: '/b/a' }, [read('/b/a')]],
  ['read from its source', 'read', { path: 'a' }, { meta: { source: { type: 'path', value: '/c' } } }, [read('/c')]],
  [
    'read from a source that is no file',
    'read',
    { path: 'a' },
    { meta: { source: { type: 'url', value: 'http://c' } } },
    [read('/work/a')],
  ],
  ['no file without a path', 'read', {}, {}, []],
  [
    'read for a skill that is called by its name',
    'read',
    { path: 'skill://tidy/notes.md' },
    { resolvedPath: '/skills/tidy/notes.md' },
    [read('/skills/tidy/notes.md'), { type: 'skill_invoked', skillName: 'tidy' }],
  ],
  [
    'read for a skill by its file',
    'read',
    { path: '/skills/tidy/SKILL.md' },
    {},
    [read('/skills/tidy/SKILL.md'), { type: 'skill_invoked', skillName: 'tidy' }],
  ],
  [
    'made',
    'write',
    { path: 'a', content: 'ö' },
    {},
    [{ type: 'file_create', path: '/work/a', byteCount: 2, toolCallId }],
  ],
  ['not written where no path is named', 'write', { content: 'x' }, {}, []],
  ['not written without a text', 'write', { path: 'a' }, {}, []],
  ['changed by numbered lines', 'edit', { path: '/a' }, { diff: numbered }, [patch]],
  ['changed from a text before it to one after it', 'edit', { path: '/a' }, textChange, [patch]],
  [
    'changed by numbered lines where the text after it is not told',
    'edit',
    { path: '/a' },
    { oldText: 'x', diff: numbered },
    [patch],
  ],
  ['changed without words', 'edit', { path: '/a' }, {}, []],
  ['not changed where no path is named', 'edit', {}, { diff: numbered }, []],
  ['deleted', 'bash', { command: 'rm a' }, {}, [{ type: 'file_delete', path: '/sub/a', toolCallId }]],
  ['not touched by another tool', 'odd', { path: 'a' }, {}, []],
])('tells of a file that was %s', (_what, toolName, input, details, drafts) => {
  const call: FinishedCall = { toolCallId, toolName, input, details, folder: '/sub' };
  expect(new ToolFiles(() => '/work').draftsOf(call)).toEqual(drafts);
});

it.each([
  ['read', { path: '/a' }],
  ['write', { path: '/a', content: 'x' }],
  ['edit', { path: '/a' }],
])('knows that a file was there before it was written after a call of %s', (toolName, input) => {
  const files = new ToolFiles(() => '/work');
  files.draftsOf({ toolCallId, toolName, input, details: {}, folder: undefined });
  const written: FinishedCall = {
    ...{ toolCallId, toolName: 'write', details: {}, folder: undefined },
    input: { path: '/a', content: 'xy' },
  };
  expect(files.draftsOf(written)).toEqual([{ type: 'file_write', path: '/a', byteCount: 2, toolCallId }]);
});
