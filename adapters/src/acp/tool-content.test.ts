/** What a call over the Agent Client Protocol carries: its text, its images and the files that it has changed. */
import { describe, expect, it } from 'vitest';
import type { ToolIdentity } from './quirks.ts';
import { diffsIn, fileDrafts, imageDrafts, pathsOf, textIn } from './tool-content.ts';

const text = (words: string) => ({ type: 'content', content: { type: 'text', text: words } });
const image = (more: object = {}) => ({ type: 'content', content: { type: 'image', data: 'aGk=', ...more } });
const change = (oldText: string | undefined, newText: string | undefined, more: object = {}) => ({
  ...{ type: 'diff', path: '/a', oldText, newText, ...more },
});
const call = (content: unknown, more: object = {}) => ({ toolCallId: 't1', content, ...more });
const files = (content: unknown, more: object = {}, identity: Partial<ToolIdentity> = {}) =>
  fileDrafts(call(content, more), { name: 'x', kind: 'edit', input: {}, ...identity });

it('its text is all of it, a line each', () => {
  expect([textIn([text('a'), image(), { type: 'text', text: 'no' }, 7, text('b')]), textIn(undefined)]).toEqual([
    'a\nb',
    '',
  ]);
});

it('its images have an event each, of the kind that is told', () => {
  expect(imageDrafts(call([image({ mimeType: 'image/png' }), image(), image({ data: 7 }), text('a')]))).toEqual([
    { type: 'image_output', mimeType: 'image/png', base64: 'aGk=', toolCallId: 't1' },
    { type: 'image_output', mimeType: 'application/octet-stream', base64: 'aGk=', toolCallId: 't1' },
  ]);
});

describe('a changed file', () => {
  const patch = { type: 'file_patch', path: '/a', diff: expect.stringContaining('-one\n+two'), toolCallId: 't1' };

  it.each<[string, object, Partial<ToolIdentity>, object[]]>([
    [
      'is new where it held nothing',
      change('', 'ü'),
      {},
      [{ type: 'file_create', path: '/a', byteCount: 2, content: 'ü', toolCallId: 't1' }],
    ],
    [
      'is new where nothing is told of it',
      change(undefined, 'u'),
      {},
      [{ type: 'file_create', path: '/a', byteCount: 1, content: 'u', toolCallId: 't1' }],
    ],
    ['is changed where it held something', change('one\n', 'two\n'), {}, [patch]],
    [
      'is written where the tool writes',
      change('one', 'two'),
      { edits: 'write' },
      [{ type: 'file_write', path: '/a', byteCount: 3, content: 'two', toolCallId: 't1' }],
    ],
    [
      'is deleted where the agent says so',
      change('one', '', { _meta: { kind: 'delete' } }),
      {},
      [{ type: 'file_delete', path: '/a', toolCallId: 't1' }],
    ],
    [
      'is new where the agent says so',
      change('one', 'two', { _meta: { kind: 'add' } }),
      {},
      [{ type: 'file_create', path: '/a', byteCount: 3, content: 'two', toolCallId: 't1' }],
    ],
    [
      'is changed where the agent says so',
      change('', 'two\n', { _meta: { kind: 'modify' } }),
      {},
      [{ type: 'file_patch', path: '/a', diff: expect.stringContaining('+two'), toolCallId: 't1' }],
    ],
    ['is none where nothing has changed', change('one', 'one'), {}, []],
    ['is none without a path', { ...change('', 'x'), path: 7 }, {}, []],
    ['is none without what it holds', change('one', undefined), {}, []],
    ['is none of what is no change', { ...change('', 'x'), type: 'content' }, {}, []],
  ])('%s', (_what, item, identity, drafts) => {
    expect(files([item], {}, identity)).toEqual(drafts);
  });

  it('has no content of its own where the input of the call is told', () => {
    expect(files([change('', 'u')], { rawInput: {} })).toEqual([
      { type: 'file_create', path: '/a', byteCount: 1, toolCallId: 't1' },
    ]);
  });
});

it('a file is read where the call reads, and changes none', () => {
  const locations = [{ path: '/a' }, {}, 7, { path: '/b' }];
  const read = (path: string) => ({ type: 'file_read', path, toolCallId: 't1' });
  expect(pathsOf({ toolCallId: 't1', locations })).toEqual(['/a', '/b']);
  expect(files([], { locations }, { kind: 'read' })).toEqual([read('/a'), read('/b')]);
  expect(files([], { locations }, { kind: 'search' })).toEqual([]);
  expect(files([change('', 'u')], { locations }, { kind: 'read' }).map(({ type }) => type)).toEqual(['file_create']);
});

it('what a call would change is told as diffs', () => {
  const content = [
    change('one\n', 'two\n'),
    change(undefined, 'new\n'),
    change('one\n', undefined),
    change('a', 'a'),
    text('x'),
  ];
  expect(diffsIn(call(content))).toEqual([
    '--- /a\n+++ /a\n@@ -1,1 +1,1 @@\n-one\n+two\n',
    '--- /a\n+++ /a\n@@ -0,0 +1,1 @@\n+new\n',
    '--- /a\n+++ /a\n@@ -1,1 +0,0 @@\n-one\n',
  ]);
  expect(diffsIn(call([{ ...change('a', 'b'), path: undefined }]))).toEqual([]);
});
