/** A host that follows a run, and stops reading without a word. */
import { writeSync } from 'node:fs';
import { openStore } from '../open-store.ts';
import { BUILT_WRITER } from './built-writer.ts';
import { headerOf, openOf, runIdOf } from './runs.ts';

const { file, isClosed }: { file: string; isClosed: boolean } = JSON.parse(process.argv[2] ?? '{}');
const store = await openStore(file, BUILT_WRITER);
const header = headerOf(runIdOf(1));
const log = store.open(header, { secrets: [], onBroken: () => undefined });
log.append(openOf(header));
await log.barrier();
const reader = store.tail(header.runId)[Symbol.asyncIterator]();
await reader.next();
if (isClosed) {
  await store.close();
}
writeSync(1, 'left');
