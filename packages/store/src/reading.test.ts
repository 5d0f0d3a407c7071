import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { encodeEntry, type JournalEntry, type RunHeader } from '@agent-mux/events/journal';
import { createSeededRandom } from '@agent-mux/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { loadSqlite, type StoredEntry } from './file/index.ts';
import type { Store } from './open-store.ts';
import { clearAway, newFile, newStore } from './testing/folders.ts';
import { planRuns } from './testing/host-plan.ts';
import { wholeRun } from './testing/random-journal.ts';
import { closeOf, deltaOf, headerOf, openOf, runIdOf, START, speakingRun } from './testing/runs.ts';

afterEach(clearAway);

const { DatabaseSync } = await loadSqlite();
const QUIET = { secrets: [], onBroken: (error: Error) => expect.fail(error.message) };

async function put(store: Store, header: RunHeader, entries: readonly JournalEntry[]): Promise<void> {
  const log = store.open(header, QUIET);
  for (const entry of entries) {
    log.append(entry);
  }
  expect(await log.finish()).toBe('whole');
}

async function linesOf(entries: AsyncIterable<StoredEntry>): Promise<string[]> {
  const lines: string[] = [];
  for await (const { entry } of entries) {
    lines.push(encodeEntry(entry));
  }
  return lines;
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const out: T[] = [];
  for await (const item of items) {
    out.push(item);
  }
  return out;
}

describe('the list of runs', () => {
  it('gives the newest first, and what a filter asks for', async () => {
    const store = await newStore();
    for (let number = 1; number <= 6; number++) {
      const isChild = number === 3;
      const header = headerOf(runIdOf(number), {
        ...(isChild ? { root: runIdOf(2), parent: runIdOf(2), depth: 1, name: 'scout' } : {}),
        agent: number % 2 === 0 ? 'codex' : 'claude',
        contextId: number > 4 ? 'together' : runIdOf(isChild ? 2 : number),
        tags: number === 6 ? ['nightly', 'big'] : [],
        cwd: number === 1 ? '/elsewhere' : '/work/project',
      });
      const close =
        number === 5
          ? []
          : [{ ...closeOf(header.runId), cause: number === 4 ? ('timeout' as const) : ('completed' as const) }];
      await put(store, header, [openOf(header, START + number), ...close]);
    }
    const numbers = async (filter: Parameters<Store['list']>[0]): Promise<number[]> =>
      (await store.list(filter)).map(({ runId }) => Number(runId.slice(-1)));
    expect(await numbers({})).toEqual([6, 5, 4, 3, 2, 1]);
    expect(await numbers({ limit: 2 })).toEqual([6, 5]);
    expect(await numbers({ agent: 'codex' })).toEqual([6, 4, 2]);
    expect(await numbers({ name: 'scout' })).toEqual([3]);
    expect(await numbers({ root: runIdOf(2) })).toEqual([3, 2]);
    expect(await numbers({ parent: runIdOf(2) })).toEqual([3]);
    expect(await numbers({ contextId: 'together' })).toEqual([6, 5]);
    expect(await numbers({ tag: 'big' })).toEqual([6]);
    expect(await numbers({ cwd: '/elsewhere' })).toEqual([1]);
    expect(await numbers({ cause: 'timeout' })).toEqual([4]);
    expect(await numbers({ state: 'closed', since: START + 2, before: START + 5 })).toEqual([4, 3, 2]);
    // Nobody writes it any more, because its log was finished without a `close`.
    expect(await numbers({ state: 'lost' })).toEqual([5]);
    expect(await numbers({ cause: 'lost' })).toEqual([5]);
    expect(await numbers({ state: 'open' })).toEqual([]);
    expect((await store.list({ runId: runIdOf(3) }))[0]).toEqual({
      runId: runIdOf(3),
      root: runIdOf(2),
      parent: runIdOf(2),
      contextId: runIdOf(2),
      name: 'scout',
      agent: 'claude',
      depth: 1,
      state: 'closed',
      cause: 'completed',
      openedAt: START + 3,
      closedAt: START + 1_000,
      sessionId: 's1',
      cwd: '/work/project',
      title: 'Do it.',
      tags: [],
    });
    await expect(store.list({ limit: 0, state: 'gone', colour: 'red' } as never)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      fields: [{ field: 'limit' }, { field: 'state' }, { field: 'colour' }],
    });
    await expect(linesOf(store.read(runIdOf(9)))).rejects.toMatchObject({ code: 'RUN_NOT_FOUND' });
    await expect(linesOf(store.readTree(runIdOf(3)))).rejects.toMatchObject({ code: 'RUN_NOT_FOUND' });
    await expect(linesOf(store.tail(runIdOf(9)))).rejects.toMatchObject({ code: 'RUN_NOT_FOUND' });
  });
});

