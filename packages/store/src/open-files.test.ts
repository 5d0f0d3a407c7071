/** The files that reading leaves open. */
import { readdirSync } from 'node:fs';
import { platform } from 'node:os';
import { afterEach, expect, it } from 'vitest';
import { clearAway, newStore } from './testing/folders.ts';
import { headerOf, runIdOf, speakingRun } from './testing/runs.ts';

afterEach(clearAway);

it.skipIf(platform() !== 'linux')('has as many files open after many readings as after one', async () => {
  const store = await newStore();
  const header = headerOf(runIdOf(1));
  const log = store.open(header, { secrets: [], onBroken: (error) => expect.fail(error.message) });
  for (const entry of speakingRun(header, ['One'])) {
    log.append(entry);
  }
  await log.finish();
  async function readAll(): Promise<number> {
    for await (const _ of store.read(header.runId)) {
    }
    for await (const _ of store.readTree(header.runId)) {
    }
    for await (const _ of store.export()) {
    }
    for await (const _ of store.read(header.runId)) {
      break;
    }
    return readdirSync('/proc/self/fd').length;
  }
  const once = await readAll();
  let most = once;
  for (let count = 0; count < 50; count++) {
    most = Math.max(most, await readAll());
  }
  expect(most).toBeLessThan(once + 10);
});
