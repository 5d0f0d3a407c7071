import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { signalGroup, signalPinnedGroup, signalProcess } from './kill-tree.ts';
import type { ProcessIdentity } from './process-entry.ts';
import { identify } from './process-table.ts';

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) {
    child.kill('SIGKILL');
  }
});

/** A process that leads a group of its own. */
async function start(): Promise<{ readonly child: ChildProcess; readonly identity: ProcessIdentity }> {
  const child = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
  children.push(child);
  await once(child, 'spawn');
  const { pid = 0, start: began = 0 } = identify(child.pid ?? 0) ?? {};
  return { child, identity: { pid, start: began } };
}

const later = ({ pid, start: began }: ProcessIdentity): ProcessIdentity => ({ pid, start: began + 1 });
/** No process has this number. */
const NOBODY = { pid: 2 ** 22 + 1, start: 1 };

describe('a signal', () => {
  it('is sent to the process that is meant, and to its group', async () => {
    for (const send of [signalProcess, signalGroup]) {
      const { child, identity } = await start();
      const gone = once(child, 'exit');
      expect(send(identity, 'SIGTERM')).toBe('sent');
      expect(await gone).toEqual([null, 'SIGTERM']);
    }
  });

  it('is not sent to another process that has its number by now', async () => {
    const { child, identity } = await start();
    expect(signalProcess(later(identity), 'SIGKILL')).toBe('gone');
    expect(signalGroup(later(identity), 'SIGKILL')).toBe('gone');
    expect(process.kill(identity.pid, 0)).toBe(true);
    expect(child.exitCode).toBe(null);
  });

  it('is sent to nobody where there is no such process or group', () => {
    expect(signalProcess(NOBODY, 'SIGKILL')).toBe('gone');
    expect(signalGroup(NOBODY, 'SIGKILL')).toBe('gone');
    expect(signalPinnedGroup(NOBODY.pid, 'SIGKILL')).toBe('gone');
  });

  it.each([0, 1, -1])('is never sent to the group %i, which would be our own or everybody', (group) => {
    // A signal that ends nobody who gets it.
    expect(signalPinnedGroup(group, 'SIGCONT')).toBe('gone');
  });

  it('reaches the members of a group that has lost its leader', async () => {
    const shell = spawn('sh', ['-c', 'sleep 600 & echo $!'], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
    children.push(shell);
    const gone = once(shell, 'exit');
    const [output] = (await once(shell.stdout, 'data')) as [Buffer];
    await gone;
    const member = Number(output.toString());
    expect(signalGroup({ pid: shell.pid ?? 0, start: 1 }, 'SIGKILL')).toBe('sent');
    await expect.poll(() => identify(member)?.isZombie ?? true).toBe(true);
  });

  it.skipIf(process.getuid?.() !== 0)('is refused for the process of another user', async () => {
    const child = spawn('sleep', ['600'], { uid: 65_533, stdio: 'ignore' });
    children.push(child);
    await once(child, 'spawn');
    const target = identify(child.pid ?? 0) ?? NOBODY;
    // The superuser may signal everybody, so this program is somebody else for the length of one call.
    process.seteuid?.(65_534);
    try {
      expect(signalProcess(target, 'SIGKILL')).toBe('refused');
    } finally {
      process.seteuid?.(0);
    }
  });
});
