import { execFileSync } from 'node:child_process';
import {
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { loadSqlite } from './file/index.ts';
import { clearAway, newFile, newStore } from './testing/folders.ts';
import { heard } from './testing/harm.ts';
import { closeOf, deltaOf, headerOf, openOf, runIdOf } from './testing/runs.ts';

afterEach(clearAway);

const { DatabaseSync } = await loadSqlite();

const small = mkdtempSync(join(tmpdir(), 'amux-small-store-'));
const problem = mount();

function mount(): string | undefined {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', small], { stdio: 'pipe' });
    return undefined;
  } catch (error) {
    return `No disk can be filled: ${error instanceof Error ? error.message.trim() : String(error)}`;
  }
}

if (problem !== undefined) {
  console.warn(`${problem} (it takes Linux and root). Skipped: the full disk.`);
}

afterAll(async () => {
  await clearAway();
  if (problem === undefined) {
    execFileSync('umount', ['-l', small]);
  }
  rmdirSync(small);
});

describe('a disk that fails while runs are stored', () => {
  it.skipIf(problem !== undefined)('because it is full: what is stored stays, and each run is told once', async () => {
    const file = join(small, 'runs.db');
    const store = await newStore(file);
    const { broken, options } = heard();
    const header = headerOf(runIdOf(1));
    const log = store.open(header, options);
    log.append(openOf(header));
    expect(await log.barrier()).toBe('stored');
    let stored = 1;
    for (let seq = 0; seq < 3_000 && broken.length === 0; seq++) {
      log.append(deltaOf(header.runId, seq, 'x'.repeat(1_000)));
      if (seq % 50 === 49 && (await log.barrier()) === 'stored') {
        stored = seq + 2;
      }
    }
    expect(broken).toEqual([expect.stringMatching(/the disk is full/)]);
    expect(log.barrier()).toBeUndefined();
    expect(log.isBehind).toBe(false);
    expect(await log.finish()).toBe('partial');
    // Another run finds the store broken.
    const next = heard();
    const later = store.open(headerOf(runIdOf(2)), next.options);
    later.append(openOf(headerOf(runIdOf(2))));
    expect(await later.finish()).toBe('partial');
    expect(next.broken).toEqual(broken);
    let count = 0;
    for await (const _ of store.read(header.runId)) {
      count++;
    }
    expect(count).toBeGreaterThanOrEqual(stored);
  });

  it.each([
    ['deleted', (file: string) => rmSync(file), /was deleted or replaced/],
    ['moved', (file: string) => renameSync(file, `${file}.old`), /was deleted or replaced/],
    ['replaced', (file: string) => replace(file), /was deleted or replaced/],
    ['without its log', (file: string) => rmSync(`${file}-wal`), /-wal was deleted or replaced/],
  ])('because its file is %s: nothing more is promised', async (_, harm, words) => {
    const file = newFile();
    const store = await newStore(file);
    const { broken, options } = heard();
    const header = headerOf(runIdOf(1));
    const log = store.open(header, options);
    log.append(openOf(header));
    expect(await log.barrier()).toBe('stored');
    harm(file);
    log.append(closeOf(header.runId));
    expect(await log.barrier()).toBe('broken');
    expect(broken).toEqual([expect.stringMatching(words)]);
    expect(await log.finish()).toBe('partial');
  });

  it.each([
    ['its file is cut off', '', 4_096],
    ['nothing is left of its file', '', 0],
    ['its log is cut off', '-wal', 20_000],
    ['nothing is left of its log', '-wal', 0],
  ])('because %s: nothing more is promised', async (_, end, length) => {
    const file = newFile();
    const store = await newStore(file);
    const { broken, options } = heard();
    const header = headerOf(runIdOf(1));
    const log = store.open(header, options);
    log.append(openOf(header));
    for (let seq = 0; seq < 40; seq++) {
      log.append(deltaOf(header.runId, seq, 'x'.repeat(1_000)));
      if (seq % 10 === 9) {
        expect(await log.barrier()).toBe('stored');
      }
    }
    truncateSync(`${file}${end}`, length);
    log.append(closeOf(header.runId));
    expect(await log.barrier()).toBe('broken');
    expect(broken).toEqual([expect.stringMatching(new RegExp(`runs\\.db${end} was cut off while it was in use`))]);
    expect(await log.finish()).toBe('partial');
  });

  it('not because another process has emptied the log: all goes on', async () => {
    const file = newFile();
    const store = await newStore(file);
    const header = headerOf(runIdOf(1));
    const { broken, options } = heard();
    const log = store.open(header, options);
    log.append(openOf(header));
    for (let seq = 0; seq < 40; seq++) {
      log.append(deltaOf(header.runId, seq, 'x'.repeat(1_000)));
      expect(await log.barrier()).toBe('stored');
      const other = new DatabaseSync(file);
      if (seq % 2 === 0) {
        other.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      }
      // The file shrinks as it does when runs are pruned.
      if (seq % 5 === 0) {
        other.exec('CREATE TABLE big (x); INSERT INTO big VALUES (hex(randomblob(200000)))');
      }
      if (seq % 5 === 2) {
        other.exec('DROP TABLE big; PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE)');
      }
      other.close();
    }
    log.append(closeOf(header.runId));
    expect([await log.finish(), broken]).toEqual(['whole', []]);
  });

  it('because another program keeps it locked: after five seconds nothing more is waited for', {
    timeout: 60_000,
  }, async () => {
    const file = newFile();
    const store = await newStore(file);
    const { broken, options } = heard();
    const header = headerOf(runIdOf(1));
    const log = store.open(header, options);
    log.append(openOf(header));
    expect(await log.barrier()).toBe('stored');
    const other = new DatabaseSync(file);
    other.exec('BEGIN IMMEDIATE');
    log.append(closeOf(header.runId));
    const before = performance.now();
    expect(await log.barrier()).toBe('broken');
    expect(performance.now() - before).toBeGreaterThan(3_500);
    expect(broken).toEqual([expect.stringMatching(/five seconds/)]);
    other.exec('ROLLBACK');
    other.close();
  });
});

