/** Runs of any drafts in any order, with whatever is said to them at any place, read back from the store by another process. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createStoredHandle } from '@agent-mux/core';
import { encodeEvent } from '@agent-mux/events';
import { checkEntries, encodeEntry, isEventEntry, type JournalEntry, type RunHeader } from '@agent-mux/events/journal';
import { openStore, type Store } from '@agent-mux/store';
import { createSeededRandom } from '@agent-mux/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUILT_WRITER } from '../packages/store/src/testing/built-writer.ts';
import { INPUT_KINDS, runWithInput, wholeRun } from '../packages/store/src/testing/random-journal.ts';
import { headerOf, runIdOf } from '../packages/store/src/testing/runs.ts';
import { DRAW_SEED, IS_CI, IS_FULL } from './support/drawn.ts';
import { type ReadRun, showResult } from './support/read-run.ts';
import { type StoreReader, startStoreReader } from './support/store-reader.ts';

const seed = DRAW_SEED;
const runs = Number(process.env['AMUX_RUNS'] ?? (IS_FULL ? 10_000 : IS_CI ? 500 : 200));
/** They are stored at once. */
const LOT = 50;

const folder = mkdtempSync(join(tmpdir(), 'amux-random-runs-'));
let store: Store;
let reader: StoreReader;

beforeAll(async () => {
  store = await openStore(join(folder, 'runs', 'runs.db'), BUILT_WRITER);
  reader = startStoreReader(store.file);
});
afterAll(async () => {
  await reader[Symbol.asyncDispose]();
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Written {
  readonly header: RunHeader;
  readonly entries: readonly JournalEntry[];
}

async function keep({ header, entries }: Written, random: () => number): Promise<void> {
  const log = store.open(header, { secrets: [], onBroken: (error) => expect.fail(error.message) });
  for (const entry of entries) {
    log.append(entry);
    if (random() < 0.02) {
      await log.barrier();
    }
  }
  expect(await log.finish()).toBe('whole');
}

async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

/** What a reader is to get. */
async function wantedOf({ header, entries }: Written): Promise<ReadRun> {
  const result = await createStoredHandle({ header, entries: each(entries), collectEvents: true }).result();
  return {
    entries: entries.map(encodeEntry),
    events: entries.filter(isEventEntry).map((event) => encodeEvent(event)),
    result: showResult(result),
    hidden: [],
  };
}

async function demandSame(all: readonly Written[], random: () => number): Promise<void> {
  for (let at = 0; at < all.length; at += LOT) {
    const lot = all.slice(at, at + LOT);
    await Promise.all(lot.map((run) => keep(run, random)));
    for (const run of lot) {
      expect(checkEntries(run.entries)).toEqual([]);
      expect(await reader.read(run.header.runId)).toEqual(await wantedOf(run));
    }
  }
}

describe(`random runs (AMUX_SEED=${seed})`, () => {
  it(`are the same from another process (${runs})`, { timeout: 1_800_000 }, async () => {
    const random = createSeededRandom(seed);
    for (let number = 0; number < runs; number += LOT) {
      const lot = Array.from({ length: Math.min(LOT, runs - number) }, (_, index): Written => {
        const header = headerOf(runIdOf(number + index), { stream: random() < 0.2 ? false : 'auto' });
        return { header, entries: wholeRun(header, 4 + Math.floor(random() * 120), random, random() * 0.4) };
      });
      await demandSame(lot, random);
    }
  });

  it('are the same with a word of each kind at each place', { timeout: 300_000 }, async () => {
    const drafts = IS_FULL ? 80 : 15;
    const all = INPUT_KINDS.flatMap((kind, index) =>
      Array.from({ length: drafts }, (_, position): Written => {
        const header = headerOf(runIdOf(1_000_000 + index * 1_000 + position));
        return { header, entries: runWithInput(header, drafts, { kind, position, random: createSeededRandom(seed) }) };
      }),
    );
    await demandSame(all, createSeededRandom(seed + 1));
  });

  it('keep all rules where they are stored', { timeout: 600_000 }, async () => {
    expect(await store.check()).toMatchObject({ isSound: true, problems: [] });
  });
});
