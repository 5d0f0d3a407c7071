/** Writes what is ready of some trees, in one transaction. */
import { type Database, describeFault, inTransaction, prepareSave, readRow, sumOf } from '../file/index.ts';
import { FileWatch } from './file-watch.ts';
import type { Batch, Tree } from './tree.ts';

export interface CommitterOptions {
  readonly file: string;
  readonly owner: string;
}

export class Committer {
  readonly #db: Database;
  readonly #owner: string;
  readonly #watch: FileWatch;
  readonly #addTree: ReturnType<Database['prepare']>;
  readonly #addChunk: ReturnType<Database['prepare']>;
  readonly #updateTree: ReturnType<Database['prepare']>;
  readonly #saveRun: ReturnType<typeof prepareSave>;

  constructor(db: Database, { file, owner }: CommitterOptions) {
    this.#db = db;
    this.#owner = owner;
    this.#watch = new FileWatch(db, file);
    this.#addTree = db.prepare(
      `INSERT INTO tree (root, context, created, entries, bytes, owner, closed, stored) VALUES (?, ?, ?, 0, 0, ?, NULL, 'live')`,
    );
    this.#addChunk = db.prepare(
      'INSERT INTO chunk (tree, first, count, at, sum, hidden, body) VALUES (?, ?, ?, ?, ?, ?, ?)',
    );
    this.#updateTree = db.prepare(
      "UPDATE tree SET entries = ?, bytes = bytes + ?, closed = ? WHERE id = ? AND stored <> 'pruned'",
    );
    this.#saveRun = prepareSave(db);
  }

  /** Takes up a tree. Returns why it cannot be written; undefined where it can. */
  begin(tree: Tree): string | undefined {
    const found = this.#db.prepare('SELECT id, entries, owner FROM tree WHERE root = ?').get(tree.root);
    if (found === undefined) {
      return undefined;
    }
    if (found['owner'] !== this.#owner) {
      return `The tree of the run ${tree.root} is in the store already, written by another process. Give the run another id.`;
    }
    const id = Number(found['id']);
    const rows = this.#db.prepare('SELECT * FROM run WHERE tree = ?').all(id).map(readRow);
    tree.continueFrom(id, Number(found['entries']), rows);
    return undefined;
  }

  hasRun(runId: string): boolean {
    return this.#db.prepare('SELECT 1 FROM run WHERE run_id = ?').get(runId) !== undefined;
  }

  /** Commits the trees: all of it is in the file, or it throws. Returns the trees that another process has begun or removed meanwhile. */
  commit(trees: readonly Tree[]): { readonly refused: readonly (readonly [Tree, string])[] } {
    const refused: [Tree, string][] = [];
    const done: (() => void)[] = [];
    this.#watch.demandLengths();
    inTransaction(this.#db, () => {
      this.#watch.demandNames();
      for (const tree of trees) {
        const batch = tree.take();
        this.#db.exec('SAVEPOINT tree');
        try {
          done.push(this.#write(tree, batch));
          this.#db.exec('RELEASE tree');
        } catch (error) {
          if (!isOfTree(error)) {
            throw error;
          }
          this.#db.exec('ROLLBACK TO tree; RELEASE tree');
          refused.push([tree, describeFault(error)]);
        }
      }
    });
    this.#watch.note();
    for (const settle of done) {
      settle();
    }
    return { refused };
  }

  /** Records that nobody writes these trees any more. */
  leave(trees: readonly Tree[]): void {
    const leave = this.#db.prepare('UPDATE tree SET owner = NULL WHERE id = ? AND closed IS NULL');
    this.#watch.demandLengths();
    inTransaction(this.#db, () => {
      this.#watch.demandNames();
      for (const { id } of trees) {
        if (id !== undefined) {
          leave.run(id);
        }
      }
    });
    this.#watch.note();
  }

  #write(tree: Tree, { lines, hidden, size }: Batch): () => void {
    // A tree without entries is no tree.
    if (tree.id === undefined && lines.length === 0) {
      return () => undefined;
    }
    const now = Date.now();
    const id = tree.id ?? this.#begin(tree, now);
    if (lines.length > 0) {
      const chunk = { tree: id, first: tree.entries, count: lines.length, hidden, body: `${lines.join('\n')}\n` };
      this.#addChunk.run(id, chunk.first, chunk.count, now, sumOf(chunk), hidden, chunk.body);
      const [end, closed] = [tree.entries + lines.length, tree.isClosed ? now : null];
      const { changes } = this.#updateTree.run(end, Buffer.byteLength(chunk.body), closed, id);
      // All of its runs were over for a moment, and then nobody keeps a tree from being removed.
      if (Number(changes) !== 1) {
        throw new PrunedTree(
          `The tree of the run ${tree.root} was pruned before this run began in it. Begin a tree of its own.`,
        );
      }
    }
    for (const runId of tree.changed) {
      const row = tree.runs.get(runId);
      if (row !== undefined) {
        this.#saveRun(id, row);
      }
    }
    return () => {
      tree.id = id;
      tree.entries += lines.length;
      tree.lines += lines.length;
      tree.size += size;
      tree.changed.clear();
    };
  }

  #begin({ root, context }: Tree, now: number): number {
    // Whoever appends may begin with another entry than a run does.
    return Number(this.#addTree.run(root, context ?? root, now, this.#owner).lastInsertRowid);
  }
}

/** A tree was removed from the file while this process had it open. */
class PrunedTree extends Error {}

/** Whether the fault says that this tree cannot be written, though others can. */
function isOfTree(error: unknown): boolean {
  const message = error instanceof Error ? error.message : '';
  return (
    error instanceof PrunedTree ||
    message.includes('UNIQUE constraint failed') ||
    message.includes('is in the store already')
  );
}
