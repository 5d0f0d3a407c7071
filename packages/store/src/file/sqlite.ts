/** The SQLite library as the store uses it. It weighs 29 MB, so it is loaded when a store is first opened. */

/** What a column can have here. */
export type SqlValue = string | number | null;

export type Row = Readonly<Record<string, SqlValue>>;

export interface Statement {
  run(...values: SqlValue[]): { readonly changes: number | bigint; readonly lastInsertRowid: number | bigint };
  get(...values: SqlValue[]): Row | undefined;
  all(...values: SqlValue[]): Row[];
}

export interface Database {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}

export interface Sqlite {
  readonly DatabaseSync: new (file: string, options?: { readOnly?: boolean; timeout?: number }) => Database;
}

export const SQLITE_PACKAGE = '@photostructure/sqlite';

/** The oldest version that is taken. Older ones can damage a WAL file when one connection commits while another checkpoints. */
export const OLDEST_SQLITE = '3.51.3';

/** How long a connection waits for another one that writes. */
const BUSY_MS = 5_000;

export async function loadSqlite(): Promise<Sqlite> {
  // The name is no literal, because bundlers would try to include a native library.
  const name = SQLITE_PACKAGE;
  return await import(/* @vite-ignore */ name);
}

export function openDatabase(sqlite: Sqlite, file: string, readOnly = false): Database {
  const db = new sqlite.DatabaseSync(file, { readOnly });
  try {
    db.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
  } catch (error) {
    db.close();
    throw error;
  }
  return db;
}

/** The version that the library itself reports. */
export function sqliteVersion(sqlite: Sqlite): string {
  const db = new sqlite.DatabaseSync(':memory:');
  try {
    return String(db.prepare('SELECT sqlite_version() AS version').get()?.['version']);
  } finally {
    db.close();
  }
}

/** Whether a version such as `3.51.3` is at least another. */
export function isAtLeast(version: string, least: string): boolean {
  const [have, want] = [version, least].map((text) => text.split('.').map(Number));
  for (let part = 0; part < 3; part++) {
    const difference = (have?.[part] ?? 0) - (want?.[part] ?? 0);
    if (difference !== 0) {
      return difference > 0;
    }
  }
  return true;
}

/** One number of a pragma or a count. */
export function readNumber(db: Database, sql: string, ...values: SqlValue[]): number {
  return Number(Object.values(db.prepare(sql).get(...values) ?? {})[0]);
}

/** Runs statements that belong together: either all of it is in the file, or nothing. */
export function inTransaction<T>(db: Database, act: () => T, kind: 'IMMEDIATE' | 'EXCLUSIVE' = 'IMMEDIATE'): T {
  db.exec(`BEGIN ${kind}`);
  try {
    const result = act();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    rollBack(db);
    throw error;
  }
}

function rollBack(db: Database): void {
  try {
    db.exec('ROLLBACK');
  } catch {
    // SQLite has rolled back by itself after a fault, which is reported.
  }
}

/** The number by which SQLite names a fault, without its details; undefined where it is no fault of SQLite's. */
function sqliteCode(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('errcode' in error)) {
    return undefined;
  }
  return Number(error.errcode) & 0xff;
}

const WORDS: Readonly<Record<number, string>> = {
  3: 'this user may not use it',
  5: 'another program has locked it for longer than five seconds',
  6: 'another program has locked it',
  8: 'it cannot be written',
  10: 'the disk has failed',
  11: 'it is damaged',
  13: 'the disk is full',
  14: 'it cannot be opened; the folder must exist, and this user must be able to write there',
  26: 'it is no SQLite database, or its beginning is damaged',
};

/** What a fault means, in words. */
export function describeFault(error: unknown): string {
  const code = sqliteCode(error);
  const message = error instanceof Error ? error.message : String(error);
  const words = code === undefined ? undefined : WORDS[code];
  return words === undefined ? message : `${words} (SQLite says: ${message})`;
}

/** The file as it was at one moment. */
export interface Snapshot extends Disposable {
  readonly db: Database;
}

/** A snapshot of what the connection reads, which does not change until it is disposed; that gives the connection back. */
export function snapshotOf(db: Database, giveBack: () => void): Snapshot {
  try {
    db.exec('BEGIN');
  } catch (error) {
    db.close();
    throw error;
  }
  return {
    db,
    [Symbol.dispose]() {
      rollBack(db);
      giveBack();
    },
  };
}
