/** Hosts that die at any moment: whatever they were promised, and whatever anybody has read, is still there. */
import { setTimeout as sleep } from 'node:timers/promises';
import { encodeEntry } from '@agent-mux/events/journal';
import { createSeededRandom } from '@agent-mux/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { DRAW_SEED, IS_FULL } from '../../../test/support/drawn.ts';
import type { Store } from './open-store.ts';
import { clearAway, newFile, newStore } from './testing/folders.ts';
import { type HostPlan, planRuns } from './testing/host-plan.ts';
import { endHosts, followRun, type Host, killHost, startHost, storedLines } from './testing/killed-host.ts';
import { runIdOf } from './testing/runs.ts';

/** The number of kills of each layout. */
const KILLS = IS_FULL ? 200 : 3;
/** The entries of each run, which are more than its host can have stored when it is killed. */
const ENTRIES = IS_FULL ? 4_000 : 1_500;

afterEach(async () => {
  endHosts();
  await clearAway();
});

interface Layout {
  readonly name: string;
  /** The numbers of the runs of each host. */
  readonly hosts: readonly (readonly number[])[];
  /** Whether the runs of a host are one tree, with the first at its top. */
  readonly isTree: boolean;
}

const LAYOUTS: readonly Layout[] = [
  { name: 'one run', hosts: [[1]], isTree: false },
  { name: 'eight runs at once', hosts: [[1, 2, 3, 4, 5, 6, 7, 8]], isTree: false },
  { name: 'a tree', hosts: [[1, 2, 3, 4]], isTree: true },
  {
    name: 'another one on the same file',
    hosts: [
      [1, 2, 3],
      [11, 12, 13],
    ],
    isTree: false,
  },
];

/**
 * Kills all hosts at some moment of their work; every fourth time the second one too, wherever it is, even before it was promised anything.
 */
async function killAll(hosts: readonly Host[], round: number, random: () => number): Promise<void> {
  if (round % 4 !== 1) {
    await Promise.all(hosts.map(({ ready }) => ready));
  }
  await sleep(random() * 400);
  for (const host of hosts) {
    await killHost(host);
    await sleep(random() * 20);
  }
}

/** Checks that the last of them left a sound file, which nobody waits for long to open. */
async function demandSound(reader: Store, openedMs: readonly number[]): Promise<void> {
  expect(await reader.check()).toMatchObject({ isSound: true, problems: [] });
  const runs = await reader.list({ limit: 10_000 });
  expect(runs.length).toBeGreaterThan(0);
  expect(runs.filter(({ state }) => state === 'open')).toEqual([]);
  // Each but the first found what another had left when it was killed. The bench has the limit for how long that may take.
  const late = openedMs.slice(1).sort((a, b) => a - b);
  if (IS_FULL) {
    console.info(`${late.length} openings: ${late.at(-1)?.toFixed(0)} ms at most`);
  }
}

describe(`a host that is killed (AMUX_SEED=${DRAW_SEED}, ${KILLS} kills each)`, () => {
  it.each(LAYOUTS)(
    'has stored what it was promised and what anybody has read: $name',
    { timeout: 60_000 + KILLS * 10_000 },
    async ({ name, hosts, isTree }) => {
      const random = createSeededRandom(DRAW_SEED + LAYOUTS.findIndex((layout) => layout.name === name));
      // One file serves all rounds, so that each host finds what the ones killed before it have left.
      const file = newFile();
      const reader = await newStore(file);
      const openedMs: number[] = [];
      let promised = 0;
      for (let round = 0; round < KILLS; round++) {
        const plans = hosts.map((runs): HostPlan => {
          return { file, seed: round, runs: runs.map((number) => round * 100 + number), isTree, entries: ENTRIES };
        });
        const started = plans.map((plan) => startHost('store-host', plan));
        const seen = new Map<string, string[]>();
        const done = new AbortController();
        const ids = plans.flatMap(({ runs }) => runs.map(runIdOf));
        const following = Promise.all(ids.map((runId) => followRun(reader, runId, seen, done.signal)));
        await killAll(started, round, random);
        // The wait is longer than a reader may be behind.
        await sleep(300);
        done.abort();
        await following;
        expect(started.flatMap(({ faults }) => faults)).toEqual([]);
        for (const [index, { acknowledged }] of started.entries()) {
          promised += acknowledged.size;
          await demandKept(reader, plans[index] ?? expect.fail('no plan'), { acknowledged, seen });
        }
        openedMs.push(...started.flatMap((host) => host.openedMs));
      }
      expect(promised).toBeGreaterThan(KILLS / 2);
      await demandSound(reader, openedMs);
    },
  );

  it.each(LAYOUTS)(
    'has stored each answer that was taken: $name',
    { timeout: 60_000 + KILLS * 10_000 },
    async ({ name, hosts, isTree }) => {
      const random = createSeededRandom(DRAW_SEED + 100 + LAYOUTS.findIndex((layout) => layout.name === name));
      const file = newFile();
      const reader = await newStore(file);
      const openedMs: number[] = [];
      let taken = 0;
      for (let round = 0; round < KILLS; round++) {
        const started = hosts.map((runs) => startHost('answering-host', { file, runs: runs.length, isTree }));
        await killAll(started, round, random);
        expect(started.flatMap(({ faults }) => faults)).toEqual([]);
        for (const [runId, answers] of started.flatMap(({ answered }) => [...answered])) {
          const stored = (await storedLines(reader, runId)).join('\n');
          expect(
            answers.filter(
              (id) => !stored.includes(`"input":"answer","by":{"kind":"program"},"interactionId":"${id}"`),
            ),
          ).toEqual([]);
          taken += answers.length;
        }
        openedMs.push(...started.flatMap((host) => host.openedMs));
      }
      expect(taken).toBeGreaterThan(KILLS / 4);
      await demandSound(reader, openedMs);
    },
  );
});

/** Checks that everything acknowledged or read is stored, and that what is stored is the beginning of the plan. */
async function demandKept(
  store: Store,
  plan: HostPlan,
  { acknowledged, seen }: Pick<Host, 'acknowledged'> & { readonly seen: ReadonlyMap<string, readonly string[]> },
): Promise<void> {
  for (const { header, entries } of planRuns(plan)) {
    const stored = await storedLines(store, header.runId);
    expect(stored).toEqual(entries.slice(0, stored.length).map(encodeEntry));
    expect(stored.length).toBeGreaterThanOrEqual(acknowledged.get(header.runId) ?? 0);
    const read = seen.get(header.runId) ?? [];
    expect(stored.slice(0, read.length)).toEqual(read);
  }
}