describe('a tail', () => {
  it('follows the runs of another process, at most a quarter of a second behind, until its host is gone', {
    timeout: 120_000,
  }, async () => {
    const file = newFile();
    const store = await newStore(file);
    const plan = { file, seed: 4, runs: [1], isTree: false, entries: 1_500 };
    const [{ header, entries } = expect.fail('no plan')] = planRuns(plan);
    const program = join(process.env['AMUX_TEST_HOSTS'] ?? '', 'store-host.mjs');
    const child = spawn(process.execPath, [program, JSON.stringify(plan)], { stdio: ['ignore', 'pipe', 'inherit'] });
    const closed = once(child, 'close');
    const told: { count: number; at: number }[] = [];
    const said = createInterface({ input: child.stdout });
    await new Promise<void>((resolve) => {
      said.on('line', (line) => {
        const { count } = JSON.parse(line);
        if (count !== undefined) {
          told.push({ count, at: performance.now() });
        }
        if (told.length === 1) {
          resolve();
        }
      });
    });
    const seen: { line: string; at: number }[] = [];
    for await (const { entry } of store.tail(header.runId)) {
      seen.push({ line: encodeEntry(entry), at: performance.now() });
      if (seen.length === 400) {
        child.kill('SIGKILL');
      }
    }
    await closed;
    const wanted = entries.map(encodeEntry);
    expect(seen.map(({ line }) => line)).toEqual(wanted.slice(0, seen.length));
    expect(seen.length).toBeGreaterThanOrEqual(Math.max(...told.map(({ count }) => count)));
    // The middle delay counts, because a busy machine also delays the notice.
    const late = told.slice(1).map(({ count, at }) => (seen[count - 1]?.at ?? Number.POSITIVE_INFINITY) - at);
    const middle = late.sort((a, b) => a - b)[Math.floor(late.length / 2)] ?? 0;
    expect(middle).toBeLessThan(process.env['CI'] === undefined ? 250 : 1_000);
    expect(await store.list()).toEqual([expect.objectContaining({ state: 'lost' })]);
  });

  it('gives what is committed meanwhile, of a run to its end and of a context to the signal, from any entry on', async () => {
    const store = await newStore();
    const headers = [1, 2, 3].map((number) => headerOf(runIdOf(number), { contextId: 'all' }));
    const [first = expect.fail(), second = expect.fail(), third = expect.fail()] = headers;
    const runs = headers.map((header, index) => wholeRun(header, 300, createSeededRandom(index)));
    await put(store, first, runs[0] ?? []);
    const done = new AbortController();
    const context = all(store.tail({ contextId: 'all' }, { signal: done.signal }));
    const log = store.open(second, QUIET);
    const entries = runs[1] ?? [];
    log.append(entries[0] ?? expect.fail());
    await log.barrier();
    const followed = linesOf(store.tail(second.runId, { from: 5 }));
    for (const entry of entries.slice(1)) {
      log.append(entry);
      if (Math.random() < 0.05) {
        await log.barrier();
      }
    }
    expect(await log.finish()).toBe('whole');
    expect(await followed).toEqual(entries.slice(5).map(encodeEntry));
    await put(store, third, runs[2] ?? []);
    await new Promise((resolve) => setTimeout(resolve, 500));
    done.abort();
    const seen = await context;
    expect(seen.map(({ entry }) => encodeEntry(entry))).toEqual(runs.flat().map(encodeEntry));
    for (const at of [0, 150, 302, 400, seen.length - 2]) {
      const again = new AbortController();
      const rest: string[] = [];
      for await (const { entry } of store.tail(
        { contextId: 'all' },
        { from: seen[at]?.cursor ?? '', signal: again.signal },
      )) {
        rest.push(encodeEntry(entry));
        if (rest.length === seen.length - at - 1) {
          again.abort();
        }
      }
      expect(rest).toEqual(seen.slice(at + 1).map(({ entry }) => encodeEntry(entry)));
    }
    await expect(all(store.tail({ contextId: 'all' }, { from: 'here' }))).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    });
  });

  it('can be left while it waits for an entry that nobody writes', async () => {
    const store = await newStore();
    const header = headerOf(runIdOf(1), { contextId: 'all' });
    const log = store.open(header, QUIET);
    log.append(openOf(header));
    await log.barrier();
    for (const tail of [store.tail(header.runId), store.tail({ contextId: 'all' })]) {
      const entries = tail[Symbol.asyncIterator]();
      expect(await entries.next()).toMatchObject({ done: false });
      const waiting = entries.next();
      expect(await entries.return?.()).toEqual({ done: true, value: undefined });
      expect(await waiting).toEqual({ done: true, value: undefined });
    }
    await log.finish();
  });
});

