/** A host that stores runs until it is killed. It prints what it was promised, and only then goes on. */
import { writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSeededRandom } from '@agent-mux/testkit';
import { openStore } from '../open-store.ts';
import { BUILT_WRITER } from './built-writer.ts';
import { type HostPlan, type PlannedRun, planRuns } from './host-plan.ts';

const plan: HostPlan = JSON.parse(process.argv[2] ?? '{}');
const say = (message: object): void => void writeSync(1, `${JSON.stringify(message)}\n`);

const begin = performance.now();
const store = await openStore(plan.file, BUILT_WRITER);
say({ openedMs: performance.now() - begin });

async function keep({ header, entries }: PlannedRun, beforeClose: () => Promise<unknown>): Promise<void> {
  const random = createSeededRandom(plan.seed + header.runId.length);
  const log = store.open(header, { secrets: [], onBroken: (error) => say({ broken: error.message }) });
  let count = 0;
  for (const entry of entries) {
    if ('entry' in entry && entry.entry === 'close') {
      await beforeClose();
    }
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
}

// The first run of a tree closes after all that it has called.
const called: Promise<void>[] = [];
const callsOver = async (): Promise<void> => {
  await sleep(0);
  await Promise.all(called);
};
const [first, ...others] = planRuns(plan).map((run, index) => () => {
  return keep(run, plan.isTree && index === 0 ? callsOver : async () => undefined);
});
const top = first?.();
called.push(...others.map((start) => start()));
await Promise.all([top, ...called]);
say({ done: true });
await store.close();
