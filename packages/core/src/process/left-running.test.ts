import { spawn, spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { describeLeavable } from './left-running.ts';
import type { ProcessEntry } from './process-entry.ts';
import { identify } from './process-table.ts';
import { observeAgent, until } from './testing/observe-agent.ts';

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

it.skipIf(process.platform !== 'linux')('does not end the group of one that stays, but all others in it', async () => {
  const group = 'sleep 1001 & echo $! $$; exec sleep 1002';
  const agent = observeAgent(
    { file: 'sh', args: ['-c', `setsid sh -c '${group}' & wait`] },
    { leaveRunning: ({ argv }) => argv.includes('1001') },
  );
  const [stays = 0, ends = 0] = (await agent.line(' ')).split(' ').map(Number);
  // Until then they are shells, and nobody asks for those to stay.
  const shows = (pid: number, word: string): boolean => describeLeavable(entryOf(pid)).argv.includes(word);
  await until(() => shows(stays, '1001') && shows(ends, '1002'));
  try {
    expect(await agent.stop()).toMatchObject({ leftOver: 0 });
    await until(() => identify(ends)?.isZombie !== false);
    expect(identify(stays)).toMatchObject({ group: ends, isZombie: false });
  } finally {
    process.kill(stays, 'SIGKILL');
  }
});
