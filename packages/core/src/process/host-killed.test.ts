import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { type FakeAgentStep, fakeAgent } from '../../../testkit/src/fake-agent/index.ts';
import { type Census, takeCensus } from './testing/census.ts';
import { until } from './testing/observe-agent.ts';

const POINTS = 50;
const AT_ONCE = 5;
const { AMUX_TEST_SEED, PATH } = process.env;
const seed = Number(AMUX_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31));

const TREE: readonly FakeAgentStep[] = [
  { do: 'fork', ignoresTerm: true },
  { do: 'fork', session: true, doubleFork: true },
  { do: 'fork', emptyEnv: true, session: true, doubleFork: true, closesFds: true, ignoresTerm: true },
  { do: 'fork', session: true, retitles: true },
  { do: 'zombies', count: 2 },
  { do: 'tree', width: 3, depth: 3 },
  { do: 'line', text: 'grown' },
  { do: 'read-all' },
];

const open = new Set<Census>();
afterEach(() => {
  for (const census of open) census.end();
});

interface Host {
  readonly process: ChildProcess;
  readonly census: Census;
  readonly phases: string[];
}

async function startHost(runId: string, ending: string, env = process.env): Promise<Host> {
  const census = takeCensus();
  open.add(census);
  const script = fileURLToPath(new URL('./testing/killable-host.ts', import.meta.url));
  const args = [
    '--conditions=agent-mux-source',
    '--import',
    'tsx',
    script,
    JSON.stringify({ runId, ending, ...fakeAgent(TREE) }),
  ];
  const command = census.mark({ file: process.execPath, args });
  const host = spawn(command.file, command.args, { stdio: ['ignore', 'pipe', 'inherit'], env });
  const phases: string[] = [];
  host.stdout.setEncoding('utf8').on('data', (text: string) => phases.push(...text.trim().split('\n')));
  await once(host.stdout, 'data');
  return { process: host, census, phases };
}

async function killHost({ process: host, census }: Host): Promise<void> {
  host.kill('SIGKILL');
  await once(host, 'exit');
  await until(() => census.alive().length === 0, 5_000).catch(() => undefined);
  expect(census.alive()).toEqual([]);
  open.delete(census);
}

it(`leaves nothing 5 s after a SIGKILL of the host, at ${POINTS} random points of a run (AMUX_TEST_SEED=${seed})`, {
  timeout: 180_000,
}, async () => {
  const random = createRandom(seed);
  const points = Array.from({ length: POINTS }, (_, index) => ({
    index,
    afterMs: random() * 900,
    ending: random() < 0.5 ? 'stop' : 'exit',
  }));
  const reached: Record<string, number> = {};
  const worker = async (): Promise<void> => {
    for (let point = points.pop(); point !== undefined; point = points.pop()) {
      const host = await startHost(`KILL${process.pid}X${point.index}`, point.ending);
      await new Promise((resolve) => setTimeout(resolve, point.afterMs));
      const phase = host.phases.at(-1) ?? '';
      reached[phase] = (reached[phase] ?? 0) + 1;
      await killHost(host);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  console.log(`hosts killed by phase: ${JSON.stringify(reached)}, seed ${seed}`);
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

function createRandom(start: number): () => number {
  let state = start;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
}
