/** Opens a store: one file, which is read here and written by a thread of its own. */
import { resolve } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { createStoredHandle, type RunStore, type StoredHandleOptions, type StoredRunHandle } from '@agent-mux/core';
import { demandChecking, demandFilter, demandLines, demandOpening, demandPruning, demandReplay } from './demands.ts';
import {
  checkFile,
  type Database,
  describeFault,
  isAtLeast,
  loadSqlite,
  makeFile,
  markOpen,
  OLDEST_SQLITE,
  openChecked,
  openDatabase,
  ownOwner,
  type Snapshot,
  SQLITE_PACKAGE,
  type Sqlite,
  type StoredEntry,
  sqliteVersion,
  storeClosed,
  storeError,
} from './file/index.ts';
import { entriesOf, findRun, Reader, type ReadOptions, readHeader } from './reader.ts';
import { listRuns, type RunFilter, type RunSummary } from './run-summary.ts';
import { Snapshots } from './snapshots.ts';
import { startWorker } from './start-worker.ts';
import { type Following, leavable, type TailOptions, tailContext, tailRun, tailTree } from './tail.ts';
import { done, type ExportOptions, exportLines, giveLines } from './transfer.ts';
import { Waker } from './waker.ts';
import type { CheckOptions, CheckReport, ImportReport, PruneReport, PruneRule, TaskData } from './writer/index.ts';
import { WriterThread } from './writer-thread.ts';

export interface StoreOptions {
  /**
   * What a commit survives: `normal` the death of any process, `full` a loss of power too, which costs a wait for the disk with each
   * commit. @defaultValue 'normal'
   */
  readonly sync?: 'normal' | 'full';
  /** The program of the writing thread, `dist/writer/main.js` of this package; it is needed only where a bundler has moved it. */
  readonly writer?: string | URL;
}

/** Options of a replay, which mean what they mean for a run. */
export type ReplayRunOptions = Pick<StoredHandleOptions, 'collectEvents' | 'highWaterMark'>;

/** A store of runs on disk. Any number of stores and processes may have one file open. */
export interface Store extends RunStore, AsyncDisposable {
  /** The absolute path of the file. */
  readonly file: string;
  /** Lists runs, the newest first. Throws ValidationError. */
  list(filter?: RunFilter): Promise<RunSummary[]>;
  /** The entries of a run as they are in the file now. Throws RUN_NOT_FOUND, and STORE_ERROR where they are damaged. */
  read(runId: string, options?: ReadOptions): AsyncIterable<StoredEntry>;
  /** The entries of all runs of a tree, in the order in which they happened. */
  readTree(root: string, options?: ReadOptions): AsyncIterable<StoredEntry>;
  /**
   * Reads the same entries, and then those that any process commits, at most a quarter of a second later. A run's tail ends with its
   * `close` or when its host has gone; a context's with the signal or the store.
   */
  tail(runId: string, options?: TailOptions<number>): AsyncIterable<StoredEntry>;
  tail(context: { readonly contextId: string }, options?: TailOptions<string>): AsyncIterable<StoredEntry>;
  /**
   * Replays the run as a handle that is iterated, listened to and awaited like a live one: the same entries, events and result. An open run
   * is followed; one whose host has gone ends where it was, with the cause `lost`. Calls that would steer it reject with RUN_NOT_ACTIVE.
   * Throws RUN_NOT_FOUND, and STORE_ERROR where its first entry cannot be read.
   */
  replay(runId: string, options?: ReplayRunOptions): StoredRunHandle;
  /** Exports lines of JSON: each tree begins with a header, and its entries follow. Throws RUN_NOT_FOUND. */
  export(options?: ExportOptions): AsyncIterable<string>;
  /**
   * Imports all trees of an export or none of them. Rejects with STORE_ERROR and the number of the wrong line, and where a tree is already
   * stored with other entries; a tree with the same entries is skipped. Imported entries are not redacted again.
   */
  import(lines: AsyncIterable<string> | Iterable<string>): Promise<ImportReport>;
  /** Removes whole trees that are over, the oldest first. Throws ValidationError. */
  prune(rule: PruneRule): Promise<PruneReport>;
  /** Checks the whole file. It never throws because of what it finds. */
  check(options?: CheckOptions): Promise<CheckReport>;
  /** Commits what is there and ends the thread. Runs that are still open go on without being stored. */
  close(): Promise<void>;
}

/**
 * Opens the file, and makes it with the rights of its owner alone where it is missing. Rejects with STORE_ERROR where the library is
 * missing, or where the file cannot be used: it and the files beside it then stay as they are, to the byte.
 */
export async function openStore(file: string, options: StoreOptions = {}): Promise<Store> {
  demandOpening(file, options);
  const path = resolve(file);
  const sqlite = await demandSqlite();
  makeFile(path);
  checkFile(sqlite, path);
  const store = new FileStore(sqlite, path, { options, ...openParts(sqlite, path, options) });
  await store.demandThread();
  return store;
}

/** What an open store must give back. */
interface Parts {
  readonly db: Database;
  readonly unmark: () => void;
  readonly worker: Worker;
}

/** Opens the file and starts the thread that writes it; where either fails, nothing stays open. */
function openParts(sqlite: Sqlite, file: string, { sync = 'normal', writer }: StoreOptions): Parts {
  const db = openChecked(sqlite, file);
  let unmark = (): void => undefined;
  try {
    unmark = markOpen(file);
    return { db, unmark, worker: startWorker({ task: 'write', file, owner: ownOwner(), sync }, writer) };
  } catch (error) {
    db.close();
    unmark();
    throw error;
  }
}

