/** Readers of a long backlog, who share the host with others. */
import { afterEach, describe, expect, it } from 'vitest';
import type { Store } from './open-store.ts';
import { clearAway, newStore } from './testing/folders.ts';
import { QUIET } from './testing/harm.ts';
import { closeOf, deltaOf, headerOf, openOf, runIdOf } from './testing/runs.ts';

afterEach(clearAway);

const ID = runIdOf(1);
/** The entries of a chunk. */
const CHUNK = 512;
const CHUNKS = 20;

async function filled(): Promise<Store> {
  const store = await newStore();
  const log = store.open(headerOf(ID), QUIET);
  log.append(openOf(headerOf(ID)));
  for (let seq = 0; seq < CHUNK * CHUNKS - 2; seq++) {
    log.append(deltaOf(ID, seq, 'x'));
  }
  log.append(closeOf(ID));
  expect(await log.finish()).toBe('whole');
  return store;
}

/** Takes entries until there are so many. Returns how often others could do something meanwhile. */
async function turnsDuring(items: AsyncIterable<unknown>, count: number): Promise<number> {
  let [turns, seen] = [0, 0];
  let timer = setImmediate(function turn() {
    turns++;
    timer = setImmediate(turn);
  });
  for await (const _ of items) {
    if (++seen === count) {
      break;
    }
  }
  clearImmediate(timer);
  expect(seen).toBe(count);
  return turns;
}

async function cursorOfLast(store: Store): Promise<string> {
  let last = '';
  for await (const { cursor } of store.read(ID)) {
    last = cursor;
  }
  return last;
}

describe('whoever reads a long backlog', () => {
  it.each<[string, (store: Store) => AsyncIterable<unknown>]>([
    ['tail() of a run', (store) => store.tail(ID)],
    ['tail() of a context', (store) => store.tail({ contextId: ID })],
    ['the tree of replay()', (store) => store.replay(ID).tree.entries()],
    ['export()', (store) => store.export()],
  ])('lets others work after each part of the file: %s', async (_, read) => {
    expect(await turnsDuring(read(await filled()), CHUNK * CHUNKS)).toBeGreaterThanOrEqual(CHUNKS - 1);
  });

  it('lets others work while it looks for the place from which on it reads', async () => {
    const store = await filled();
    const last = await cursorOfLast(store);
    const log = store.open(headerOf(runIdOf(2), { contextId: ID, root: ID }), QUIET);
    log.append(openOf(headerOf(runIdOf(2), { contextId: ID, root: ID })));
    await log.finish();
    expect(await turnsDuring(store.tail({ contextId: ID }, { from: last }), 1)).toBeGreaterThanOrEqual(CHUNKS - 1);
  });
});

describe('a tail that is stopped within a part of the file', () => {
  it.each<[string, (store: Store, signal: AbortSignal) => AsyncIterable<unknown>]>([
    ['of a run', (store, signal) => store.tail(ID, { signal })],
    ['of a context', (store, signal) => store.tail({ contextId: ID }, { signal })],
  ])('gives nothing more: %s', async (_, tail) => {
    const end = new AbortController();
    let seen = 0;
    for await (const _entry of tail(await filled(), end.signal)) {
      if (++seen === 3) {
        end.abort();
      }
    }
    expect(seen).toBe(3);
  });
});
