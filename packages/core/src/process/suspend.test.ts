import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { fakeAgent } from '../../../testkit/src/fake-agent/index.ts';
import { type ObservedAgent, observeAgent, until } from './testing/observe-agent.ts';

const TICKING = fakeAgent([
  { do: 'fork', session: true, doubleFork: true, chatty: true, holdsOutput: true, announce: true },
  { do: 'tick', everyMs: 20 },
  { do: 'hang' },
]);

const stateOf = (pid: unknown): string | undefined => /\) (\w)/.exec(readFileSync(`/proc/${pid}/stat`, 'latin1'))?.[1];

it('stops every process of the run, and lets exactly those go on', async () => {
  const agent = observeAgent(TICKING);
  const { pids } = await agent.said('forked');
  const [child] = Array.isArray(pids) ? pids : [];
  await Promise.all([agent.line('tick'), agent.line('chatter')]);
  agent.process.suspend();
  // A child in state D waits for a child of its own that was stopped between fork and exec.
  await until(() => stateOf(agent.process.pid) === 'T' && /[TD]/.test(stateOf(child) ?? ''));
  await delay(100);
  const quiet = agent.lines.length;
  await delay(300);
  expect(agent.lines.length).toBe(quiet);
  agent.process.continue();
  await until(() => agent.lines.slice(quiet).includes('tick') && agent.lines.slice(quiet).includes('chatter'));
  expect(await agent.stop()).toMatchObject({ leftOver: 0 });
});

it('ends a suspended run: a process that stands still would keep the signal without acting on it', async () => {
  const agent = observeAgent(
    fakeAgent([
      { do: 'on', signal: 'SIGTERM', steps: [{ do: 'exit', code: 9 }] },
      { do: 'line', text: 'up' },
      { do: 'hang' },
    ]),
    {
      gracePeriodMs: 10_000,
    },
  );
  await agent.line('up');
  agent.process.suspend();
  expect(await agent.stop()).toEqual({ code: 9, signal: null, leftOver: 0 });
});

it('suspends a process that does not exist yet as soon as it does', async () => {
  // A busy machine may let the process run between its start and its first signal.
  const agent = observeAgent(
    fakeAgent([
      { do: 'wait', ms: 1_000 },
      { do: 'line', text: 'up' },
    ]),
  );
  agent.process.suspend();
  await until(() => agent.process.pid !== undefined);
  await delay(2_500);
  expect(agent.lines).toEqual([]);
  agent.process.continue();
  expect(await agent.closed).toMatchObject({ code: 0 });
  expect(agent.lines).toEqual(['up']);
});

it('lets the group stand still, and go on', async () => {
  const agent = observeAgent(fakeAgent([{ do: 'tick', everyMs: 20 }, { do: 'hang' }]));
  await agent.line('tick');
  agent.process.standStill(true);
  await until(() => stateOf(agent.process.pid) === 'T');
  agent.process.standStill(false);
  await until(() => stateOf(agent.process.pid) !== 'T');
  expect(await agent.stop()).toMatchObject({ leftOver: 0 });
});

const SLEEPING = { file: 'sh', args: ['-c', 'echo up; exec sleep 600'] };

it('keeps a suspended process where it is, and a standing one too when the run goes on', async () => {
  const agent = observeAgent(SLEEPING);
  await agent.line('up');
  agent.process.suspend();
  await until(() => stateOf(agent.process.pid) === 'T');
  agent.process.standStill(true);
  agent.process.standStill(false);
  expect(stateOf(agent.process.pid)).toBe('T');
  agent.process.standStill(true);
  agent.process.continue();
  await until(() => stateOf(agent.process.pid) === 'T');
  agent.process.standStill(false);
  await until(() => stateOf(agent.process.pid) !== 'T');
  expect(await agent.stop()).toMatchObject({ signal: 'SIGTERM', leftOver: 0 });
});

it('lets a process that does not exist yet stand still as soon as it does', async () => {
  const agent = observeAgent(SLEEPING);
  agent.process.standStill(true);
  await until(() => agent.process.pid !== undefined && stateOf(agent.process.pid) === 'T');
  agent.process.standStill(false);
  await agent.line('up');
  expect(await agent.stop()).toMatchObject({ signal: 'SIGTERM', leftOver: 0 });
});

it.each([
  ['suspend', ({ process }: ObservedAgent): void => process.suspend()],
  ['standStill', ({ process }: ObservedAgent): void => process.standStill(true)],
] as const)('lets a process that was asked to end do so, whoever calls %s', async (_name, hold) => {
  const script = `trap 'sleep 0.1; exit 5' TERM; echo up; sleep 600 & wait`;
  const agent = observeAgent({ file: 'sh', args: ['-c', script] }, { gracePeriodMs: 15_000 });
  await agent.line('up');
  const stopped = agent.stop();
  hold(agent);
  expect(await stopped).toEqual({ code: 5, signal: null, leftOver: 0 });
});

it('has no effect once the first process has ended, so that a late writer says its last words', async () => {
  const agent = observeAgent({ file: 'sh', args: ['-c', '{ sleep 0.15; echo late; } & echo early'] });
  await agent.line('early');
  await until(() => !existsSync(`/proc/${agent.process.pid}`));
  agent.process.suspend();
  expect(await agent.closed).toEqual({ code: 0, signal: null, leftOver: 0 });
  expect(agent.lines).toEqual(['early', 'late']);
});

it('leaves a process where it is that has stopped itself', async () => {
  const agent = observeAgent({ file: 'sh', args: ['-c', 'echo up; kill -STOP $$; echo on'] });
  await until(() => agent.process.pid !== undefined && stateOf(agent.process.pid) === 'T');
  agent.process.continue();
  await delay(100);
  expect(stateOf(agent.process.pid)).toBe('T');
  agent.signal('SIGCONT');
  expect(await agent.closed).toEqual({ code: 0, signal: null, leftOver: 0 });
  expect(agent.lines).toEqual(['up', 'on']);
});
