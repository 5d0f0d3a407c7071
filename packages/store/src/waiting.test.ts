import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, it } from 'vitest';
import { clearAway, newFile, newStore } from './testing/folders.ts';
import { QUIET } from './testing/harm.ts';
import { closeOf, headerOf, openOf, runIdOf } from './testing/runs.ts';

afterEach(clearAway);

// Node ends with 13 where nothing goes on and something is still awaited.
it('keeps a host alive that waits for an answer of the store and for nothing else', async () => {
  const program = join(process.env['AMUX_TEST_HOSTS'] ?? '', 'waiting-host.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [
    program,
    JSON.stringify({ file: newFile(), times: 10 }),
  ]);
  expect(stdout).toBe('done');
}, 60_000);

it.each([
  ['and has closed the store', true],
  ['and has not closed the store', false],
])(
  'lets a host end that has stopped reading a tail without a word %s',
  async (_, isClosed) => {
    const program = join(process.env['AMUX_TEST_HOSTS'] ?? '', 'leaving-host.mjs');
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [program, JSON.stringify({ file: newFile(), isClosed })],
      { timeout: 20_000 },
    );
    expect(stdout).toBe('left');
  },
  60_000,
);

it('answers a barrier also where the run is finished as soon as its last entry is in the file', async () => {
  const store = await newStore();
  const header = headerOf(runIdOf(1));
  const log = store.open(header, QUIET);
  log.append(openOf(header));
  await log.barrier();
  const reader = store.tail(header.runId)[Symbol.asyncIterator]();
  await reader.next();
  const finished = reader.next().then(() => log.finish());
  // The reader waits by now.
  await new Promise((resolve) => setTimeout(resolve, 100));
  log.append(closeOf(header.runId));
  expect(await Promise.all([log.barrier(), finished])).toEqual(['stored', 'whole']);
});