class FileStore implements Store {
  readonly file: string;
  readonly #sqlite: Sqlite;
  readonly #options: StoreOptions;
  readonly #db: Database;
  readonly #unmark: () => void;
  readonly #waker: Waker;
  readonly #snapshots: Snapshots;
  readonly #reader: Reader;
  readonly #thread: WriterThread;
  #closed: Promise<void> | undefined;

  constructor(sqlite: Sqlite, file: string, { options, db, unmark, worker }: Parts & { options: StoreOptions }) {
    this.file = file;
    this.#sqlite = sqlite;
    this.#options = options;
    this.#db = db;
    this.#unmark = unmark;
    this.#waker = new Waker(this.#db);
    this.#snapshots = new Snapshots(() => openDatabase(this.#sqlite, this.file, true));
    this.#reader = new Reader((call) => this.#openReader(call), file);
    this.#thread = new WriterThread(worker, () => this.#waker.notify());
  }

  /** Rejects where the writing thread cannot write. */
  async demandThread(): Promise<void> {
    try {
      await this.#thread.ready;
    } catch (cause) {
      await this.close();
      throw storeError(`openStore(): ${this.file} was not opened for writing: ${describeFault(cause)}.`, cause);
    }
  }

  open(...[header, options]: Parameters<RunStore['open']>): ReturnType<RunStore['open']> {
    return this.#thread.open(header, options);
  }

  async list(filter: RunFilter = {}): Promise<RunSummary[]> {
    demandFilter(filter);
    this.#demandOpen('list()');
    try {
      return listRuns(this.#db, filter);
    } catch (cause) {
      throw storeError(`list(): ${this.file} could not be read: ${describeFault(cause)}.`, cause);
    }
  }

  read(runId: string, options?: ReadOptions): AsyncIterable<StoredEntry> {
    return this.#reader.readRun(runId, options);
  }

  readTree(root: string, options?: ReadOptions): AsyncIterable<StoredEntry> {
    return this.#reader.readTree(root, options);
  }

  tail(what: string | { readonly contextId: string }, options: TailOptions<never> = {}): AsyncIterable<StoredEntry> {
    return leavable((left) => {
      const following = this.#follow(left);
      return typeof what === 'string' ? tailRun(what, following, options) : tailContext(what, following, options);
    });
  }

  replay(runId: string, options: ReplayRunOptions = {}): StoredRunHandle {
    demandReplay(runId, options);
    this.#demandOpen('replay()');
    const place = findRun(this.#db, runId, this.file);
    const header = readHeader(this.#db, place, { runId, file: this.file });
    const stored = place.closed === undefined ? this.tail(runId) : this.read(runId);
    const tree = (): AsyncIterable<StoredEntry> => leavable((left) => tailTree(header.root, this.#follow(left)));
    return createStoredHandle({ ...options, header, entries: entriesOf(stored), tree });
  }

  export(options: ExportOptions = {}): AsyncIterable<string> {
    return exportLines(() => this.#openReader('export()'), this.file, options);
  }

  async import(lines: AsyncIterable<string> | Iterable<string>): Promise<ImportReport> {
    demandLines(lines);
    this.#demandOpen('import()');
    const report = await giveLines<ImportReport>(this.#start({ task: 'import', file: this.file }), lines);
    this.#waker.notify();
    return report;
  }

  async prune(rule: PruneRule): Promise<PruneReport> {
    demandPruning(rule);
    this.#demandOpen('prune()');
    return done<PruneReport>(this.#start({ task: 'prune', file: this.file, rule }));
  }

  async check(options: CheckOptions = {}): Promise<CheckReport> {
    demandChecking(options);
    this.#demandOpen('check()');
    const { rebuild = false } = options;
    return done<CheckReport>(this.#start({ task: 'check', file: this.file, rebuild }));
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #close(): Promise<void> {
    this.#waker.close();
    await this.#thread.close();
    this.#snapshots.close();
    this.#db.close();
    this.#unmark();
  }

  #start(data: TaskData): Worker {
    return startWorker(data, this.#options.writer);
  }

  #openReader(call: string): Snapshot {
    this.#demandOpen(call);
    try {
      return this.#snapshots.take();
    } catch (cause) {
      throw storeError(`${this.file} could not be read: ${describeFault(cause)}.`, cause);
    }
  }

  #follow(left: AbortSignal): Following {
    return { db: this.#db, file: this.file, waker: this.#waker, left };
  }

  #demandOpen(call: string): void {
    if (this.#closed !== undefined) {
      throw storeClosed(call, this.file);
    }
  }
}

async function demandSqlite(): Promise<Sqlite> {
  let sqlite: Sqlite;
  try {
    sqlite = await loadSqlite();
  } catch (cause) {
    throw storeError(
      `openStore(): the package ${SQLITE_PACKAGE} could not be loaded: ${describeFault(cause)}. Install it: npm install ${SQLITE_PACKAGE}@1.2.1`,
      cause,
    );
  }
  const version = sqliteVersion(sqlite);
  if (!isAtLeast(version, OLDEST_SQLITE)) {
    throw storeError(
      `openStore(): ${SQLITE_PACKAGE} brings SQLite ${version}, which can damage a file that several processes write. ` +
        `Install a version with SQLite ${OLDEST_SQLITE} or later: npm install ${SQLITE_PACKAGE}@1.2.1`,
    );
  }
  return sqlite;
}
