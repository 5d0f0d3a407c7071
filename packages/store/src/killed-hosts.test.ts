import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSeededRandom } from '@agent-mux/core/cassette';
import { encodeEntry } from '@agent-mux/events/journal';
import { afterEach, describe, expect, it } from 'vitest';
import type { Store } from './open-store.ts';
import { clearAway, newFile, newStore } from './testing/folders.ts';
import { type HostPlan, planRuns } from './testing/host-plan.ts';
import { runIdOf } from './testing/runs.ts';

const KILLS = process.env['AMUX_FULL'] === '1' ? 200 : 3;
const children = new Set<ChildProcess>();

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  children.clear();
  await clearAway();
});

interface Host {
  readonly plan: HostPlan;
  readonly child: ChildProcess;
  /** Something was acknowledged. */
  readonly ready: Promise<void>;
  /** Of each run how many entries were acknowledged. */
  readonly acknowledged: Map<string, number>;
  readonly faults: string[];
}

function startHost(plan: HostPlan): Host {
  const program = join(process.env['AMUX_TEST_HOSTS'] ?? '', 'store-host.mjs');
  const child = spawn(process.execPath, [program, JSON.stringify(plan)], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.add(child);
  const acknowledged = new Map<string, number>();
  const faults: string[] = [];
  const ready = new Promise<void>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const said: { broken?: string; runId?: string; count?: number } = JSON.parse(line);
      if (said.broken !== undefined) faults.push(said.broken);
      if (said.runId === undefined) return;
      acknowledged.set(said.runId, said.count ?? 0);
      resolve();
    });
  });
  return { plan, child, ready, acknowledged, faults };
}

async function kill({ child }: Host): Promise<void> {
  const closed = once(child, 'close');
  child.kill('SIGKILL');
  await closed;
  children.delete(child);
}

/** What a reader of the store has seen by the end, of each run. */
async function follow(store: Store, runId: string, seen: Map<string, string[]>, signal: AbortSignal): Promise<void> {
  const lines: string[] = [];
  seen.set(runId, lines);
  while (!signal.aborted) {
    try {
      for await (const { entry } of store.tail(runId, { signal, from: 0 })) lines.push(encodeEntry(entry));
      return;
    } catch (error) {
      // It is not there yet.
      if (!(error instanceof Error && 'code' in error && error.code === 'RUN_NOT_FOUND')) throw error;
      await sleep(10);
    }
  }
}

/** All that was acknowledged or read is stored, and what is stored is the beginning of what was to be. */
async function demandKept(
  store: Store,
  hosts: readonly Host[],
  seen: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  for (const { plan, acknowledged } of hosts) {
    for (const { header, entries } of planRuns(plan)) {
      const wanted = entries.map(encodeEntry);
      const stored: string[] = [];
      try {
        for await (const { entry } of store.read(header.runId)) stored.push(encodeEntry(entry));
      } catch (error) {
        expect(error).toMatchObject({ code: 'RUN_NOT_FOUND' });
      }
      expect(stored).toEqual(wanted.slice(0, stored.length));
      expect(stored.length).toBeGreaterThanOrEqual(acknowledged.get(header.runId) ?? 0);
      const read = seen.get(header.runId) ?? [];
      expect(stored.slice(0, read.length)).toEqual(read);
    }
  }
}

const KINDS = [
  { name: 'with one run', hosts: [[1]], isTree: false },
  { name: 'with eight runs at once', hosts: [[1, 2, 3, 4, 5, 6, 7, 8]], isTree: false },
  { name: 'with a tree', hosts: [[1, 2, 3, 4]], isTree: true },
  {
    name: 'and another one, on one file',
    hosts: [
      [1, 2, 3],
      [11, 12, 13],
    ],
    isTree: false,
  },
];

describe('a host that is killed', () => {
  it.each(KINDS)(
    'has stored all that it was promised: $name',
    { timeout: KILLS * 30_000 },
    async ({ hosts, isTree }) => {
      const random = createSeededRandom(KINDS.findIndex((kind) => kind.hosts === hosts) + 1);
      // One file for all rounds: each host finds what was left by those that were killed before it.
      const file = newFile();
      const reader = await newStore(file);
      for (let round = 0; round < KILLS; round++) {
        const plans = hosts.map((runs) => runs.map((number) => round * 100 + number));
        const started = plans.map((runs) => startHost({ file, seed: round, runs, isTree, entries: 4_000 }));
        const seen = new Map<string, string[]>();
        const done = new AbortController();
        const following = Promise.all(plans.flat().map((number) => follow(reader, runIdOf(number), seen, done.signal)));
        await Promise.all(started.map(({ ready }) => ready));
        await sleep(random() * 400);
        for (const host of started) {
          await kill(host);
          await sleep(random() * 20);
        }
        // Longer than a reader may be behind.
        await sleep(300);
        done.abort();
        await following;
        expect(started.flatMap(({ faults }) => faults)).toEqual([]);
        await demandKept(reader, started, seen);
      }
      await reader.close();
      const before = performance.now();
      const store = await newStore(file);
      expect(performance.now() - before).toBeLessThan(process.env['CI'] === undefined ? 20_000 : 60_000);
      expect(await store.check()).toMatchObject({ isSound: true, problems: [] });
      const runs = await store.list({ limit: 10_000 });
      expect(runs.length).toBeGreaterThan(0);
      expect(runs.every(({ state }) => state === 'lost' || state === 'closed')).toBe(true);
    },
  );
});
