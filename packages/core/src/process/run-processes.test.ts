import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { type FakeAgentStep, type ForkStep, fakeAgent } from '../../../testkit/src/fake-agent/index.ts';
import { describeLeavable } from './left-running.ts';
import { findLimiter, markRun } from './marks.ts';
import type { ProcessEntry } from './process-entry.ts';
import { identify, scanProcesses } from './process-table.ts';
import { RunProcesses } from './run-processes.ts';
import { sweep } from './sweep.ts';
import { type Census, takeCensus } from './testing/census.ts';
import { observeAgent, until } from './testing/observe-agent.ts';

let census: Census = takeCensus();
afterEach(() => {
  census.end();
  census = takeCensus();
});

/** Starts a run where no limit can be set, as on macOS or for an agent within an agent. */
async function startUnlimited(steps: readonly FakeAgentStep[]): Promise<{ child: ChildProcess; run: RunProcesses }> {
  const { file, args } = census.mark(fakeAgent([...steps, { do: 'line', text: 'grown' }, { do: 'read-all' }]));
  const mark = markRun(`BARE${process.pid}`, undefined);
  const child = spawn(file, args, {
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, [mark.env.slice(0, mark.env.indexOf('='))]: '1' },
  });
  if (child.stdout !== null) {
    await once(child.stdout, 'data');
  }
  return { child, run: new RunProcesses(mark, identify(child.pid ?? 0) ?? { pid: 0, start: 0 }) };
}

const EMPTY: Omit<ForkStep, 'do'> = { emptyEnv: true, session: true };

describe('without the limit, a process is found', () => {
  it.each<[string, Omit<ForkStep, 'do'>]>([
    ['by its environment, far from the tree', { session: true, doubleFork: true }],
    ['by its parent, without an environment', EMPTY],
    ['by its group, without an environment and a parent', { emptyEnv: true, doubleFork: true }],
  ])('%s', async (_how, fork) => {
    const { run } = await startUnlimited([{ do: 'fork', ...fork }]);
    expect(run.find(scanProcesses())).toHaveLength(2);
    expect(await sweep(run)).toBe(0);
    expect(census.alive()).toEqual([]);
  });

  it('because it was seen before its parent ended', async () => {
    const { child, run } = await startUnlimited([{ do: 'fork', ...EMPTY }]);
    expect(run.find(scanProcesses())).toHaveLength(2);
    child.stdin?.end();
    await once(child, 'exit');
    expect(run.find(scanProcesses())).toHaveLength(1);
    expect(await sweep(run)).toBe(0);
    expect(census.alive()).toEqual([]);
  });
});

it('stops and continues a run of exactly one process', async () => {
  const { child, run } = await startUnlimited([]);
  const { pid } = run.leader;
  const state = (): string => /^State:\s+(\S)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '';
  run.suspend();
  await until(() => state() === 'T');
  run.continue();
  await until(() => state() !== 'T');
  child.stdin?.end();
  await once(child, 'exit');
});

it('tells a process that has a group of its own to end, and waits for it', async () => {
  const child = 'trap "echo told; exit" TERM; echo ready; while :; do sleep 0.05; done';
  const leader = `trap : TERM; setsid sh -c '${child}' & wait; wait`;
  const agent = observeAgent({ file: 'sh', args: ['-c', leader] }, { gracePeriodMs: 20_000 });
  await agent.line('ready');
  expect(await agent.stop()).toMatchObject({ leftOver: 0 });
  expect(agent.lines).toEqual(['ready', 'told']);
});

describe('the mark', () => {
  it('is a name that shells keep, and a limit that nobody else has', async () => {
    const limiter = await findLimiter();
    const marks = Array.from({ length: 100 }, () => markRun('01J-x.y/z', limiter));
    expect(marks[0]?.name).toBe('AMUX_RUN_01J_2dx_2ey_2fz=1');
    expect(marks[0]?.env).toMatch(/^AMUX_RUN_01J_2dx_2ey_2fz_[0-9a-f]{18}=1$/);
    expect(new Set(marks.map(({ env }) => env)).size).toBe(100);
    expect(limiter === undefined || new Set(marks.map(({ limit }) => limit)).size === 100).toBe(true);
  });
});

describe.runIf(process.platform === 'linux')('a signal to a run', () => {
  const mark = markRun(`SIGNAL${process.pid}`, undefined);
  const stateOf = (pid = 0): string | undefined =>
    /^State:\s+(\S)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  const entryOf = (pid = 0): ProcessEntry => identify(pid) as ProcessEntry;

  /** Starts a process of the run, which leads a group of its own, and resolves with the number that it prints. */
  async function start(script: string): Promise<{ child: ChildProcess; said: number }> {
    const env = { ...process.env, [mark.env.slice(0, -2)]: '1' };
    const child = spawn('sh', ['-c', script], { detached: true, stdio: ['ignore', 'pipe', 'ignore'], env });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [said] = await once(child.stdout, 'data');
    return { child, said: Number(said) };
  }

  it('asks each of its groups to end, also one that stands still', async () => {
    const [leader, other] = [await start('echo 1; exec sleep 600'), await start('echo 1; exec sleep 600')];
    const gone = [leader, other].map(({ child }) => once(child, 'exit'));
    const run = new RunProcesses(mark, entryOf(leader.child.pid));
    run.suspend();
    run.terminate();
    expect(await Promise.all(gone)).toEqual([
      [null, 'SIGTERM'],
      [null, 'SIGTERM'],
    ]);
  });

  it('asks the others of a group in which one may live on, and lets that one go on', async () => {
    const { child, said } = await start('sleep 1001 & echo $!; exec sleep 1002');
    const gone = once(child, 'exit');
    await until(() => describeLeavable(entryOf(said)).argv.includes('1001'));
    const run = new RunProcesses(mark, entryOf(child.pid), ({ argv }) => argv.includes('1001'));
    run.suspend();
    run.terminate();
    expect(await gone).toEqual([null, 'SIGTERM']);
    expect(run.left).toEqual([{ pid: said, command: 'sleep 1001' }]);
    expect(stateOf(said)).not.toBe('T');
    process.kill(said, 'SIGKILL');
  });

  it.each(['continue', 'terminate'] as const)(
    'lets nobody go on after %s whom others have stopped since',
    async (end) => {
      const { child } = await start("trap '' TERM; echo 1; exec sleep 600");
      const run = new RunProcesses(mark, entryOf(child.pid));
      run.suspend();
      run[end]();
      expect(stateOf(child.pid)).not.toBe('T');
      child.kill('SIGSTOP');
      await until(() => stateOf(child.pid) === 'T');
      run.continue();
      expect(stateOf(child.pid)).toBe('T');
    },
  );
});
