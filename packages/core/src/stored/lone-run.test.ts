/** A stored run that is given without its tree is a tree of its own. */
import type { JournalEntry, RunHeader, TreeEntry } from '@agent-mux/events/journal';
import { describe, expect, it } from 'vitest';
import { createStoredHandle } from './stored-handle.ts';

const runId = '01M8MHSFJFWEZMHG6A2GFH1FMZ';
const HEADER = { runId, root: runId, agent: 'toy', mode: 'talk', depth: 0, path: ['toy'] } as unknown as RunHeader;
const COUNT = 5_000;

async function* entries(fault?: Error): AsyncGenerator<JournalEntry, undefined> {
  yield { entry: 'open', runId, timestamp: 1, header: HEADER } as unknown as JournalEntry;
  for (let data = 1; data < COUNT; data++) {
    yield { entry: 'note', runId, timestamp: 1, kind: 'k', data };
  }
  if (fault !== undefined) {
    throw fault;
  }
  return undefined;
}

describe('the tree of a long run that stands alone', () => {
  it('has its result, and the places of what is left of it, once its beginning is forgotten', async () => {
    const handle = createStoredHandle({ header: HEADER, entries: entries() });
    const result = await handle;
    expect(await handle.tree.result()).toBe(result);
    const left: TreeEntry[] = [];
    for await (const one of handle.tree) {
      left.push(one);
    }
    expect(left[0]?.pos).toBeGreaterThan(0);
    expect(left.map(({ entry }) => 'data' in entry && entry.data)).toEqual(left.map(({ pos }) => pos));
    expect(left.at(-1)?.pos).toBe(COUNT - 1);
  });

  it('says why its result is not known where not all of it could be read', async () => {
    const handle = createStoredHandle({ header: HEADER, entries: entries(new Error('the disk is gone')) });
    expect((await handle.tree.result()).error?.message).toContain('the disk is gone');
    await expect(handle.tree.result('another')).rejects.toThrow('has no run another');
  });
});
