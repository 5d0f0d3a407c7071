/** Folders and stores of a test, which are gone when it is over. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore, type Store, type StoreOptions } from '../open-store.ts';
import { BUILT_WRITER } from './built-writer.ts';

const made: string[] = [];
const open: Store[] = [];

/** Removes the folders, in `afterEach`. */
export async function clearAway(): Promise<void> {
  for (const store of open.splice(0)) {
    await store.close();
  }
  for (const folder of made.splice(0)) {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'amux-store-'));
  made.push(folder);
  return folder;
}

/** The path of a store in a folder that does not exist yet. */
export function newFile(): string {
  return join(newFolder(), 'runs', 'runs.db');
}

export async function newStore(file: string = newFile(), options: StoreOptions = {}): Promise<Store> {
  const store = await openStore(file, { ...BUILT_WRITER, ...options });
  open.push(store);
  return store;
}
