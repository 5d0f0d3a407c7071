/** Gives a program its view of a tree of runs. */
import { checkOptions, demandCall } from '../demand-call.ts';
import { filledText, type Rules, text } from '../field-rules.ts';
import { type AbortTree, demandEntriesOptions, type RunTree } from '../readers/index.ts';
import type { Tree } from './tree.ts';

const ABORTING: Rules<AbortTree> = { runId: filledText, reason: text };

export function createRunTree(tree: Tree): RunTree {
  return {
    root: tree.root,
    ledger: tree.ledger,
    get runs() {
      return tree.handles;
    },
    [Symbol.asyncIterator]: () => tree.journal.read(),
    entries(options) {
      demandEntriesOptions(options);
      return tree.journal.read(options);
    },
    result: async (runId) => (runId === undefined ? tree.result() : tree.resultOf(runId)),
    abort: async (which = {}) => {
      demandCall('tree.abort()', typeof which === 'string' ? [] : checkOptions(ABORTING, which));
      const { runId = tree.root, reason } = typeof which === 'string' ? { runId: which } : which;
      await tree.abort(runId, reason);
    },
  };
}
