import { afterEach, describe, expect, it } from 'vitest';
import { DRAW_SEED, IS_FULL } from '../../../../test/support/drawn.ts';
import { type FakeAgentStep, fakeAgent } from '../../../testkit/src/fake-agent/index.ts';
import { type Census, isAlive, takeCensus } from './testing/census.ts';
import { type ObservedAgent, observeAgent, until } from './testing/observe-agent.ts';

let census: Census = takeCensus();
afterEach(() => {
  census.end();
  census = takeCensus();
});

/** The whole nasty tree, which has 59 processes including the agent. */
const NASTY: readonly FakeAgentStep[] = [
  { do: 'fork', ignoresTerm: true },
  { do: 'fork', session: true, doubleFork: true },
  { do: 'fork', emptyEnv: true },
  { do: 'fork', emptyEnv: true, session: true, doubleFork: true, closesFds: true, ignoresTerm: true },
  { do: 'fork', group: true, ignoresTerm: true },
  { do: 'fork', session: true, retitles: true },
  { do: 'fork', holdsOutput: true, session: true },
  { do: 'zombies', count: 5 },
  { do: 'tree', width: 10, depth: 5 },
];
const NASTY_SIZE = 59;

function start(steps: readonly FakeAgentStep[]): ObservedAgent {
  return observeAgent(
    census.mark(fakeAgent([...steps, { do: 'line', text: 'grown' }, { do: 'read', contains: 'go' }])),
  );
}

const ENDINGS: Record<string, (agent: ObservedAgent) => Promise<unknown>> = {
  'a normal exit': (agent) => agent.write('go'),
  'stop()': (agent) => agent.stop(),
  'a crash': async (agent) => process.kill(agent.process.pid ?? Number.NaN, 'SIGKILL'),
};

/**
 * The ending for which the whole tree is grown. The tree costs seconds of a core, so it is another ending each time;
 * with AMUX_FULL=1 all have it.
 */
const NASTY_ENDING = Object.keys(ENDINGS)[DRAW_SEED % Object.keys(ENDINGS).length];

describe.each(Object.keys(ENDINGS))('after %s', (ending) => {
  const end = async (agent: ObservedAgent): Promise<unknown> => {
    await ENDINGS[ending]?.(agent);
    return agent.closed;
  };

  it.each<readonly [string, readonly FakeAgentStep[], number]>([
    ['a child that ignores SIGTERM', [{ do: 'fork', ignoresTerm: true }], 2],
    ['a child in a session of its own', [{ do: 'fork', session: true }], 2],
    ['a child in a group of its own', [{ do: 'fork', group: true }], 2],
    ['a daemon (double fork, session)', [{ do: 'fork', doubleFork: true, session: true, ignoresTerm: true }], 2],
    ['a child without an environment', [{ do: 'fork', emptyEnv: true }], 2],
    [
      'a daemon without an environment',
      [{ do: 'fork', emptyEnv: true, doubleFork: true, session: true, closesFds: true }],
      2,
    ],
    ['a daemon that wrote over its environment', [{ do: 'fork', retitles: true, doubleFork: true, session: true }], 2],
    ['a maker of zombies', [{ do: 'zombies', count: 10 }], 2],
    ['a tree', [{ do: 'tree', width: 4, depth: 3 }], 13],
    ...(IS_FULL || ending === NASTY_ENDING
      ? [[`all of them at once (AMUX_SEED=${DRAW_SEED})`, NASTY, NASTY_SIZE] as const]
      : []),
  ])('%s is gone', async (_name, steps, size) => {
    const agent = start(steps);
    await agent.line('grown');
    await until(() => census.alive().length === size);
    expect(await end(agent)).toMatchObject({ leftOver: 0 });
    expect(census.alive()).toEqual([]);
  });
});

/** It ends by itself, because nothing else could end it where the tests are killed. */
const STORM = '$| = 1; print "up\\n"; my $end = time + 60; while (time < $end) { if (fork) { exit } }';

it('ends a storm of processes that each start the next and exit', async () => {
  const agent = observeAgent(census.mark({ file: 'perl', args: ['-e', STORM] }));
  await agent.line('up');
  expect(await agent.closed).toMatchObject({ code: 0, leftOver: 0 });
  await until(() => census.alive().length === 0, 2_000);
});

it('leaves other runs and the rest of the machine alone', async () => {
  const other = start(NASTY);
  const one = start([{ do: 'tree', width: 2, depth: 2 }]);
  await Promise.all([other.line('grown'), one.line('grown')]);
  await until(() => census.alive().length === NASTY_SIZE + 5);
  await one.stop();
  expect(census.alive()).toHaveLength(NASTY_SIZE);
  await other.stop();
  expect(census.alive()).toEqual([]);
});

it('finds what an inner run started, and an inner run does not end the outer one', async () => {
  const [outer, outerMark] = [`OUTER${process.pid}`, `AMUX_RUN_OUTER${process.pid}`];
  const inner = fakeAgent([
    { do: 'fork', session: true, doubleFork: true, announce: true },
    { do: 'line', text: 'grown' },
  ]);
  const agent = observeAgent(fakeAgent([{ do: 'report', what: 'env', names: [outerMark] }, { do: 'hang' }]), {
    runId: outer,
  });
  expect(await agent.said('env')).toEqual({ fake: 'env', env: { [outerMark]: '1' } });
  const nested = observeAgent(inner, { runId: `INNER${process.pid}`, env: { ...process.env, [outerMark]: '1' } });
  const { pids } = await nested.said('forked');
  await nested.closed;
  expect([agent.process.pid, ...(Array.isArray(pids) ? pids : [])].map((pid) => isAlive(Number(pid)))).toEqual([
    true,
    false,
  ]);
  await agent.stop();
});
