/** Three hundred runs that start in one tick: when each of them is first heard, compared with as many plain spawns of the same program. */
import { spawn } from 'node:child_process';
import { PLAYER } from '../player.mjs';
import { probesOf } from '../run-probe.mjs';
import { median } from '../statistics.mjs';
import { claudeOneshot } from '../subjects/claude.mjs';
import { writeHello } from '../subjects/transcript.mjs';

export const name = 'many-starts';
export const title = 'Three hundred starts in one tick';

const STARTS = 300;
const BAR = 3;

export async function measure({ repetitions, folder }) {
  const transcript = `${folder}/hello.jsonl`;
  writeHello(claudeOneshot, transcript);
  const run = probesOf(import.meta.url);
  const samples = [];
  for (let n = 0; n < repetitions; n++) {
    samples.push({ spawns: await run('spawns', { transcript }), runs: await run('runs', { transcript }) });
  }
  return [
    {
      what: `first byte of ${STARTS} spawns, median`,
      unit: 'ms',
      samples: samples.map(({ spawns }) => spawns.medianMs),
    },
    { what: `first event of ${STARTS} runs, median`, unit: 'ms', samples: samples.map(({ runs }) => runs.medianMs) },
    {
      what: 'run() / spawn, median',
      unit: 'x',
      samples: samples.map(({ spawns, runs }) => runs.medianMs / spawns.medianMs),
      atMost: BAR,
    },
    {
      what: 'run() / spawn, first of all',
      unit: 'x',
      samples: samples.map(({ spawns, runs }) => runs.firstMs / spawns.firstMs),
    },
    {
      what: 'run() / spawn, last of all',
      unit: 'x',
      samples: samples.map(({ spawns, runs }) => runs.lastMs / spawns.lastMs),
    },
  ];
}

export function spawns({ transcript }) {
  const env = { ...process.env, BENCH_TRANSCRIPT: transcript };
  return startAll(() => {
    const child = spawn(PLAYER, claudeOneshot.args, { env });
    child.stdin.end('hello');
    const heard = new Promise((resolve) => {
      child.stdout.once('data', () => resolve(performance.now()));
    });
    const over = new Promise((resolve) => {
      child.once('close', resolve);
    });
    return { heard, over };
  });
}

export async function runs({ transcript }) {
  const { createClient } = await import('agent-mux');
  const client = createClient();
  const start = () => {
    const handle = client.run({
      agent: 'claude',
      mode: 'oneshot',
      prompt: 'hello',
      binary: PLAYER,
      env: { BENCH_TRANSCRIPT: transcript },
      approvalMode: 'yolo',
    });
    const heard = new Promise((resolve, reject) => {
      handle.once('log', () => resolve(performance.now()));
      void handle.then(() => reject(new Error('The first line of the child did not become an event.')));
    });
    return { heard, over: handle };
  };
  const first = start();
  await first.heard;
  await first.over;
  return startAll(start);
}

async function startAll(start) {
  const begin = performance.now();
  const started = Array.from({ length: STARTS }, start);
  const times = await Promise.all(started.map(({ heard }) => heard));
  await Promise.all(started.map(({ over }) => over));
  const waits = times.map((time) => time - begin).sort((a, b) => a - b);
  return { firstMs: waits[0], medianMs: median(waits), lastMs: waits.at(-1) };
}