function replace(file: string): void {
  const bytes = readFileSync(file);
  rmSync(file);
  writeFileSync(file, bytes);
}

describe('a run that is not stored as it should be', () => {
  it('is told so, and others are not', async () => {
    const store = await newStore();
    const known = store.open(headerOf(runIdOf(1)), heard().options);
    known.append(openOf(headerOf(runIdOf(1))));
    await known.barrier();
    const [third, fourth] = [headerOf(runIdOf(3)), headerOf(runIdOf(4))];
    const big = { ...headerOf(runIdOf(7)), options: { big: 1n as never } };
    for (const [number, entries, words] of [
      [1, [openOf(headerOf(runIdOf(1)))], /01JZ8M3QK50000000000000001 is in the store already/],
      [2, [closeOf(runIdOf(2))], /is not `open`/],
      [3, [openOf(third), openOf(third)], /was opened twice/],
      [4, [openOf(fourth), closeOf(fourth.runId), deltaOf(fourth.runId, 0, 'x')], /after its `close`/],
      [5, [openOf(headerOf(runIdOf(6)))], /came to the log of the run/],
      [7, [openOf(big)], /cannot be written as JSON/],
    ] as const) {
      const { broken, options } = heard();
      const log = store.open(headerOf(runIdOf(number)), options);
      for (const entry of entries) {
        log.append(entry);
      }
      expect(broken).toEqual([]);
      expect(await log.finish()).toBe('partial');
      expect(broken).toEqual([expect.stringMatching(words)]);
    }
    known.append(closeOf(runIdOf(1)));
    expect(await known.finish()).toBe('whole');
    expect(await store.check()).toMatchObject({ isSound: true });
  });

  it('is told that the store was closed', async () => {
    const store = await newStore();
    const { broken, options } = heard();
    const header = headerOf(runIdOf(1));
    const log = store.open(header, options);
    log.append(openOf(header));
    await store.close();
    log.append(closeOf(header.runId));
    expect([await log.finish(), broken]).toEqual(['partial', ['The store was closed.']]);
    const again = await newStore(store.file);
    expect(await again.list()).toEqual([
      expect.objectContaining({ runId: header.runId, state: 'lost', cause: 'lost' }),
    ]);
  });
});

describe('who follows a run', () => {
  it('hears that the file can no longer be read, and the host lives on', async () => {
    const file = newFile();
    const store = await newStore(file);
    const header = headerOf(runIdOf(1));
    const log = store.open(header, heard().options);
    log.append(openOf(header));
    await log.barrier();
    const reader = store.tail(header.runId)[Symbol.asyncIterator]();
    await reader.next();
    const more = reader.next();
    const other = new DatabaseSync(file);
    other.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    const disk = openSync(file, 'r+');
    writeSync(disk, Buffer.alloc(100, 0x41), 0, 100, 0);
    closeSync(disk);
    try {
      other.exec('UPDATE tree SET owner = owner');
    } catch {
      // That program cannot read it either.
    }
    other.close();
    await expect(more).rejects.toThrow(/not a database/);
  });
});

describe('a writer that is behind', () => {
  it('says so above 8 MiB, and once more when it has caught up', async () => {
    const store = await newStore();
    const header = headerOf(runIdOf(1));
    let caughtUp = 0;
    const log = store.open(header, {
      secrets: [],
      onBroken: (error) => expect.fail(error.message),
      onCaughtUp: () => caughtUp++,
    });
    log.append(openOf(header));
    let seq = 0;
    const text = 'y'.repeat(64 * 1024);
    for (let size = 0; size < 8 * 1024 * 1024; size += text.length) {
      expect(log.isBehind).toBe(false);
      log.append(deltaOf(header.runId, seq++, text));
    }
    log.append(deltaOf(header.runId, seq++, text));
    expect(log.isBehind).toBe(true);
    expect(caughtUp).toBe(0);
    await vi.waitUntil(() => caughtUp > 0, { timeout: 60_000 });
    expect(log.isBehind).toBe(false);
    log.append(closeOf(header.runId));
    expect([await log.finish(), caughtUp]).toEqual(['whole', 1]);
  });
});

describe('a clock that jumps back', () => {
  it('changes neither the order nor what is read', async () => {
    const store = await newStore();
    const [first, second] = [headerOf(runIdOf(1)), headerOf(runIdOf(2))];
    for (const [header, at] of [
      [first, 5_000_000],
      [second, 1_000],
    ] as const) {
      const log = store.open(header, heard().options);
      log.append(openOf(header, at));
      log.append(closeOf(header.runId, at - 900));
      expect(await log.finish()).toBe('whole');
    }
    expect((await store.list()).map(({ runId, openedAt, closedAt }) => [runId, openedAt, closedAt])).toEqual([
      [first.runId, 5_000_000, 4_999_100],
      [second.runId, 1_000, 100],
    ]);
    expect(await store.check()).toMatchObject({ isSound: true });
    const seen: number[] = [];
    for await (const { pos } of store.read(second.runId)) {
      seen.push(pos);
    }
    expect(seen).toEqual([0, 1]);
  });
});
