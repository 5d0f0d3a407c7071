/** Gives a program what it sees of a tree of runs. */
import type { RunTree } from '../readers/index.ts';
import type { Tree } from './tree.ts';

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
