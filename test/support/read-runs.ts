/** Reads runs of a store, in a process that did not write them: a line with an id in, a line with all of that run out. */
import { createInterface } from 'node:readline';
import { encodeEvent } from '@agent-mux/events';
import { encodeEntry } from '@agent-mux/events/journal';
import { openStore } from '@agent-mux/store';
import { BUILT_WRITER } from '../../packages/store/src/testing/built-writer.ts';
import { type ReadRun, showResult } from './read-run.ts';

const store = await openStore(process.argv[2] ?? '', BUILT_WRITER);

async function read(runId: string): Promise<ReadRun> {
  const handle = store.replay(runId, { collectEvents: true });
  const entries: string[] = [];
  const events: string[] = [];
  const told = (async () => {
    for await (const entry of handle.entries()) {
      entries.push(encodeEntry(entry));
    }
  })();
  for await (const event of handle) {
    events.push(encodeEvent(event));
  }
  await told;
  const hidden: number[] = [];
  for await (const { pos, hidden: why } of store.read(runId)) {
    if (why !== undefined) {
      hidden.push(pos);
    }
  }
  return { entries, events, result: showResult(await handle.result()), hidden };
}

for await (const runId of createInterface({ input: process.stdin })) {
  const answer = await read(runId).catch((error: unknown) => ({ error: String(error) }));
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
await store.close();
