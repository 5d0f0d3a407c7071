/** The files that a store leaves open. */
import { readdirSync } from 'node:fs';
import { platform } from 'node:os';
import { afterEach, expect, it } from 'vitest';
import { openStore } from './open-store.ts';
import { clearAway, newFile, newStore } from './testing/folders.ts';
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

/** No thread can be started from there. */
const NOWHERE = new URL('https://example.com/writer.mjs');

it('counts no file as open where the thread that writes cannot be started, and says why', async () => {
  const file = newFile();
  for (let count = 0; count < 3; count++) {
    await expect(openStore(file, { writer: NOWHERE })).rejects.toMatchObject({
      code: 'STORE_ERROR',
      message: expect.stringMatching(/^The thread of the store could not be started from https:.*writer\.mjs: /),
    });
  }
  expect(markedFiles()).toEqual([]);
});

function markedFiles(): unknown[] {
  const marks: Record<symbol, unknown> = globalThis as never;
  const marked = marks[Symbol.for('agent-mux.store.open')];
  return marked instanceof Map ? [...marked.values()] : [];
}
