import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, it } from 'vitest';
import { clearAway, newFile } from './testing/folders.ts';

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

it('lets a host end that has stopped reading a tail without a word', async () => {
  const program = join(process.env['AMUX_TEST_HOSTS'] ?? '', 'leaving-host.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [program, JSON.stringify({ file: newFile() })], {
    timeout: 20_000,
  });
  expect(stdout).toBe('closed');
}, 60_000);
