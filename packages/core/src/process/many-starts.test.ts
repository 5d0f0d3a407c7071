import { expect, it } from 'vitest';
import { fakeAgent } from '../../../testkit/src/fake-agent/index.ts';
import { observeAgent, until } from './testing/observe-agent.ts';

const silent = fakeAgent([{ do: 'read-all' }], { light: true });

it('starts nothing for those that are stopped while they wait for their start', async () => {
  const agents = Array.from({ length: 60 }, () => observeAgent(silent));
  const late = agents.splice(40);
  await until(() => agents[0]?.process.pid !== undefined);
  const exits = await Promise.all(late.map((agent) => agent.stop()));
  expect(exits).toEqual(late.map(() => ({ code: null, signal: null, leftOver: 0 })));
  expect(late.map(({ process }) => process.pid)).toEqual(late.map(() => undefined));
  for (const agent of agents) {
    agent.endInput();
  }
  const ends = await Promise.all(agents.map(({ closed }) => closed));
  expect(ends.map(({ code }) => code)).toEqual(agents.map(() => 0));
});
