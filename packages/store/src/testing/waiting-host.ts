/** A host that only waits for the store. It asks while the answer to what it wrote is on its way. */
import { writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStore } from '../open-store.ts';
import { BUILT_WRITER } from './built-writer.ts';
import { headerOf, openOf, runIdOf } from './runs.ts';

const { file, times }: { file: string; times: number } = JSON.parse(process.argv[2] ?? '{}');
const store = await openStore(file, BUILT_WRITER);
const header = headerOf(runIdOf(1));
const log = store.open(header, { secrets: [], onBroken: (error) => expectNothing(error) });
log.append(openOf(header));
for (let number = 0; number < times; number++) {
  log.append({ entry: 'note', runId: header.runId, timestamp: header.runId.length + number, kind: 'n', data: number });
  // The lines have left this thread, and their commit is announced while it stands still.
  await sleep(15);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 120);
  await log.barrier();
}
await log.finish();
writeSync(1, 'done');
await store.close();

function expectNothing(error: Error): never {
  throw error;
}
