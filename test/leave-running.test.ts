/** A host may let something live on that the agent has started; nobody else may. */
import { createClient, type RunOptions } from '@agent-mux/core';
import type { FakeAgentStep, ForkStep } from '@agent-mux/testkit';
import { afterEach, expect, it } from 'vitest';
import { isAlive } from '../packages/core/src/process/testing/census.ts';
import { answers, session, toyAdapter } from './support/toy-adapter.ts';

const started: number[] = [];
afterEach(() => {
  for (const pid of started.splice(0)) {
    if (isAlive(pid)) {
      process.kill(pid, 'SIGKILL');
    }
  }
});

const fork = (how: Omit<ForkStep, 'do'>): FakeAgentStep => ({ do: 'fork', ...how });

async function run(steps: readonly FakeAgentStep[], options: Partial<RunOptions>) {
  const client = createClient({
    adapters: [toyAdapter({ steps: [...steps, session, answers('done')], oneShot: true })],
  });
  const asked: number[] = [];
  const { leaveRunning } = options;
  const result = await client.run({
    agent: 'toy',
    prompt: 'go',
    collectEvents: true,
    ...options,
    ...(leaveRunning === undefined
      ? {}
      : {
          leaveRunning: (about) => {
            asked.push(about.pid);
            started.push(about.pid);
            return leaveRunning(about);
          },
        }),
  });
  return { result, asked };
}

const TWO = [fork({ session: true }), fork({})];

it('ends everything where nobody says otherwise, whatever the environment of the agent says', async () => {
  const { result, asked } = await run(TWO, { leaveRunning: () => false, env: { AMUX_LEAVE_RUNNING: '1' } });
  expect(asked).toHaveLength(2);
  expect([asked.filter(isAlive), result.leftRunning]).toEqual([[], undefined]);
});

it('lets live on what the host says yes to, in the group of the agent too, and tells it once', async () => {
  const { result, asked } = await run(TWO, { leaveRunning: () => true });
  expect(asked.map(isAlive)).toEqual([true, true]);
  expect(result.leftRunning?.map(({ pid }) => pid).sort()).toEqual(asked.toSorted());
  const told = result.events.filter((event) => event.type === 'debug' && event.message.startsWith('Left running'));
  expect(told).toHaveLength(2);
});

it('ends the others beside it', async () => {
  let count = 0;
  const { result, asked } = await run(TWO, { leaveRunning: () => count++ === 0 });
  expect(asked.map(isAlive)).toEqual([true, false]);
  expect(result.leftRunning).toHaveLength(1);
});

it('takes a function that throws for a no, and says so', async () => {
  const { result, asked } = await run(TWO, {
    leaveRunning: () => {
      throw new Error('out of order');
    },
  });
  expect(asked.filter(isAlive)).toEqual([]);
  const told = result.events.filter((event) => event.type === 'debug' && event.message.includes('out of order'));
  expect(told).toHaveLength(2);
});

it('takes a promise for a no, whatever comes of it, and says so', async () => {
  const fails = async (): Promise<never> => {
    throw new Error('nobody waits for it');
  };
  const { result, asked } = await run(TWO, { leaveRunning: fails as never });
  expect([asked.length, asked.filter(isAlive), result.leftRunning]).toEqual([2, [], undefined]);
  expect(result.events).toContainEqual(
    expect.objectContaining({ type: 'debug', level: 'warn', message: expect.stringContaining('gave a promise') }),
  );
});
