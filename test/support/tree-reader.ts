/** Reads a tree from a store in a process of its own and prints it: `tree-reader.ts FILE ROOT`, a line of JSON for each entry, and then one for each run. */

import { encodeEntry } from '@agent-mux/events/journal';
import { openStore, type Store } from '@agent-mux/store';
import { BUILT_WRITER } from '../../packages/store/src/testing/built-writer.ts';

const [file = '', root = ''] = process.argv.slice(2);
await using store: Store = await openStore(file, BUILT_WRITER);
const tree = store.replay(root).tree;
const runs = new Set<string>();
for await (const { pos, run, entry } of tree) {
  runs.add(run.runId);
  process.stdout.write(`${JSON.stringify({ pos, run: run.runId, line: encodeEntry(entry) })}\n`);
}
process.stdout.write(`${JSON.stringify({ open: tree.ledger.open, result: await tree.result() })}\n`);
for (const runId of runs) {
  const replay = store.replay(runId, { collectEvents: true });
  const lines: string[] = [];
  for await (const entry of replay.entries()) {
    lines.push(encodeEntry(entry));
  }
  process.stdout.write(`${JSON.stringify({ runId, lines, result: await replay })}\n`);
}