describe('an export', () => {
  it('is taken in by another store, and gives the same lines again', { timeout: 300_000 }, async () => {
    const store = await newStore();
    const headers = [1, 2, 3, 4].map((number) =>
      headerOf(runIdOf(number), number === 2 ? { root: runIdOf(1), parent: runIdOf(1), depth: 1 } : {}),
    );
    const [first, ...others] = headers.map((header, index) => {
      const entries = wholeRun(header, 700, createSeededRandom(index));
      return { header, entries: index === 3 ? entries.slice(0, -1) : entries };
    });
    const caller = store.open(first?.header ?? expect.fail(), QUIET);
    for (const entry of first?.entries.slice(0, -1) ?? []) {
      caller.append(entry);
    }
    for (const { header, entries } of others) {
      await put(store, header, entries);
    }
    caller.append(first?.entries.at(-1) ?? expect.fail());
    expect(await caller.finish()).toBe('whole');
    const secret = store.open(headerOf(runIdOf(5)), { ...QUIET, secrets: ['hunter2-abc'] });
    for (const entry of speakingRun(headerOf(runIdOf(5)), ['It is hun', 'ter2-abc'])) {
      secret.append(entry);
    }
    await secret.finish();
    const lines = await all(store.export());
    const other = await newStore();
    expect(await other.import(lines)).toEqual({ trees: 4, runs: 5, entries: lines.length - 4, known: 0 });
    expect(await all(other.export())).toEqual(lines);
    for (const { runId } of headers) {
      expect(await linesOf(other.read(runId))).toEqual(await linesOf(store.read(runId)));
    }
    const hidden = (await all(other.read(runIdOf(5)))).filter((stored) => stored.hidden === 'secret');
    expect(hidden.map(({ entry }) => ('type' in entry ? entry.type : entry.entry))).toEqual([
      'text_delta',
      'text_delta',
      'message_stop',
    ]);
    const lists = [await store.list(), await other.list()];
    expect(lists[1]).toEqual(lists[0]);
    expect(await other.check()).toMatchObject({ isSound: true });
    expect(await other.import(lines)).toEqual({ trees: 0, runs: 0, entries: 0, known: 4 });
    expect(await all(store.export({ runId: runIdOf(2) }))).toEqual(await all(other.export({ contextId: runIdOf(1) })));

    const before = await all(other.export());
    const fresh = speakingRun(headerOf(runIdOf(8)), ['one', ' and two']).map(encodeEntry);
    const next = fresh.length + 1;
    const start = encodeEntry(openOf(headerOf(runIdOf(7))));
    for (const [bad, words] of [
      [[...fresh, '{"entry":'], new RegExp(`Line ${next}: .*not JSON`)],
      [[...fresh, '', start.replace('"depth":0', '"depth":"x"')], new RegExp(`Line ${next + 1}: .*depth`)],
      [fresh.slice(1), /Line 1: the first entry is not the `open`/],
      [[...fresh, fresh[1] ?? ''], new RegExp(`Line ${next}: the run .* was closed before`)],
      [[...fresh, ...fresh], new RegExp(`Line ${next}: the tree .* comes twice`)],
      [[start, encodeEntry(deltaOf(runIdOf(9), 0, 'x'))], /Line 2: the run .* was not opened before/],
      [[...fresh, '{"export":2,"root":"x"}'], new RegExp(`Line ${next}: the export has the format 2`)],
      [
        [...fresh, ...lines.slice(1, 900).map((line) => line.replace('Do it.', 'Do that.'))],
        /Line \d+: the tree .* is in the store already, with other entries/,
      ],
      [[...fresh, ...lines.slice(1, 400)], /with other entries/],
      [
        [start, encodeEntry(openOf(headerOf(runIdOf(3), { root: runIdOf(7) })))],
        /is in the store already, in another tree/,
      ],
    ] as const) {
      await expect(other.import(bad)).rejects.toMatchObject({
        code: 'STORE_ERROR',
        message: expect.stringMatching(words),
      });
    }
    expect(await all(other.export())).toEqual(before);
  });
});

