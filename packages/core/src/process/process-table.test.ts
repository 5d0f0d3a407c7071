import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { signalGroup, signalProcess } from './kill-tree.ts';
import { identify, ownGroup, scanProcesses, scanShared } from './process-table.ts';
import { identifyByPs, parsePs, scanByPs } from './ps-table.ts';

describe('the process table', () => {
  it('knows this process, its parent and its marks', () => {
    const entry = scanProcesses().find(({ pid }) => pid === process.pid);
    expect(entry).toMatchObject({ parent: process.ppid, isZombie: false, start: identify(process.pid)?.start });
    const { envMarks } =
      parsePs(
        ` 7 1 7 S    Sat Nov 21 10:11:12 2026 sh -c AMUX_RUN_no A=AMUX_RUN_X=1 AMUX_RUN_A=1 PATH=/bin AMUX_RUN_B=1`,
      )[0] ?? {};
    expect(envMarks?.()).toEqual(['AMUX_RUN_A=1', 'AMUX_RUN_B=1']);
  });

  it('knows the group of this program, which gets no signal of ours', () => {
    const group = scanProcesses().find(({ pid }) => pid === process.pid)?.group;
    expect([ownGroup(), ownGroup()]).toEqual([group, group]);
  });

  it('is not confused by the name of a process', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'process-table-'));
    const file = join(folder, 'a) Z 1\n2 (');
    copyFileSync('/bin/sleep', file);
    const child = spawn(file, ['60'], { env: { AMUX_RUN_ODD: '1' } });
    await once(child, 'spawn');
    const entry = scanProcesses().find(({ pid }) => pid === child.pid);
    expect(entry).toMatchObject({ parent: process.pid, isZombie: false });
    expect(entry?.envMarks()).toEqual(['AMUX_RUN_ODD=1']);
    child.kill('SIGKILL');
    await once(child, 'exit');
    rmSync(folder, { recursive: true });
    expect(entry?.envMarks()).toEqual(['AMUX_RUN_ODD=1']);
    expect(identify(child.pid ?? 0)).toBeUndefined();
  });

  it('knows a process that ended and that its parent never asked about', async () => {
    const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec cat']);
    const [pid] = await once(parent.stdout, 'data');
    // A shell might ask about its child, but what answers here is no shell any more.
    parent.stdin.write('x');
    await once(parent.stdout, 'data');
    process.kill(Number(pid), 'SIGKILL');
    await vi.waitFor(() => expect(identify(Number(pid))?.isZombie).toBe(true));
    const entry = identify(parent.pid ?? 0);
    expect(entry?.isZombie).toBe(false);
    parent.kill('SIGKILL');
    await once(parent, 'exit');
    // Whoever asks only now finds nothing of a process that has gone.
    expect([entry?.envMarks(), entry?.hasLimit('1')]).toEqual([[], false]);
  });

  it('knows the limits of a process by their values', () => {
    const soft = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? '';
    const own = identify(process.pid);
    expect([own?.hasLimit(soft), own?.hasLimit(`${soft}77`)]).toEqual([true, false]);
  });

  it('scans once for all who ask in the same turn, and again for the next', async () => {
    const [first, second] = await Promise.all([scanShared(), scanShared()]);
    expect(first).toBe(second);
    expect(await scanShared()).not.toBe(first);
  });

  it('reads what ps says', () => {
    const { stdout } = spawnSync('ps', ['axeww', '-o', 'pid=,ppid=,pgid=,stat=,lstart=,command='], {
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C' },
    });
    const own = parsePs(stdout).find(({ pid }) => pid === process.pid);
    expect(own).toMatchObject({ parent: process.ppid, group: identify(process.pid)?.group, isZombie: false });
    expect(Math.abs((own?.start ?? 0) - (Date.now() - process.uptime() * 1000))).toBeLessThan(5_000);
  });

  it('asks ps of macOS, which another program stands for here, for all processes with their environment, or for one', () => {
    const folder = mkdtempSync(join(tmpdir(), 'process-table-'));
    const said = join(folder, 'said');
    const row = '12 3 14 S Sat Nov 21 10:11:12 2026 cli AMUX_RUN_x=1';
    writeFileSync(join(folder, 'ps'), `#!/bin/sh\necho "$LC_ALL $*" >> '${said}'\necho '${row}'\necho '${row}'\n`, {
      mode: 0o755,
    });
    vi.stubEnv('PATH', `${folder}:${process.env['PATH']}`);
    const [all, one] = [scanByPs(), identifyByPs(12)];
    vi.unstubAllEnvs();
    const columns = '-o pid=,ppid=,pgid=,stat=,lstart=,command=';
    expect(readFileSync(said, 'utf8')).toBe(`C -A -E -ww ${columns}\nC -ww ${columns} -p 12\n`);
    expect(all.map(({ pid, envMarks }) => [pid, envMarks()])).toEqual([
      [12, ['AMUX_RUN_x=1']],
      [12, ['AMUX_RUN_x=1']],
    ]);
    expect(one).toMatchObject({ pid: 12, parent: 3, group: 14 });
    expect(one?.hasLimit('1')).toBe(false);
    rmSync(folder, { recursive: true });
  });
});

describe('a signal', () => {
  it('is refused to a process with another start time, and to the group of one', async () => {
    const child = spawn('sleep', ['60'], { detached: true });
    await once(child, 'spawn');
    const { pid, start } = identify(child.pid ?? 0) ?? { pid: 0, start: 0 };
    expect([
      signalProcess({ pid, start: start + 1 }, 'SIGKILL'),
      signalGroup({ pid, start: start - 1 }, 'SIGKILL'),
    ]).toEqual(['gone', 'gone']);
    expect(child.exitCode ?? child.signalCode).toBeNull();
    expect(signalGroup({ pid, start }, 'SIGKILL')).toBe('sent');
    await once(child, 'exit');
    expect([signalProcess({ pid, start }, 'SIGKILL'), signalGroup({ pid, start }, 'SIGKILL')]).toEqual([
      'gone',
      'gone',
    ]);
  });

  it.each([0, 1, -1])('never goes to the group %i, which would mean ourselves or everybody', (pid) => {
    expect(signalGroup({ pid, start: identify(pid)?.start ?? 0 }, 'SIGCONT')).toBe('gone');
  });
});
