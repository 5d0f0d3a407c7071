/** What the changes of a patch would do, as Codex 0.169.0 and `codex exec` name them. */
import { expect, it } from 'vitest';
import { changesOf } from './patch-items.ts';

it.each([
  ['adds a file whose text is not told', { path: '/a', kind: { type: 'add' } }, { path: '/a', change: 'create' }],
  [
    'adds a file by the short name of what it does',
    { path: '/a', kind: 'add', diff: 'x\n' },
    { path: '/a', change: 'create', diff: '--- /a\n+++ /a\n@@ -0,0 +1,1 @@\n+x\n' },
  ],
  ['deletes a file whose text is not told', { path: '/a', kind: 'delete' }, { path: '/a', change: 'delete' }],
  ['changes a file in a way that is not told', { path: '/a' }, { path: '/a', change: 'update' }],
  [
    'moves a file',
    { path: '/a', kind: { type: 'update', move_path: '/b' } },
    { path: '/a', change: 'move', movedTo: '/b' },
  ],
])('a change %s', (_what, native, change) => {
  expect(changesOf([native])).toEqual([change]);
  expect(changesOf([native, { kind: 'add' }])).toBeUndefined();
});

it('no changes say nothing of what a patch would do', () => {
  expect(changesOf([])).toBeUndefined();
});
