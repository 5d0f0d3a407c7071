/** A host that stores runs until it is killed. It says on its standard output what it was promised, and only then goes on. */
import { writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSeededRandom } from '@agent-mux/testkit';
import { openStore } from '../open-store.ts';
import { BUILT_WRITER } from './built-writer.ts';
import { type HostPlan, planRuns } from './host-plan.ts';

const plan: HostPlan = JSON.parse(process.argv[2] ?? '{}');
const say = (message: object): void => void writeSync(1, `${JSON.stringify(message)}\n`);

const begin = performance.now();
const store = await openStore(plan.file, BUILT_WRITER);
say({ openedMs: performance.now() - begin });
await Promise.all(
  planRuns(plan).map(async ({ header, entries }) => {
    const random = createSeededRandom(plan.seed + header.runId.length);
    const log = store.open(header, { secrets: [], onBroken: (error) => say({ broken: error.message }) });
    let count = 0;
    for (const entry of entries) {
      log.append(entry);
      count++;
      const chance = random();
      if (chance < 0.05) {
        const stored = await log.barrier();
        if (stored !== 'broken') {
          say({ runId: header.runId, count });
        }
      } else if (chance < 0.15) {
        await sleep(random() * 10);
      }
    }
    if ((await log.finish()) === 'whole') {
      say({ runId: header.runId, count });
    }
  }),
);
say({ done: true });
await store.close();
