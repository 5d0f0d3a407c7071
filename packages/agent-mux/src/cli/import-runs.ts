/** Takes an export into the store. A store that is not there is made only for runs that came whole. */
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ImportReport, openStore } from '@agent-mux/store';
import type { GivenFlags } from './flag-table.ts';
import { hasStore, openCliStore } from './store-place.ts';

/** Imports the runs of a file; all of them, or none. */
export async function importFile(path: string, given: GivenFlags): Promise<ImportReport> {
  if (hasStore(given)) {
    await using store = await openCliStore(given);
    return await store.import(readLines(path));
  }
  // The file may be readable only once, such as `<(zcat …)` of a shell, so what is checked is also what is taken.
  const folder = await mkdtemp(join(tmpdir(), 'amux-gathered-'));
  try {
    await using gathered = await openStore(join(folder, 'runs.db'));
    await gathered.import(readLines(path));
    await using store = await openCliStore(given);
    return await store.import(gathered.export());
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

// The file is opened when the first line is read, because lines that come before that would be lost.
async function* readLines(path: string): AsyncGenerator<string> {
  await using file = await open(path);
  yield* file.readLines();
}
