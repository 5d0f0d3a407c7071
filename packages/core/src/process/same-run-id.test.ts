import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { fakeAgent } from '../../../testkit/src/fake-agent/index.ts';
import { until } from './testing/observe-agent.ts';
import { RUNAWAY_TREE } from './testing/runaway-tree.ts';
import { type KillableHost, startKillableHost } from './testing/start-killable-host.ts';

const hosts: KillableHost[] = [];
afterEach(() => {
  for (const { census } of hosts.splice(0)) {
    census.end();
  }
});

async function start(runId: string, ending: string): Promise<KillableHost> {
  const host = await startKillableHost({ agent: fakeAgent(RUNAWAY_TREE), runId, ending, secret: `of ${runId}` });
  hosts.push(host);
  await until(() => host.phases.includes('grown'));
  return host;
}

// The pids are compared and not the commands: a shell that was just started becomes another program with the same pid.
const pidsOf = ({ census }: KillableHost): unknown[] => census.alive().map((line) => line.split(' ', 1)[0]);

// Some of them end at once, as those that are to be zombies do, but a busy machine may let them live on for a while.
async function lastingPidsOf(host: KillableHost): Promise<unknown[]> {
  let looks: unknown[][] = [];
  await until(() => {
    looks = [...looks, pidsOf(host)].slice(-10);
    return looks.length === 10 && looks.every((pids) => pids.join() === looks[0]?.join());
  });
  return looks[0] ?? [];
}

it.each([
  ['ends its run', async (host: KillableHost) => host.process.stdin?.write('end\n')],
  ['is killed', async (host: KillableHost) => host.process.kill('SIGKILL')],
] as const)('a host that %s leaves another one with the same run id alone', async (_how, end) => {
  const runId = `SAME${process.pid}`;
  const [one, other] = await Promise.all([start(runId, 'asked'), start(runId, 'asked')]);
  const before = await lastingPidsOf(other);
  await end(one);
  await until(() => one.phases.includes('ended') || one.census.alive().length === 0);
  if (one.phases.includes('ended')) {
    one.process.kill('SIGKILL');
  }
  await until(() => one.census.alive().length === 0);
  expect(pidsOf(other)).toEqual(before);
  expect([one, other].map(({ folder }) => existsSync(folder))).toEqual([false, true]);
  other.process.stdin?.write('end\n');
  await until(() => other.phases.includes('ended'));
  expect(existsSync(other.folder)).toBe(false);
  other.process.kill('SIGKILL');
  await once(other.process, 'exit');
});
