import { encodeEntry, type JournalEntry } from '@agent-mux/events/journal';
import { createSeededRandom } from '@agent-mux/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import type { StoredEntry } from './file/index.ts';
import { clearAway, newStore } from './testing/folders.ts';
import { wholeRun } from './testing/random-journal.ts';
import { headerOf, runIdOf } from './testing/runs.ts';

afterEach(clearAway);

const QUIET = { secrets: [], onBroken: (error: Error) => expect.fail(error.message) };
const RUNS = process.env['AMUX_FULL'] === '1' ? 2_000 : 40;

async function linesOf(entries: AsyncIterable<StoredEntry>): Promise<string[]> {
  const lines: string[] = [];
  for await (const { entry } of entries) {
    lines.push(encodeEntry(entry));
  }
  return lines;
}

describe('what a run appends', () => {
  it('is given back to the byte, over any batching and from any place', { timeout: 300_000 }, async () => {
    const random = createSeededRandom(10);
    const store = await newStore();
    for (let number = 0; number < RUNS; number++) {
      const header = headerOf(runIdOf(number));
      const entries = wholeRun(header, Math.floor(random() * (number % 10 === 0 ? 2_000 : 60)), random);
      const log = store.open(header, QUIET);
      for (const entry of entries) {
        log.append(entry);
        const chance = random();
        if (chance < 0.01) {
          await log.barrier();
        } else if (chance < 0.02) {
          await new Promise((resolve) => setTimeout(resolve, random() * 60));
        } else if (chance < 0.04) {
          await new Promise((resolve) => setImmediate(resolve));
        }
      }
      expect(await log.finish()).toBe('whole');
      expect(log.barrier()).toBeUndefined();
      const wanted = entries.map(encodeEntry);
      expect(await linesOf(store.read(header.runId))).toEqual(wanted);
      const from = Math.floor(random() * (wanted.length + 1));
      expect(await linesOf(store.read(header.runId, { from }))).toEqual(wanted.slice(from));
      expect(await linesOf(store.tail(header.runId, { from }))).toEqual(wanted.slice(from));
    }
    expect(await store.check()).toMatchObject({ isSound: true, problems: [], trees: RUNS, runs: RUNS });
  });

  it('stands in one list with all runs of its tree, in the order of the calls', async () => {
    const random = createSeededRandom(11);
    const store = await newStore();
    const root = runIdOf(1);
    const runs = [1, 2, 3, 4].map((number) => {
      const header = headerOf(runIdOf(number), number === 1 ? {} : { root, parent: root, depth: 1, name: 'child' });
      return { header, log: store.open(header, QUIET), left: wholeRun(header, 400, random) };
    });
    const appended: JournalEntry[] = [];
    for (let open = runs; open.length > 0; open = open.filter(({ left }) => left.length > 0)) {
      const { log, left } = open[Math.floor(random() * open.length)] ?? {};
      const entry = left?.shift();
      if (entry === undefined) {
        continue;
      }
      log?.append(entry);
      appended.push(entry);
      if (random() < 0.01) {
        await log?.barrier();
      }
    }
    expect(await Promise.all(runs.map(({ log }) => log.finish()))).toEqual(['whole', 'whole', 'whole', 'whole']);
    const seen: StoredEntry[] = [];
    for await (const stored of store.readTree(root)) {
      seen.push(stored);
    }
    expect(seen.map(({ pos }) => pos)).toEqual(appended.map((_, pos) => pos));
    expect(seen.map(({ entry }) => encodeEntry(entry))).toEqual(appended.map(encodeEntry));
    expect(seen.every(({ run, entry }) => run.runId === entry.runId)).toBe(true);
    for (const { header } of runs) {
      const wanted = seen.filter(({ run }) => run.runId === header.runId).map(({ pos }) => pos);
      const read: number[] = [];
      for await (const { pos } of store.read(header.runId)) {
        read.push(pos);
      }
      expect(read).toEqual(wanted);
    }
    expect((await store.list({ root })).map(({ runId, state, parent }) => [runId, state, parent])).toEqual(
      [4, 3, 2, 1].map((number) => [runIdOf(number), 'closed', number === 1 ? undefined : root]),
    );
  });
});
