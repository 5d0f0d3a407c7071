/** A tree of runs that is read back from its store, by another process, is the tree that was. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { AgentMuxClient, RunHandle } from '@agent-mux/core';
import { checkTree, encodeEntry, type TreeEntry } from '@agent-mux/events/journal';
import { openStore, type Store } from '@agent-mux/store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TreeLedger } from '../packages/core/src/results/ledger.ts';
import { StoredTree } from '../packages/core/src/stored/stored-tree.ts';
import { BUILT_WRITER } from '../packages/store/src/testing/built-writer.ts';
import { HANGS, talker, toy, treeClient } from './support/calling-toys.ts';
import { drawn, IS_FULL } from './support/drawn.ts';
import { growTree, RANDOM_SCRIPTS, randomOf } from './support/random-trees.ts';
import { readTree } from './support/toy-tree.ts';

const HOSTS = process.env['AMUX_TEST_HOSTS'] ?? '';
const HOST = join(HOSTS, 'tree-host.mjs');
const READER = join(HOSTS, 'tree-reader.mjs');
const scratch = mkdtempSync(join(tmpdir(), 'amux-trees-'));
const file = join(scratch, 'runs', 'runs.db');
let store: Store;
beforeAll(async () => {
  store = await openStore(file, BUILT_WRITER);
});
afterAll(async () => {
  await store.close();
  rmSync(scratch, { recursive: true, force: true });
});

const KILLS = IS_FULL ? 200 : 2;
const ALL_SEEDS = Array.from({ length: 60 }, (_, index) => index + 1);
/** Two of them, others each time. */
const SEEDS = drawn(ALL_SEEDS, { every: 30, kindOf: () => 'any' });
const scripts = { ...RANDOM_SCRIPTS, a: talker('A'), b: talker('B'), c: talker('C'), hangs: HANGS };

interface Watched {
  /** The root first. They are in a list, since a handle by itself is awaited for its result. */
  readonly runs: readonly RunHandle[];
  readonly entries: readonly TreeEntry[];
}

async function watch(grow: (mux: AgentMuxClient) => Promise<readonly RunHandle[]>): Promise<Watched> {
  const mux = treeClient(scripts, { store });
  const runs = await grow(mux);
  const [root] = runs as [RunHandle];
  await root.tree.result();
  const entries = await readTree(root);
  await mux.close();
  return { runs, entries };
}

async function readElsewhere(root: string): Promise<unknown[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [READER, file, root], {
    timeout: 60_000,
    maxBuffer: 2 ** 26,
  });
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
}

async function demandSame({ runs, entries }: Watched): Promise<void> {
  const [root] = runs as [RunHandle];
  const own = async (run: RunHandle): Promise<unknown> => {
    const lines: string[] = [];
    for await (const entry of run.entries()) {
      lines.push(encodeEntry(entry));
    }
    return { runId: run.runId, lines, result: await run };
  };
  const order = [...new Set(entries.map(({ run }) => run.runId))];
  const handles = order.map((runId) => runs.find((run) => run.runId === runId) as RunHandle);
  const { events: _events, ...result } = await root.tree.result();
  const expected = [
    ...entries.map(({ pos, run, entry }) => ({ pos, run: run.runId, line: encodeEntry(entry) })),
    { open: [], result: { ...result, events: [] } },
    ...(await Promise.all(handles.map(own))),
  ];
  expect(await readElsewhere(root.runId)).toEqual(JSON.parse(JSON.stringify(expected)));
}

