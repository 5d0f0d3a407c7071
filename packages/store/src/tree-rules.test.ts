/** How the runs of a tree relate: the store reports where that breaks a rule, and imports no tree that does. */
import { encodeEntry, type JournalEntry, type RunHeader } from '@agent-mux/events/journal';
import { afterEach, describe, expect, it } from 'vitest';
import type { Store } from './open-store.ts';
import { clearAway, newStore } from './testing/folders.ts';
import { headerOf, runIdOf, speakingRun } from './testing/runs.ts';

afterEach(clearAway);

const [TOP, CHILD, GHOST] = [runIdOf(1), runIdOf(2), runIdOf(9)];

interface Changes {
  readonly child?: Partial<RunHeader>;
  readonly handoffTo?: string;
  /** Whether the caller closes first. */
  readonly isLate?: boolean;
}

/** A run, and one that it has called. */
function treeOf({ child: changes = {}, handoffTo, isLate = false }: Changes): JournalEntry[] {
  const child = headerOf(CHILD, { root: TOP, parent: TOP, depth: 1, name: 'scout', ...changes });
  const caller = speakingRun(headerOf(TOP), ['one']);
  const called = speakingRun(child, ['two']);
  const close = caller.slice(-1).map((entry) => (handoffTo === undefined ? entry : { ...entry, handoffTo }));
  const last = called.splice(isLate ? -1 : called.length);
  return [...caller.slice(0, 3), ...called, ...caller.slice(3, -1), ...close, ...last] as JournalEntry[];
}

/** Writes them as the host of a tree does. */
async function keep(store: Store, entries: readonly JournalEntry[]): Promise<void> {
  const logs = new Map<string, ReturnType<Store['open']>>();
  for (const entry of entries) {
    if ('entry' in entry && entry.entry === 'open') {
      const onBroken = (error: Error): void => expect.fail(error.message);
      logs.set(entry.runId, store.open(entry.header, { secrets: [], onBroken }));
    }
    logs.get(entry.runId)?.append(entry);
  }
  await Promise.all([...logs.values()].map((log) => log.finish()));
}

async function linesOf(store: Store): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of store.export()) {
    lines.push(line);
  }
  return lines;
}

const WRONG: readonly (readonly [string, string, Changes])[] = [
  ['a child closes after its caller', 'T-close', { isLate: true }],
  ['a child has a caller that nobody knows', 'T-call', { child: { parent: GHOST } }],
  ['a child stands too deep', 'T-call', { child: { depth: 5, path: ['main', 'a', 'b', 'c', 'd', 'scout'] } }],
  ['a child has another context', 'T-root', { child: { contextId: 'other' } }],
];

describe('a tree whose runs do not stand as they should', () => {
  it.each(WRONG)('is told of, and not taken in: %s', async (_, rule, changes) => {
    const entries = treeOf(changes);
    const store = await newStore();
    await expect(store.import(entries.map(encodeEntry))).rejects.toMatchObject({
      code: 'STORE_ERROR',
      message: expect.stringMatching(
        new RegExp(`^import\\(\\): nothing was taken in. Line \\d+: the run \\w+ breaks ${rule}: .+\\.$`),
      ),
    });
    expect(await store.list()).toEqual([]);
    await keep(store, entries);
    expect((await store.check()).problems).toMatchObject([{ root: TOP, rule, pos: expect.any(Number) }]);
  });

  it('is not taken in where a run hands over to one that never opens, and nobody says that it may yet open', async () => {
    const lines = treeOf({ handoffTo: GHOST }).map(encodeEntry);
    const store = await newStore();
    const told = JSON.stringify({ export: 1, root: TOP, entries: lines.length });
    for (const given of [lines, [told, ...lines]]) {
      await expect(store.import(given)).rejects.toMatchObject({
        code: 'STORE_ERROR',
        message: expect.stringMatching(`Line ${given.length}: the run ${TOP} breaks T-handoff: the run ${GHOST}`),
      });
    }
  });

  it('is taken in as lost where the host died before the successor opened', async () => {
    const host = await newStore();
    await keep(host, treeOf({ handoffTo: GHOST }));
    expect(await host.check()).toMatchObject({ isSound: true });
    const lines = await linesOf(host);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ root: TOP, open: true });
    const store = await newStore();
    expect(await store.import(lines)).toMatchObject({ trees: 1, runs: 2 });
    expect(await linesOf(store)).toEqual(lines);
    expect(await store.check()).toMatchObject({ isSound: true });
    const closed = lines.map((line, at) => (at === 0 ? line.replace(',"open":true', '') : line));
    await expect((await newStore()).import(closed)).rejects.toThrow('T-handoff');
  });

  it('is taken in where it is in order', async () => {
    const store = await newStore();
    expect(await store.import(treeOf({}).map(encodeEntry))).toMatchObject({ trees: 1, runs: 2 });
    expect(await store.check()).toMatchObject({ isSound: true });
  });
});
