/** Files of stores that are damaged, and all that a reader can still see of them. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { encodeEntry } from '@agent-mux/events/journal';
import { createSeededRandom } from '@agent-mux/testkit';
import { openStore, type Store } from '../open-store.ts';
import { BUILT_WRITER } from './built-writer.ts';
import { newFile, newFolder } from './folders.ts';
import { wholeRun } from './random-journal.ts';
import { headerOf, runIdOf } from './runs.ts';

export const QUIET = { secrets: [], onBroken: (error: Error): void => assert.fail(error) };

/** A log's options, which note what they are called with. */
export function heard() {
  const broken: string[] = [];
  return { broken, options: { secrets: [], onBroken: (error: Error) => void broken.push(error.message) } };
}

export interface Filling {
  /** The number of runs. @defaultValue 3 */
  readonly runs?: number;
  /** The entries of each run. @defaultValue 300 */
  readonly entries?: number;
}

/** Stores some runs. Returns the lines of each. */
export async function fill(store: Store, { runs = 3, entries = 300 }: Filling = {}): Promise<Map<string, string[]>> {
  const random = createSeededRandom(1);
  const lines = new Map<string, string[]>();
  for (let number = 0; number < runs; number++) {
    const header = headerOf(runIdOf(number));
    const log = store.open(header, QUIET);
    const all = wholeRun(header, entries, random);
    for (const entry of all) {
      log.append(entry);
    }
    assert.equal(await log.finish(), 'whole');
    lines.set(header.runId, all.map(encodeEntry));
  }
  return lines;
}

/** A store with a few runs, closed. */
export async function filledFile(file: string = newFile(), filling: Filling = {}): Promise<string> {
  const store = await openStore(file, BUILT_WRITER);
  await fill(store, filling);
  await store.close();
  return file;
}

/** All files beside a file, to the byte. */
export function bytesBeside(file: string): Record<string, string> {
  const folder = dirname(file);
  return Object.fromEntries(
    readdirSync(folder)
      // This file only says who reads what at the moment.
      .filter((name) => !name.endsWith('-shm'))
      .filter((name) => statSync(join(folder, name)).size > 0)
      .map((name) => [name, readFileSync(join(folder, name)).toString('base64')]),
  );
}

export async function demandRefused(file: string, words: RegExp): Promise<void> {
  const before = bytesBeside(file);
  await assert.rejects(openStore(file, BUILT_WRITER), ({ code, message }: Error & { code?: string }) => {
    assert.equal(code, 'STORE_ERROR');
    assert.match(message, words);
    return true;
  });
  assert.deepEqual(bytesBeside(file), before);
}

/** Copies the file and its log as they are at this moment; they may be in use, and reading them here would drop their locks. */
export function copyInUse(file: string, copy: string = join(newFolder(), 'runs.db')): string {
  for (const end of ['', '-wal']) {
    if (existsSync(`${file}${end}`)) {
      execFileSync('cp', [`${file}${end}`, `${copy}${end}`]);
    }
  }
  return copy;
}

/** Copies a file that nobody uses, and its log, with some bytes changed. */
export function copyWith(file: string, end: '' | '-wal', change: (bytes: Buffer) => Buffer): string {
  const copy = join(newFolder(), 'runs.db');
  copyFileSync(file, copy);
  if (existsSync(`${file}-wal`)) {
    copyFileSync(`${file}-wal`, `${copy}-wal`);
  }
  writeFileSync(`${copy}${end}`, change(readFileSync(`${file}${end}`)));
  return copy;
}

export interface Seen {
  readonly list: unknown;
  /** What was read of each run, and the code of the error that ended it. */
  readonly runs: ReadonlyMap<string, { readonly lines: readonly string[]; readonly code?: unknown }>;
}

/** All that a reader sees of these runs. */
export async function look(store: Store, runIds: Iterable<string>): Promise<Seen> {
  const runs = new Map<string, { lines: string[]; code?: unknown }>();
  for (const runId of runIds) {
    const lines: string[] = [];
    try {
      for await (const { entry } of store.read(runId)) {
        lines.push(encodeEntry(entry));
      }
      runs.set(runId, { lines });
    } catch (error) {
      runs.set(runId, { lines, code: (error as { code?: unknown }).code });
    }
  }
  return {
    list: await store.list({ limit: 1_000 }).catch((error: unknown) => (error as { code?: unknown }).code),
    runs,
  };
}
