/** The reading of a stored run ends when it is told to, whatever its source does. */
import type { JournalEntry, RunHeader } from '@agent-mux/events/journal';
import { describe, expect, it } from 'vitest';
import { createStoredHandle, type StoredRunHandle } from './stored-handle.ts';

const runId = '01M8MHSFJFWEZMHG6A2GFH1FMZ';
const HEADER = { runId, root: runId, agent: 'toy', mode: 'talk', depth: 0, path: ['toy'] } as unknown as RunHeader;
const note = (data: number): JournalEntry => ({ entry: 'note', runId, timestamp: 1, kind: 'k', data });

const never = (): Promise<never> => new Promise(() => {});

/** It has so many entries, and then says nothing more; `leave` is what comes of leaving it. */
function silentSource(count: number, leave: () => Promise<unknown>) {
  const calls: string[] = [];
  let told = 0;
  const iterator = {
    async next() {
      if (told < count) {
        return { value: note(told++) };
      }
      calls.push('waits');
      return never();
    },
    return: () => {
      calls.push('left');
      return leave();
    },
  };
  return { calls, entries: { [Symbol.asyncIterator]: () => iterator } as unknown as AsyncIterable<JournalEntry> };
}

const WAYS: readonly (readonly [string, (handle: StoredRunHandle) => PromiseLike<void>])[] = [
  ['abort()', (handle) => handle.abort()],
  ['await using', (handle) => handle[Symbol.asyncDispose]()],
];
const SOURCES: readonly (readonly [string, () => Promise<unknown>])[] = [
  ['can be left', () => Promise.resolve({ done: true, value: undefined })],
  ['never answers that it is left', never],
  ['fails as it is left', () => Promise.reject(new Error('disk'))],
];
const CASES = WAYS.flatMap(([way, stop]) =>
  SOURCES.flatMap(([what, leave]) => [0, 2].map((count) => ({ way, stop, what, leave, count }))),
);

describe('the replay of a run that says nothing', () => {
  it.each(CASES)('ends by $way after $count entries where its source $what', async ({ stop, leave, count }) => {
    const { calls, entries } = silentSource(count, leave);
    const handle = createStoredHandle({ header: HEADER, entries });
    const seen: JournalEntry[] = [];
    const read = (async () => {
      for await (const entry of handle.entries()) {
        seen.push(entry);
      }
    })();
    await expect.poll(() => calls).toEqual(['waits']);
    await stop(handle);
    await read;
    expect(calls).toEqual(['waits', 'left']);
    expect(seen).toEqual(Array.from({ length: count }, (_, at) => note(at)));
    expect((await handle).error?.message).toContain('The reading was aborted.');
    await stop(handle);
    expect(calls).toEqual(['waits', 'left']);
  });

  it('ends while it waits for a slow reader, and leaves its source', async () => {
    const { calls, entries } = silentSource(9, never);
    const handle = createStoredHandle({ header: HEADER, entries, highWaterMark: 1 });
    await handle.entries()[Symbol.asyncIterator]().next();
    await handle.abort();
    expect(calls).toEqual(['left']);
  });

  it('leaves a source whose entries cannot be read, and none that has ended or failed by itself', async () => {
    const told: string[] = [];
    const sourceOf = (next: () => Promise<unknown>): AsyncIterable<JournalEntry> =>
      ({ [Symbol.asyncIterator]: () => ({ next, return: () => told.push('left') }) }) as never;
    for (const value of [null, undefined]) {
      const broken = await createStoredHandle({ header: HEADER, entries: sourceOf(async () => ({ value })) });
      expect(broken.error?.code).toBe('STORE_ERROR');
    }
    expect(told.splice(1)).toEqual(['left']);
    await createStoredHandle({ header: HEADER, entries: sourceOf(async () => ({ done: true })) });
    const failed = await createStoredHandle({
      header: HEADER,
      entries: sourceOf(() => Promise.reject(new Error('disk'))),
    });
    expect(failed.error?.message).toContain('disk');
    expect(told).toEqual(['left']);
  });
});
