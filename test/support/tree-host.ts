/** Grows random trees into a store until somebody kills it: `tree-host.ts FILE SEED`. It says `up` when the store is open, and then the id of each root that is over. */
import { openStore } from '@agent-mux/store';
import { BUILT_WRITER } from '../../packages/store/src/testing/built-writer.ts';
import { treeClient } from './calling-toys.ts';
import { growTree, RANDOM_SCRIPTS } from './random-trees.ts';

const [file = '', seed = '1'] = process.argv.slice(2);
await using store = await openStore(file, BUILT_WRITER);
process.stdout.write('up\n');
const mux = treeClient(RANDOM_SCRIPTS, { store });
for (let round = 0; ; round++) {
  const [root] = await growTree(mux, Number(seed) * 100 + round, 12);
  process.stdout.write(`${root?.runId}\n`);
}
