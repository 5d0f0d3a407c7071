/** Removes whole trees from the file, the oldest first. A tree that somebody writes stays. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, inTransaction, isGone, readNumber } from '../file/index.ts';

/** Which trees to remove, by either rule, or both. */
export interface PruneRule {
  /** Removes trees that ended before this moment, in milliseconds since the epoch. */
  readonly olderThan?: number;
  /** Removes as many of the oldest trees as it takes for the entries of all others to fit. */
  readonly maxBytes?: number;
  /** Only reports what would be removed. @defaultValue false */
  readonly dryRun?: boolean;
}

export interface PruneReport {
  /** The ids of the runs at the top of the trees that were removed, or would be. */
  readonly roots: readonly string[];
  readonly runs: number;
  readonly entries: number;
  readonly bytes: number;
}

/** The most chunks of one step, because others may write between two steps. */
const MAX_CHUNKS = 1_000;
const MAX_PAGES = 2_000;

interface Candidate {
  readonly id: number;
  readonly root: string;
  readonly entries: number;
  readonly bytes: number;
  readonly isOver: boolean;
  readonly ended: number;
}

export async function prune(db: Database, rule: PruneRule): Promise<PruneReport> {
  const going = choose(listTrees(db), rule);
  const report = {
    roots: going.map(({ root }) => root),
    runs: going.reduce((sum, { id }) => sum + readNumber(db, 'SELECT count(*) FROM run WHERE tree = ?', id), 0),
    entries: going.reduce((sum, { entries }) => sum + entries, 0),
    bytes: going.reduce((sum, { bytes }) => sum + bytes, 0),
  };
  if (rule.dryRun === true) {
    return report;
  }
  for (const { id } of going) {
    inTransaction(db, () => hide(db, id));
  }
  // This also finishes what a host that died has half removed.
  for (const { id } of db.prepare("SELECT id FROM tree WHERE stored = 'pruned'").all()) {
    await remove(db, Number(id));
  }
  await shrink(db);
  return report;
}

function listTrees(db: Database): Candidate[] {
  const ended = 'coalesce(closed, (SELECT max(at) FROM chunk WHERE chunk.tree = tree.id), created)';
  return db
    .prepare(
      `SELECT id, root, entries, bytes, owner, closed, ${ended} AS ended FROM tree WHERE stored <> 'pruned' ORDER BY id`,
    )
    .all()
    .map(({ id, root, entries, bytes, owner, closed, ended }) => ({
      id: Number(id),
      root: String(root),
      entries: Number(entries),
      bytes: Number(bytes),
      isOver: closed !== null || isGone(owner === null || owner === undefined ? null : String(owner)),
      ended: Number(ended),
    }));
}

function choose(trees: readonly Candidate[], { olderThan, maxBytes }: PruneRule): Candidate[] {
  let left = trees.reduce((sum, { bytes }) => sum + bytes, 0);
  return trees.filter(({ isOver, ended, bytes }) => {
    const isOld = olderThan !== undefined && ended < olderThan;
    const isTooMuch = maxBytes !== undefined && left > maxBytes;
    if (!isOver || !(isOld || isTooMuch)) {
      return false;
    }
    left -= bytes;
    return true;
  });
}

/** Hides a tree: nobody finds it any more, and its id is free. */
function hide(db: Database, id: number): void {
  db.prepare('DELETE FROM run WHERE tree = ?').run(id);
  db.prepare("UPDATE tree SET stored = 'pruned', root = 'pruned ' || id, context = 'pruned ' || id WHERE id = ?").run(
    id,
  );
}

async function remove(db: Database, id: number): Promise<void> {
  const some = db.prepare('DELETE FROM chunk WHERE id IN (SELECT id FROM chunk WHERE tree = ? ORDER BY first LIMIT ?)');
  while (inTransaction(db, () => Number(some.run(id, MAX_CHUNKS).changes)) > 0) {
    await sleep(1);
  }
  inTransaction(db, () => db.prepare('DELETE FROM tree WHERE id = ?').run(id));
}

async function shrink(db: Database): Promise<void> {
  for (let free = readNumber(db, 'PRAGMA freelist_count'), before = -1; free > 0 && free !== before; ) {
    // SQLite gives back only what is asked for, and a step is done when its statement has run to its end.
    db.prepare(`PRAGMA incremental_vacuum(${MAX_PAGES})`).all();
    before = free;
    free = readNumber(db, 'PRAGMA freelist_count');
    await sleep(1);
  }
}
