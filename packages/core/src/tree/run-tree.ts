/** What a program sees of a tree of runs. */
import type { TreeEntry } from '@agent-mux/events/journal';
import type { EntriesOptions } from '../run/journal-reader.ts';
import type { RunHandle } from '../run/run-handle.ts';
import type { RunResult } from '../run/run-result.ts';
import type { Ledger } from './ledger.ts';
import type { Tree } from './tree.ts';

/** A run with all that it has called, and with those that took over from it. Each run of the tree has the same. */
export interface RunTree extends AsyncIterable<TreeEntry> {
  /** The id of the run at the top. */
  readonly root: string;
  /**
   * A new iterator over the entries of all runs in the order in which they occur, from the oldest retained one on; `break` detaches
   * it. Of a tree that nobody has read yet as many are retained as of a run of which somebody has. It holds all runs back as an
   * iterator over events does, counts as somebody who could answer, and ends when the last run is over.
   */
  [Symbol.asyncIterator](): AsyncIterableIterator<TreeEntry, undefined, undefined>;
  /** The same iterator, of somebody who only looks on where `observes` says so. */
  entries(options?: EntriesOptions): AsyncIterableIterator<TreeEntry, undefined, undefined>;
  /** Handles of the runs that are not over, those that wait for their predecessor included, in the order in which they came. */
  readonly runs: readonly RunHandle[];
  /** Who is open, by invocation and by name. */
  readonly ledger: Ledger;
  /**
   * Resolves when every run of the tree is over: with the result of the root, or of the last run that took over from it and has
   * begun. With the id of a run, when that run and those that took over from it are over. Rejects where the tree has no such run.
   */
  result(runId?: string): Promise<RunResult>;
  /**
   * Aborts the root, or the run with this id, and those that take over from it. Resolves when they and all that they have called are
   * gone. The reason stands in the journal and in the result of each of them.
   */
  abort(which?: string | AbortTree): Promise<void>;
}

export interface AbortTree {
  /** @defaultValue the root */
  readonly runId?: string;
  readonly reason?: string;
}

export function createRunTree(tree: Tree): RunTree {
  return {
    root: tree.root,
    ledger: tree.ledger,
    get runs() {
      return tree.handles;
    },
    [Symbol.asyncIterator]: () => tree.journal.read(),
    entries: (options) => tree.journal.read(options),
    result: async (runId) => (runId === undefined ? tree.result() : tree.resultOf(runId)),
    abort: async (which = {}) => {
      const { runId = tree.root, reason } = typeof which === 'string' ? { runId: which } : which;
      await tree.abort(runId, reason);
    },
  };
}
