/** Takes an export into the store. A store that is not there is made only for runs that came whole. */
import { existsSync, statSync } from 'node:fs';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ImportReport, openStore } from '@agent-mux/store';
import type { GivenFlags } from './flag-table.ts';
import { hasStore, openCliStore } from './store-place.ts';
import { UsageError } from './usage-error.ts';

const WRITER = '`amux runs export --out <file>` writes one.';

/** Imports the runs of a file; all of them, or none. Throws UsageError where there is no such file. */
export async function importFile(path: string, given: GivenFlags): Promise<ImportReport> {
  if (!existsSync(path)) {
    throw new UsageError(`runs import: there is no ${path}. ${WRITER}`);
  }
  if (statSync(path).isDirectory()) {
    throw new UsageError(`runs import: ${path} is a folder. Name the file of an export; ${WRITER}`);
  }
  if (hasStore(given)) {
    await using store = await openCliStore(given);
    return await store.import(readLines(path));
  }
  // The file may be readable only once, such as `<(zcat …)` of a shell, so what is checked is also what is taken.
  const folder = await mkdtemp(join(tmpdir(), 'amux-gathered-'));
  try {
    await using gathered = await openStore(join(folder, 'runs.db'));
    const report = await gathered.import(readLines(path));
    if (report.trees === 0) {
      return report;
    }
    await using store = await openCliStore(given);
    return await store.import(gathered.export());
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

// The file is opened when the first line is read, because lines that come before that would be lost.
async function* readLines(path: string): AsyncGenerator<string> {
  await using file = await openToRead(path);
  yield* file.readLines();
}

async function openToRead(path: string): Promise<FileHandle> {
  try {
    return await open(path);
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new UsageError(`runs import: ${path} cannot be read${why}. Name the file of an export; ${WRITER}`);
  }
}
