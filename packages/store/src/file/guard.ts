/** Opens the file, or makes it; refuses a file that is no store of ours before a byte of it can change. */
import { closeSync, existsSync, mkdirSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { storeError } from './errors.ts';
import { APPLICATION_ID, createTables, describeTables, FILE_FORMAT, wantedTables } from './schema.ts';
import { type Database, describeFault, openDatabase, readNumber, type Sqlite } from './sqlite.ts';

const MAGIC = 'SQLite format 3\0';

/** Makes the file if it is missing: the log beside it gets the same rights, which only its owner has. */
export function makeFile(file: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    closeSync(openSync(file, 'wx', 0o600));
  } catch (cause) {
    if (isCode(cause, 'EEXIST')) {
      return;
    }
    throw storeError(
      `openStore(): ${file} could not be made: ${describeFault(cause)}. Name a place that can be written.`,
      cause,
    );
  }
}

/** Refuses a file by the bytes of its header, and by what SQLite reads without writing. */
export function checkFile(sqlite: Sqlite, file: string): void {
  const stats = demandStats(file);
  if (!stats.isFile()) {
    throw refuse(file, 'it is no file', 'Name a file.');
  }
  if (stats.size === 0) {
    return;
  }
  // Closing any handle of a file takes its locks from this whole process, and with them from connections that are open.
  if (!isOpenHere(file)) {
    checkHeader(file, stats);
  }
  // Another process may be about to make the tables, so there is nothing to read yet.
  if (existsSync(`${file}-journal`)) {
    return;
  }
  let db: Database | undefined;
  try {
    db = openDatabase(sqlite, file, true);
    checkNumbers(file, readNumber(db, 'PRAGMA application_id'), readNumber(db, 'PRAGMA user_version'));
    checkTables(sqlite, db, file);
  } catch (error) {
    throw explain(file, error);
  } finally {
    db?.close();
  }
}

/** Opens the file for reading and writing; the tables are made where there are none. */
export function openChecked(sqlite: Sqlite, file: string): Database {
  let db: Database | undefined;
  try {
    db = openDatabase(sqlite, file);
    if (readNumber(db, 'PRAGMA user_version') === 0) {
      createTables(db);
    }
    checkNumbers(file, readNumber(db, 'PRAGMA application_id'), readNumber(db, 'PRAGMA user_version'));
    checkTables(sqlite, db, file);
    db.exec('PRAGMA journal_mode = WAL');
    return db;
  } catch (error) {
    db?.close();
    throw explain(file, error);
  }
}

// The path may exist without being a file: a link to nowhere, or a file where a folder should be.
function demandStats(file: string): Stats {
  try {
    return statSync(file);
  } catch (cause) {
    throw refuse(file, describeFault(cause), 'Name a place that can be written.', cause);
  }
}

function checkHeader(file: string, stats: Stats): void {
  const header = Buffer.alloc(100);
  let handle: number | undefined;
  try {
    handle = openSync(file, 'r');
    readSync(handle, header, 0, 100, 0);
  } catch (cause) {
    throw refuse(file, describeFault(cause), 'Name another file.', cause);
  } finally {
    if (handle !== undefined) {
      closeSync(handle);
    }
  }
  if (header.toString('latin1', 0, MAGIC.length) !== MAGIC) {
    throw refuse(
      file,
      'it is no SQLite database, or its beginning is damaged',
      'Name another file, or bring it back from a copy.',
    );
  }
  checkNumbers(file, header.readUInt32BE(68), header.readUInt32BE(60));
  const stored = header.readUInt16BE(16);
  const pages = header.readUInt32BE(28);
  const wanted = pages * (stored === 1 ? 65_536 : stored);
  // While there is a log beside it, the missing part may still come out of that.
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  if (stats.size < wanted && log === 0) {
    throw refuse(file, `it is damaged: ${stats.size} of ${wanted} bytes are there`, RESTORE);
  }
}

function checkNumbers(file: string, application: number, format: number): void {
  if (application === 0 && format === 0) {
    return;
  }
  if (application !== APPLICATION_ID) {
    throw refuse(file, 'it is a database of another program', 'Name another file.');
  }
  if (format > FILE_FORMAT) {
    throw refuse(
      file,
      `its format is ${format}, and this version of @agent-mux/store knows formats up to ${FILE_FORMAT}`,
      'Update @agent-mux/store, or name another file.',
    );
  }
}

function checkTables(sqlite: Sqlite, db: Database, file: string): void {
  const found = describeTables(db);
  const isNew = found === '' && readNumber(db, 'PRAGMA user_version') === 0;
  if (isNew) {
    return;
  }
  const memory = new sqlite.DatabaseSync(':memory:');
  try {
    if (readNumber(db, 'PRAGMA application_id') !== APPLICATION_ID) {
      throw refuse(file, 'it is a database of another program', 'Name another file.');
    }
    if (found !== wantedTables(memory)) {
      throw refuse(file, 'its tables are not those of a store', RESTORE);
    }
  } finally {
    memory.close();
  }
}

const RESTORE = 'Bring it back from a copy or an export, or name another file. Nothing in it was changed.';

function refuse(file: string, found: string, advice: string, cause?: unknown): Error {
  return storeError(`openStore(): ${file} was not opened: ${found}. ${advice}`, cause);
}

function explain(file: string, error: unknown): unknown {
  return error instanceof Error && 'code' in error && error.code === 'STORE_ERROR'
    ? error
    : refuse(file, describeFault(error), 'Nothing in it was changed.', error);
}

/** The files that this process has open, even through another copy of this package. */
const openHere: Map<string, number> = shared();

function shared(): Map<string, number> {
  const key = Symbol.for('agent-mux.store.open');
  const all: Record<symbol, unknown> = globalThis as never;
  const known = all[key];
  if (known instanceof Map) {
    return known;
  }
  const made = new Map<string, number>();
  all[key] = made;
  return made;
}

function keyOf(file: string): string {
  const { dev, ino } = statSync(file);
  return `${dev}:${ino}`;
}

function isOpenHere(file: string): boolean {
  return (openHere.get(keyOf(file)) ?? 0) > 0;
}

/** Records that this process has the file open. Returns a function that undoes this. */
export function markOpen(file: string): () => void {
  const key = keyOf(file);
  openHere.set(key, (openHere.get(key) ?? 0) + 1);
  return () => {
    const count = (openHere.get(key) ?? 1) - 1;
    if (count === 0) {
      openHere.delete(key);
    } else {
      openHere.set(key, count);
    }
  };
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
