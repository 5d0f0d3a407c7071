/** Removes whole trees from the file, the oldest first. A tree that somebody writes stays. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, inTransaction, isGone, readNumber, type SqlValue } from '../file/index.ts';

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
  readonly owner: SqlValue;
  readonly closed: SqlValue;
  readonly isOver: boolean;
  readonly ended: number;
}

export async function prune(db: Database, rule: PruneRule): Promise<PruneReport> {
  const chosen = choose(listTrees(db), rule);
  if (rule.dryRun === true) {
    return describe(chosen.map((tree) => [tree, readNumber(db, 'SELECT count(*) FROM run WHERE tree = ?', tree.id)]));
  }
  const hidden: [Candidate, number][] = [];
  for (const tree of chosen) {
    const runs = inTransaction(db, () => hide(db, tree));
    if (runs !== undefined) {
      hidden.push([tree, runs]);
    }
  }
  // This also finishes what a host that died has half removed.
  for (const { id } of db.prepare("SELECT id FROM tree WHERE stored = 'pruned'").all()) {
    await remove(db, Number(id));
  }
  await shrink(db);
  return describe(hidden);
}

function describe(trees: readonly (readonly [tree: Candidate, runs: number])[]): PruneReport {
  return {
    roots: trees.map(([{ root }]) => root),
    runs: trees.reduce((sum, [, runs]) => sum + runs, 0),
    entries: trees.reduce((sum, [{ entries }]) => sum + entries, 0),
    bytes: trees.reduce((sum, [{ bytes }]) => sum + bytes, 0),
  };
}

function listTrees(db: Database): Candidate[] {
  const ended = 'coalesce(closed, (SELECT max(at) FROM chunk WHERE chunk.tree = tree.id), created)';
  return db
    .prepare(
      `SELECT id, root, entries, bytes, owner, closed, ${ended} AS ended FROM tree WHERE stored <> 'pruned' ORDER BY id`,
    )
    .all()
    .map(({ id, root, entries, bytes, owner = null, closed = null, ended }) => ({
      id: Number(id),
      root: String(root),
      entries: Number(entries),
      bytes: Number(bytes),
      owner,
      closed,
      isOver: closed !== null || isGone(owner === null ? null : String(owner)),
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

const HIDE = `UPDATE tree SET stored = 'pruned', root = 'pruned ' || id, context = 'pruned ' || id
  WHERE id = ? AND stored <> 'pruned' AND entries = ? AND closed IS ? AND owner IS ?`;

/**
 * Hides a tree: nobody finds it any more, and its id is free. Returns the number of its runs; undefined where the tree is no longer what was
 * chosen, because a run began in it or somebody else has removed it.
 */
function hide(db: Database, { id, entries, closed, owner }: Candidate): number | undefined {
  if (Number(db.prepare(HIDE).run(id, entries, closed, owner).changes) !== 1) {
    return undefined;
  }
  return Number(db.prepare('DELETE FROM run WHERE tree = ?').run(id).changes);
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
