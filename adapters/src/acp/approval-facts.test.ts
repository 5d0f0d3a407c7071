/** What a permission over the Agent Client Protocol is about. The calls are hand-made. */
import { describe, expect, it } from 'vitest';
import { permissionFacts } from './approval-facts.ts';
import type { ToolQuirks } from './quirks.ts';

const factsOf = (paths: readonly string[], quirks: ToolQuirks | undefined) =>
  permissionFacts({
    asked: { toolCallId: 't1', locations: paths.map((path) => ({ path })) },
    identity: { name: 'edit', kind: 'edit', input: {} },
    folder: undefined,
    quirks,
  });

describe('the files that are asked about', () => {
  it.each([['/a'], ['a'], ['/a', 'b']])(
    'are told as they are by an agent that works in the folder of its run',
    (...paths) => {
      expect(factsOf(paths, undefined)).toEqual({ toolKind: 'edit', paths });
      expect(factsOf(paths, { worksElsewhere: false })).toEqual({ toolKind: 'edit', paths });
    },
  );

  it('are told by an agent that works elsewhere only where it is sure which they are', () => {
    expect(factsOf(['/a', '/b'], { worksElsewhere: true })).toEqual({ toolKind: 'edit', paths: ['/a', '/b'] });
    expect(factsOf(['/a', 'b'], { worksElsewhere: true })).toEqual({ toolKind: 'edit' });
    expect(factsOf(['a'], { worksElsewhere: true })).toEqual({ toolKind: 'edit' });
  });
});

describe('the changes that are asked about', () => {
  it.each<[string, object, object]>([
    ['is new', { newText: 'b\n' }, { change: 'create', diff: '--- /a\n+++ /a\n@@ -0,0 +1,1 @@\n+b\n' }],
    ['is new and empty', {}, { change: 'create' }],
    ['loses a part', { oldText: 'a' }, { change: 'update', oldText: 'a', newText: '' }],
    ['changes in a part', { oldText: 'a', newText: 'b' }, { change: 'update', oldText: 'a', newText: 'b' }],
    ['is deleted', { oldText: 'a', _meta: { kind: 'delete' } }, { change: 'delete', oldText: 'a' }],
  ])('are told of a file that %s', (_what, texts, change) => {
    const facts = permissionFacts({
      asked: { toolCallId: 't1', content: [{ type: 'diff', path: '/a', ...texts }] },
      identity: { name: 'edit', kind: 'edit', input: {} },
      folder: undefined,
      quirks: undefined,
    });
    expect(facts).toEqual({ toolKind: 'edit', changes: [{ path: '/a', ...change }] });
  });
});
