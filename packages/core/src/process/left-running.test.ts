import { spawn, spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { describeLeavable } from './left-running.ts';
import type { ProcessEntry } from './process-entry.ts';
import { identify } from './process-table.ts';

const entryOf = (pid: number): ProcessEntry => ({ ...identify(process.pid), pid, parent: 7 }) as ProcessEntry;

it.skipIf(process.platform !== 'linux')('tells the words and the folder of a process, as it shows them', async () => {
  const words = ['-e', 'setInterval(() => {}, 1_000)', 'Zoë', ''];
  const child = spawn(process.execPath, words, { cwd: tmpdir(), stdio: 'ignore' });
  const described = describeLeavable(entryOf(child.pid ?? 0));
  child.kill('SIGKILL');
  expect(described).toEqual({ pid: child.pid, parent: 7, argv: [process.execPath, ...words], cwd: tmpdir() });
});

it('tells nothing of one that has ended', () => {
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  expect(describeLeavable(entryOf(pid))).toEqual({ pid, parent: 7, argv: [], cwd: '' });
});
