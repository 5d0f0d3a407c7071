import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { type FakeAgentStep, type ForkStep, fakeAgent } from '../../../testkit/src/fake-agent/index.ts';
import { findLimiter, markRun } from './marks.ts';
import { identify, scanProcesses } from './process-table.ts';
import { RunProcesses } from './run-processes.ts';
import { sweep } from './sweep.ts';
import { type Census, takeCensus } from './testing/census.ts';

let census: Census = takeCensus();
afterEach(() => {
  census.end();
  census = takeCensus();
});

/** A run where no limit can be set: macOS, or an agent within an agent. */
async function startUnlimited(steps: readonly FakeAgentStep[]): Promise<{ child: ChildProcess; run: RunProcesses }> {
  const { file, args } = census.mark(fakeAgent([...steps, { do: 'line', text: 'grown' }, { do: 'read-all' }]));
  const child = spawn(file, args, {
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, [`AMUX_RUN_BARE${process.pid}`]: '1' },
  });
  if (child.stdout !== null) await once(child.stdout, 'data');
  return {
    child,
    run: new RunProcesses(markRun(`BARE${process.pid}`, undefined), identify(child.pid ?? 0) ?? { pid: 0, start: 0 }),
  };
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

describe('the mark', () => {
  it('is a name that shells keep, and a limit that nobody else has', async () => {
    const limiter = await findLimiter();
    const marks = Array.from({ length: 100 }, () => markRun('01J-x.y/z', limiter));
    expect(marks[0]?.env).toBe('AMUX_RUN_01J_2dx_2ey_2fz=1');
    expect(limiter === undefined || new Set(marks.map(({ rttime }) => rttime)).size === 100).toBe(true);
  });
});