describe('what is pruned', () => {
  it('are whole trees that are over, the oldest first; who reads one reads it to its end', {
    timeout: 120_000,
  }, async () => {
    const store = await newStore();
    const runs: (readonly JournalEntry[])[] = [];
    for (let number = 1; number <= 5; number++) {
      const header = headerOf(runIdOf(number));
      const entries = wholeRun(header, 1_500, createSeededRandom(number));
      runs.push(entries);
      await put(store, header, number === 2 ? entries.slice(0, -1) : entries);
    }
    const open = store.open(headerOf(runIdOf(6)), { secrets: [], onBroken: () => undefined });
    open.append(openOf(headerOf(runIdOf(6))));
    await open.barrier();
    const sizes = await store.prune({ maxBytes: 0, dryRun: true });
    expect(sizes.roots).toEqual([1, 2, 3, 4, 5].map(runIdOf));
    expect(await store.list()).toHaveLength(6);
    expect((await store.prune({ olderThan: Date.now() - 60_000 })).roots).toEqual([]);

    const reading = store.read(runIdOf(1))[Symbol.asyncIterator]();
    await reading.next();
    expect(await store.prune({ maxBytes: sizes.bytes * 0.5 })).toMatchObject({
      roots: [1, 2, 3].map(runIdOf),
      runs: 3,
    });
    let left = 1;
    while ((await reading.next()).done !== true) {
      left++;
    }
    expect(left).toBe(runs[0]?.length);
    expect((await store.list()).map(({ runId }) => runId)).toEqual([6, 5, 4].map(runIdOf));
    await expect(linesOf(store.read(runIdOf(1)))).rejects.toMatchObject({ code: 'RUN_NOT_FOUND' });
    expect((await store.prune({ olderThan: Date.now() + 60_000 })).roots).toEqual([4, 5].map(runIdOf));
    expect(await store.check()).toMatchObject({ isSound: true, trees: 1 });
    // Its id is free again.
    await put(store, headerOf(runIdOf(1)), wholeRun(headerOf(runIdOf(1)), 5, createSeededRandom(1)));
    await expect(store.prune({})).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });
});

describe('a check', () => {
  it('makes the list of runs again from the entries', { timeout: 120_000 }, async () => {
    const store = await newStore();
    for (let number = 1; number <= 3; number++) {
      await put(store, headerOf(runIdOf(number)), wholeRun(headerOf(runIdOf(number)), 100, createSeededRandom(number)));
    }
    const before = await store.list();
    await store.close();
    const db = new DatabaseSync(store.file);
    db.exec(
      `DELETE FROM run WHERE run_id = '${runIdOf(1)}'; UPDATE run SET cause = 'crash' WHERE run_id = '${runIdOf(2)}'`,
    );
    db.close();
    const again = await newStore(store.file);
    expect(await again.check()).toMatchObject({
      isSound: false,
      problems: [{ root: runIdOf(1) }, { root: runIdOf(2) }],
    });
    expect(await again.check({ rebuild: true })).toMatchObject({ isSound: true, problems: [], runs: 3 });
    expect(await again.list()).toEqual(before);
    expect(await again.check()).toMatchObject({ isSound: true });
  });
});
