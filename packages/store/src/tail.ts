/** Follows a run or a context: what is stored, and then what any process commits. */

import { demandContextTail, demandRunTail } from './demands.ts';
import {
  type Chunk,
  Chunks,
  type Database,
  EntryReader,
  isGone,
  missing,
  pruned,
  type StoredEntry,
  storeClosed,
} from './file/index.ts';
import { letOthersWork } from './in-turns.ts';
import { findRun, findTree, type TreeRow, toTree } from './reader.ts';
import type { Waker } from './waker.ts';

export interface TailOptions<From> {
  /**
   * The beginning: for a run the place in its tree, for a context the `cursor` of the last entry that was seen. @defaultValue the beginning
   */
  readonly from?: From;
  /** Ends the iteration. */
  readonly signal?: AbortSignal;
}

export interface Following {
  readonly db: Database;
  readonly file: string;
  readonly waker: Waker;
  /** Aborts when the reader leaves. */
  readonly left: AbortSignal;
}

/**
 * An iteration that its reader can leave at any moment: `return()` also ends a `next()` that waits for an entry. A generator alone would
 * have it wait behind that one, for ever where nobody writes.
 */
export function leavable(
  iterate: (left: AbortSignal) => AsyncGenerator<StoredEntry, void, undefined>,
): AsyncIterableIterator<StoredEntry, void, undefined> {
  const left = new AbortController();
  const entries = iterate(left.signal);
  return {
    next: () => entries.next(),
    return() {
      left.abort();
      return entries.return();
    },
    throw(error: unknown) {
      left.abort();
      return entries.throw(error);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

/** Follows a run. Ends after its `close`, when its host is found gone, with the store, or with the signal. Throws RUN_NOT_FOUND. */
export async function* tailRun(
  runId: string,
  { db, file, waker, left }: Following,
  options: TailOptions<number>,
): AsyncGenerator<StoredEntry, void, undefined> {
  demandRunTail(options);
  if (waker.isClosed) {
    throw storeClosed('tail()', file);
  }
  const { from = 0 } = options;
  const signal = endOf(left, options.signal);
  const isStopped = (): boolean => waker.isClosed || signal.aborted;
  const chunks = new Chunks(db, file);
  const begin = findRun(db, runId, file);
  const reader = new EntryReader(file, { pos: begin.opened, only: runId });
  while (!isStopped()) {
    using watch = waker.look(signal);
    demandThere(db, begin, file);
    const { closed, entries, owner } = findRun(db, runId, file);
    const isLost = closed === undefined && isGone(owner);
    for (let chunk = chunks.at(begin.id, reader.pos); chunk !== undefined; chunk = chunks.at(begin.id, reader.pos)) {
      for (const stored of reader.read(chunk)) {
        if (stored.pos >= from) {
          yield stored;
        }
        if (isStopped() || ('entry' in stored.entry && stored.entry.entry === 'close')) {
          return;
        }
      }
      await letOthersWork();
      if (isStopped()) {
        return;
      }
    }
    // The entries that were counted before must have been there.
    if (reader.pos < entries) {
      demandThere(db, begin, file);
      throw missing(begin.root, reader.pos, file);
    }
    if (isLost) {
      return;
    }
    await watch.changed();
  }
}

/** Follows a tree until all of its runs are over, its host is found gone, or the store is closed. Throws RUN_NOT_FOUND. */
export async function* tailTree(
  root: string,
  { db, file, waker, left }: Following,
): AsyncGenerator<StoredEntry, void, undefined> {
  const isStopped = (): boolean => waker.isClosed || left.aborted;
  const chunks = new Chunks(db, file);
  const reader = new EntryReader(file);
  const begin = findTree(db, root, file);
  const { id } = begin;
  while (!isStopped()) {
    using watch = waker.look(left);
    demandThere(db, begin, file);
    const { entries, isClosed, owner } = findTree(db, root, file);
    const isLost = !isClosed && isGone(owner);
    for (let chunk = chunks.at(id, reader.pos); chunk !== undefined; chunk = chunks.at(id, reader.pos)) {
      for (const stored of reader.read(chunk)) {
        yield stored;
        if (isStopped()) {
          return;
        }
      }
      await letOthersWork();
      if (isStopped()) {
        return;
      }
    }
    if (reader.pos < entries) {
      demandThere(db, begin, file);
      throw missing(root, reader.pos, file);
    }
    if (isClosed || isLost) {
      return;
    }
    await watch.changed();
  }
}

/** Follows all trees with a context, even those that begin later, in the order of commits. It ends with the store or the signal. */
export async function* tailContext(
  context: { readonly contextId: string },
  { db, file, waker, left }: Following,
  options: TailOptions<string>,
): AsyncGenerator<StoredEntry, void, undefined> {
  demandContextTail(context, options);
  if (waker.isClosed) {
    throw storeClosed('tail()', file);
  }
  const { contextId } = context;
  const { from } = options;
  const signal = endOf(left, options.signal);
  const isStopped = (): boolean => waker.isClosed || signal.aborted;
  const chunks = new Chunks(db, file);
  const seen = parseCursor(from);
  const trees = new Map<number, EntryReader>();
  let after = seen.chunk - 1;

  /** The reader of a tree at its chunk; undefined where nobody reads any more. */
  async function readerOf({ tree, first }: Chunk): Promise<EntryReader | undefined> {
    const reader = trees.get(tree) ?? new EntryReader(file);
    trees.set(tree, reader);
    // Texts are built from their first piece on, so that what was seen before is read again.
    while (reader.pos < first) {
      const chunk = chunks.at(tree, reader.pos);
      if (chunk === undefined) {
        const root = rootOf(db, tree);
        demandThere(db, { id: tree, root }, file);
        throw missing(root, reader.pos, file);
      }
      for (const _ of reader.read(chunk)) {
      }
      await letOthersWork();
      if (isStopped()) {
        return undefined;
      }
    }
    return reader;
  }

  while (!isStopped()) {
    using watch = waker.look(signal);
    for (
      let chunk = chunks.ofContext(contextId, after);
      chunk !== undefined;
      chunk = chunks.ofContext(contextId, after)
    ) {
      const reader = await readerOf(chunk);
      for (const stored of reader?.read(chunk) ?? []) {
        if (chunk.id > seen.chunk || stored.pos - chunk.first > seen.line) {
          yield stored;
        }
        if (isStopped()) {
          return;
        }
      }
      after = chunk.id;
      await letOthersWork();
      if (isStopped()) {
        return;
      }
    }
    await watch.changed();
  }
}

/** Aborts when the reader leaves, or with the signal that it gave. */
function endOf(left: AbortSignal, given: AbortSignal | undefined): AbortSignal {
  return given === undefined ? left : AbortSignal.any([left, given]);
}

/** Throws RUN_NOT_FOUND where a tree was pruned since it was found: a tree with the same root may have replaced it. */
function demandThere(db: Database, { id, root }: Pick<TreeRow, 'id' | 'root'>, file: string): void {
  if (db.prepare("SELECT 1 FROM tree WHERE id = ? AND root = ? AND stored <> 'pruned'").get(id, root) === undefined) {
    throw pruned(root, file);
  }
}

function rootOf(db: Database, id: number): string {
  const row = db.prepare('SELECT * FROM tree WHERE id = ?').get(id);
  return row === undefined ? String(id) : toTree(row).root;
}

function parseCursor(from: string | undefined): { readonly chunk: number; readonly line: number } {
  if (from === undefined) {
    return { chunk: 1, line: -1 };
  }
  const [chunk = 1, line = -1] = from.split('.').map(Number);
  return { chunk, line };
}