describe('a stored tree', () => {
  it.each<[string, (mux: AgentMuxClient, runs: RunHandle[]) => Promise<unknown>]>([
    [
      'three deep, with one name twice and runs at once',
      async (mux, runs) => {
        const [a] = runs as [RunHandle];
        const middle = [1, 2].map(() => mux.call(a, toy('b', { keepOpen: true })));
        const leaves = middle.map((parent) => mux.call(parent, toy('c')));
        runs.push(...middle, ...leaves);
        await Promise.all(leaves);
        await Promise.all(middle.map((run) => run.end()));
      },
    ],
    [
      'a chain from the root',
      async (mux, runs) => {
        const b = mux.handoff(runs[0] as RunHandle, toy('b', { keepOpen: true }));
        runs.push(b);
        await b.once('turn_end', () => runs.push(mux.handoff(b, toy('c'))));
      },
    ],
    [
      'a handoff at depth one, and a caller that is aborted meanwhile',
      async (mux, runs) => {
        const b = mux.call(runs[0] as RunHandle, toy('b', { keepOpen: true }));
        const c = mux.handoff(b, toy('hangs'));
        runs.push(b, c);
        await b;
        await new Promise((resolve) => c.once('text_delta', resolve));
        await runs[0]?.abort();
      },
    ],
    [
      'a successor that never begins',
      async (mux, runs) => {
        const b = mux.call(runs[0] as RunHandle, toy('crashes'));
        runs.push(b, mux.handoff(b, toy('c')));
        await b;
      },
    ],
  ])('is the same: %s', async (_what, grow) => {
    const watched = await watch(async (mux) => {
      const runs = [mux.run(toy('a', { keepOpen: true }))];
      await grow(mux, runs);
      void runs[0]?.end();
      return runs;
    });
    await demandSame(watched);
  });

  it.each(SEEDS)('that grew at random is in order, and the same: seed %i', async (seed) => {
    const watched = await watch((mux) => growTree(mux, seed, 14));
    const { entries } = watched;
    const ledger = new TreeLedger();
    const settledAt = entries.flatMap(({ pos, entry }) => {
      ledger.take(entry);
      return ledger.isSettled ? [pos] : [];
    });
    expect(settledAt).toEqual([entries.length - 1]);
    await demandSame(watched);
  });

  it('is whole up to where it is, as long as it goes on', async () => {
    const mux = treeClient(scripts, { store });
    const a = mux.run(toy('a', { keepOpen: true }));
    const b = mux.call(a, toy('hangs'));
    await new Promise((resolve) => b.once('text_delta', resolve));
    await expect
      .poll(async () => (await store.list({ root: a.runId } as never)).length, { timeout: 5_000 })
      .toBeGreaterThan(0);
    const entries: TreeEntry[] = [];
    for await (const entry of store.readTree(a.runId)) {
      entries.push(entry);
    }
    expect(checkTree(entries, { mayBeOpen: true })).toEqual([]);
    const replayed = store.replay(a.runId).tree;
    const following = replayed.result();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(replayed.ledger.isOpen(b.runId)).toBe(true);
    await mux.close();
    const { events: _events, ...result } = await a.tree.result();
    expect(await following).toEqual({ ...result, events: [] });
    expect(replayed.ledger.isSettled).toBe(true);
  });

  it('says that it is lost where its host has gone between two runs', async () => {
    const mux = treeClient(scripts, { store });
    const a = mux.run(toy('a', { keepOpen: true }));
    const reading = readTree(a);
    const b = mux.handoff(a, toy('b'));
    await b;
    await mux.close();
    const entries = await reading;
    const header = entries[0]?.run ?? expect.fail('no entries');
    const opened = entries.findIndex(({ entry }) => entry.runId === b.runId);
    for (const length of [opened, opened + 1, opened + 2]) {
      const tree = new StoredTree(header, async function* () {
        yield* entries.slice(0, length);
      });
      expect(await tree.result()).toMatchObject({ runId: b.runId, exitReason: 'failed', stored: 'partial' });
    }
    expect(
      (
        await new StoredTree(header, async function* () {
          yield* entries;
        }).result()
      ).text,
    ).toBe('B');
  });

  it('is in order as far as it goes, where its host was killed', { timeout: 60_000 + KILLS * 10_000 }, async () => {
    const killed = join(scratch, 'killed', 'runs.db');
    const random = randomOf(KILLS);
    for (let round = 1; round <= KILLS; round++) {
      const host = spawn(process.execPath, [HOST, killed, String(round)], { stdio: ['ignore', 'pipe', 'inherit'] });
      await once(host.stdout, 'data');
      await new Promise((resolve) => setTimeout(resolve, 200 + random() * 1_500));
      host.kill('SIGKILL');
      await once(host, 'exit');
    }
    await using left = await openStore(killed, BUILT_WRITER);
    expect(await left.check()).toMatchObject({ isSound: true, problems: [] });
    const roots = new Set((await left.list({ limit: 10_000 })).map(({ root }) => root));
    expect(roots.size).toBeGreaterThan(0);
    for (const root of roots) {
      const entries: TreeEntry[] = [];
      for await (const entry of left.readTree(root)) {
        entries.push(entry);
      }
      expect(checkTree(entries, { mayBeOpen: true })).toEqual([]);
      expect((await left.replay(root)).runId).toBe(root);
    }
  });
});
