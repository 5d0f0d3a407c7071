import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { fakeAgent } from '../../../testkit/src/fake-agent/index.ts';
import { type Census, isAlive, takeCensus } from './testing/census.ts';
import { observeAgent, until } from './testing/observe-agent.ts';
import { RUNAWAY_TREE } from './testing/runaway-tree.ts';
import { type KillableHost, killableHost, startKillableHost } from './testing/start-killable-host.ts';

const AT_ONCE = 5;
const { AMUX_TEST_SEED, AMUX_FULL, PATH } = process.env;
const seed = Number(AMUX_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31));
/** The number of points, which are a sample that differs each time unless all are asked for. */
const POINTS = AMUX_FULL === '1' ? 50 : 6;
const REPEATED = AMUX_FULL === '1' ? 200 : 3;

const open = new Set<Census>();
afterEach(() => {
  for (const census of open) {
    census.end();
  }
});

async function startHost(runId: string, ending: string, env = process.env): Promise<KillableHost> {
  const host = await startKillableHost({ agent: fakeAgent(RUNAWAY_TREE), runId, ending, env });
  open.add(host.census);
  return host;
}

async function killHost({ process: host, census, folder }: KillableHost): Promise<void> {
  host.kill('SIGKILL');
  await once(host, 'exit');
  await until(() => census.alive().length === 0 && !existsSync(folder), 5_000).catch(() => undefined);
  expect([census.alive(), existsSync(folder)]).toEqual([[], false]);
  open.delete(census);
}

/** Runs as many at once as two cores can take. */
async function repeat(times: number, act: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < times) {
      await act(next++);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

it(`leaves nothing 5 s after a SIGKILL of the host, at ${POINTS} random points of a run (AMUX_TEST_SEED=${seed})`, {
  timeout: 180_000,
}, async () => {
  const random = createRandom(seed);
  // However few the points are, they cover all parts of a run, and both endings are among them.
  const points = Array.from({ length: POINTS }, (_, index) => ({
    afterMs: ((index + random()) / POINTS) * 900,
    ending: index % 2 === 0 ? 'stop' : 'exit',
  }));
  const reached: Record<string, number> = {};
  await repeat(POINTS, async (index) => {
    const { afterMs = 0, ending = 'stop' } = points[index] ?? {};
    const host = await startHost(`KILL${process.pid}X${index}`, ending);
    await new Promise((resolve) => setTimeout(resolve, afterMs));
    const phase = host.phases.at(-1) ?? 'ready';
    reached[phase] = (reached[phase] ?? 0) + 1;
    await killHost(host);
  });
  console.log(`hosts killed by phase: ${JSON.stringify(reached)}, seed ${seed}`);
});

it(`ends the runs of a killed host whose watchdog had been stopped, ${REPEATED} times`, {
  timeout: 60_000 + REPEATED * 5_000,
}, async () => {
  await repeat(REPEATED, async (index) => {
    const host = await startHost(`STOPPED${process.pid}X${index}`, 'stay');
    await until(() => host.phases.includes('grown'));
    process.kill(host.watchdog, 'SIGSTOP');
    await killHost(host);
  });
});

it(`ends all that an inner host has started when that is killed, and the outer run lives on, ${REPEATED} times`, {
  timeout: 60_000 + REPEATED * 5_000,
}, async () => {
  await repeat(REPEATED, async (index) => {
    const census = takeCensus();
    open.add(census);
    const inner = census.mark(
      killableHost({ agent: fakeAgent(RUNAWAY_TREE), runId: `INNER${process.pid}X${index}`, ending: 'stay' }),
    );
    // The agent of the outer run starts a host, as an agent does that was told to try it.
    const outer = observeAgent({
      file: 'sh',
      args: ['-c', '"$@" & wait; exec sleep 600', 'sh', inner.file, ...inner.args],
    });
    const { host, folder } = JSON.parse(await outer.line('{"host"'));
    await outer.line('grown');
    process.kill(host, 'SIGKILL');
    await until(() => census.alive().length === 0 && !existsSync(folder), 5_000).catch(() => undefined);
    expect([census.alive(), existsSync(folder)]).toEqual([[], false]);
    expect(isAlive(outer.process.pid ?? 0)).toBe(true);
    open.delete(census);
    await outer.stop();
  });
});

it('lets live what a run was let leave running, when the host dies later and its other runs with it', async () => {
  const agent = fakeAgent(RUNAWAY_TREE);
  const host = await startKillableHost({ agent, runId: `LEFT${process.pid}`, ending: 'stop', leavesAll: true });
  open.add(host.census);
  await until(() => host.phases.includes('ended'));
  const left: number[] = JSON.parse(host.phases.at(-2) ?? '[]').sort();
  expect([left.length > 5, left.filter((pid) => !isAlive(pid))]).toEqual([true, []]);
  expect(pidsOf(host).length).toBeGreaterThan(left.length);
  host.process.kill('SIGKILL');
  await until(() => !isAlive(host.watchdog));
  expect(pidsOf(host)).toEqual(left);
});

it('ends the runs of a host that a polite signal ends', async () => {
  const host = await startHost(`TERM${process.pid}`, 'exit');
  await until(() => host.phases.includes('grown'));
  host.process.kill('SIGTERM');
  await once(host.process, 'exit');
  await until(() => host.census.alive().length === 0, 5_000);
});

it('does the same where grep is too poor for the shell script', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'poor-grep-'));
  writeFileSync(join(folder, 'grep'), '#!/bin/sh\nexit 2\n', { mode: 0o755 });
  const host = await startHost(`POOR${process.pid}`, 'stay', { ...process.env, PATH: `${folder}:${PATH}` });
  await until(() => host.phases.includes('grown') && host.census.alive().some((line) => line.includes('scanProc')));
  await killHost(host);
  rmSync(folder, { recursive: true });
});

function pidsOf({ census }: KillableHost): number[] {
  return census
    .alive()
    .map((line) => Number.parseInt(line, 10))
    .sort();
}

function createRandom(start: number): () => number {
  let state = start;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
}
