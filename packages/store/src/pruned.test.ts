/** Readers of a run that is pruned before they have come to its end. */
import { createSeededRandom } from '@agent-mux/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import type { Store } from './open-store.ts';
import { clearAway, newStore } from './testing/folders.ts';
import { QUIET } from './testing/harm.ts';
import { wholeRun } from './testing/random-journal.ts';
import { headerOf, runIdOf } from './testing/runs.ts';

afterEach(clearAway);

const ID = runIdOf(1);
/** A run of more than one chunk. */
const ENTRIES = wholeRun(headerOf(ID), 3_000, createSeededRandom(5));

async function filled(): Promise<Store> {
  const store = await newStore();
  const log = store.open(headerOf(ID), QUIET);
  for (const entry of ENTRIES) {
    log.append(entry);
  }
  expect(await log.finish()).toBe('whole');
  return store;
}

async function rest(items: AsyncIterator<unknown>): Promise<number> {
  let count = 0;
  while ((await items.next()).done !== true) {
    count++;
  }
  return count;
}

describe('a run that is pruned while somebody reads it', () => {
  it.each<[string, (store: Store) => AsyncIterable<unknown>]>([
    ['tail()', (store) => store.tail(ID)],
    ['the tree of replay()', (store) => store.replay(ID, { highWaterMark: 100 }).tree.entries()],
  ])('is told as pruned, and not as damaged: %s', async (_, begin) => {
    const store = await filled();
    const reading = begin(store)[Symbol.asyncIterator]();
    await reading.next();
    expect(await store.prune({ olderThan: Date.now() + 1_000 })).toMatchObject({ roots: [ID] });
    await expect(rest(reading)).rejects.toMatchObject({
      code: 'RUN_NOT_FOUND',
      message: `The tree with the root ${ID} was pruned from ${store.file} while it was read. Export first what is to be kept.`,
    });
    expect(await store.check()).toMatchObject({ isSound: true });
  });

  it('is read to its end by read(), by export() and by replay() of a run that is over', async () => {
    const store = await filled();
    const readers = [store.read(ID), store.export(), store.replay(ID, { highWaterMark: 100 }).entries()];
    const readings = readers.map((each: AsyncIterable<unknown>) => each[Symbol.asyncIterator]());
    await Promise.all(readings.map((reading) => reading.next()));
    await store.prune({ olderThan: Date.now() + 1_000 });
    const left = ENTRIES.length - 1;
    expect(await Promise.all(readings.map(rest))).toEqual([left, left + 1, left]);
  });
});
