/** Gives back what is stored: one run, a tree, or lines. */
import type { JournalEntry, RunHeader } from '@agent-mux/events/journal';
import { demandReading } from './demands.ts';
import {
  Chunks,
  type Database,
  describeFault,
  EntryReader,
  missing,
  type Row,
  runNotFound,
  type Snapshot,
  type StoredEntry,
  storeError,
} from './file/index.ts';
import { inTurns } from './in-turns.ts';

export interface ReadOptions {
  /** The place in the tree from which on entries are given. @defaultValue 0 */
  readonly from?: number;
}

/** A tree as the file has it at one moment. */
export interface TreeRow {
  readonly id: number;
  readonly root: string;
  readonly context: string;
  readonly entries: number;
  /** Whether all of its runs are over. */
  readonly isClosed: boolean;
  /** The host that writes it. */
  readonly owner: string | null;
}

/** The place of a run. */
export interface RunPlace extends TreeRow {
  readonly opened: number;
  readonly closed: number | undefined;
}

/** Gives a connection that nobody else uses, so that the file is read as of one moment, whatever is pruned meanwhile. */
export type OpenReader = (call: 'read()' | 'readTree()') => Snapshot;

export class Reader {
  readonly #open: OpenReader;
  readonly #file: string;

  constructor(open: OpenReader, file: string) {
    this.#open = open;
    this.#file = file;
  }

  readRun(runId: string, options: ReadOptions = {}): AsyncIterableIterator<StoredEntry, undefined, undefined> {
    return inTurns(this.#chunksOfRun(runId, options));
  }

  readTree(root: string, options: ReadOptions = {}): AsyncIterableIterator<StoredEntry, undefined, undefined> {
    return inTurns(this.#chunksOfTree(root, options));
  }

  *#chunksOfRun(runId: string, options: ReadOptions): Generator<Iterator<StoredEntry>, void, undefined> {
    demandReading(runId, options, 'read()');
    const { from = 0 } = options;
    using snapshot = this.#open('read()');
    const { db } = snapshot;
    const run = findRun(db, runId, this.#file);
    const reader = new EntryReader(this.#file, { pos: run.opened, from, only: runId, closed: run.closed });
    yield* this.#chunks(db, run, { reader, end: run.closed === undefined ? run.entries : run.closed + 1 });
  }

  *#chunksOfTree(root: string, options: ReadOptions): Generator<Iterator<StoredEntry>, void, undefined> {
    demandReading(root, options, 'readTree()');
    const { from = 0 } = options;
    using snapshot = this.#open('readTree()');
    const { db } = snapshot;
    const tree = findTree(db, root, this.#file);
    yield* this.#chunks(db, tree, { reader: new EntryReader(this.#file, { from }), end: tree.entries });
  }

  *#chunks(
    db: Database,
    { id, root }: TreeRow,
    { reader, end }: { readonly reader: EntryReader; readonly end: number },
  ): Generator<Iterator<StoredEntry>, void, undefined> {
    const chunks = new Chunks(db, this.#file);
    while (reader.pos < end) {
      const chunk = chunks.at(id, reader.pos);
      if (chunk === undefined) {
        throw missing(root, reader.pos, this.#file);
      }
      yield reader.read(chunk, end);
    }
  }
}

const RUN = `SELECT tree.*, run.opened_pos, run.closed_pos FROM run JOIN tree ON tree.id = run.tree WHERE run.run_id = ?`;

/** Finds a run. Throws RUN_NOT_FOUND. */
export function findRun(db: Database, runId: string, file: string): RunPlace {
  const row = get(db, RUN, runId, file);
  if (row === undefined) {
    throw runNotFound(`run ${runId}`, file);
  }
  return {
    ...toTree(row),
    opened: Number(row['opened_pos']),
    closed: row['closed_pos'] === null ? undefined : Number(row['closed_pos']),
  };
}

/** The header of a run, from its first entry. */
export function readHeader(
  db: Database,
  { id, root, opened }: RunPlace,
  { runId, file }: { readonly runId: string; readonly file: string },
): RunHeader {
  const chunk = new Chunks(db, file).at(id, opened);
  if (chunk === undefined) {
    throw missing(root, opened, file);
  }
  for (const { run } of new EntryReader(file, { pos: opened, only: runId }).read(chunk)) {
    return run;
  }
  throw missing(root, opened, file);
}

export async function* entriesOf(stored: AsyncIterable<StoredEntry>): AsyncGenerator<JournalEntry, void, undefined> {
  for await (const { entry } of stored) {
    yield entry;
  }
}

/** Finds a tree. Throws RUN_NOT_FOUND. */
export function findTree(db: Database, root: string, file: string): TreeRow {
  const row = get(db, 'SELECT * FROM tree WHERE root = ?', root, file);
  if (row === undefined) {
    throw runNotFound(`tree with the root ${root}`, file);
  }
  return toTree(row);
}

export function toTree(row: Row): TreeRow {
  return {
    id: Number(row['id']),
    root: String(row['root']),
    context: String(row['context']),
    entries: Number(row['entries']),
    isClosed: row['closed'] !== null && row['closed'] !== undefined,
    owner: row['owner'] === null || row['owner'] === undefined ? null : String(row['owner']),
  };
}

function get(db: Database, sql: string, value: string, file: string): Row | undefined {
  try {
    return db.prepare(sql).get(value);
  } catch (cause) {
    throw storeError(`${file} could not be read: ${describeFault(cause)}.`, cause);
  }
}
