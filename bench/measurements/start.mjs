/** The time from the call to the first byte of the child: what a run adds to a spawn of the same program. */
import { spawn } from 'node:child_process';
import { PLAYER } from '../player.mjs';
import { probesOf } from '../run-probe.mjs';
import { median } from '../statistics.mjs';
import { claudeOneshot } from '../subjects/claude.mjs';
import { writeHello } from '../subjects/transcript.mjs';

export const name = 'start';
export const title = 'Start of a run';

const RUNS = 25;
const BAR_MS = 5;

export async function measure({ repetitions, folder }) {
  const transcript = `${folder}/hello.jsonl`;
  writeHello(claudeOneshot, transcript);
  const run = probesOf(import.meta.url);
  const samples = [];
  for (let n = 0; n < repetitions; n++) {
    samples.push(await run('start', { transcript }));
  }
  return [
    { what: 'spawn to first byte', unit: 'ms', samples: samples.map(({ spawnMs }) => spawnMs) },
    { what: 'run() to first byte, warm', unit: 'ms', samples: samples.map(({ runMs }) => runMs) },
    {
      what: 'what run() adds',
      unit: 'ms',
      samples: samples.map(({ runMs, spawnMs }) => runMs - spawnMs),
      atMost: BAR_MS,
    },
    { what: 'what run() adds, at best', unit: 'ms', samples: samples.map(({ bestMs }) => bestMs) },
    { what: 'run() to first byte, first run of a process', unit: 'ms', samples: samples.map(({ firstMs }) => firstMs) },
  ];
}

/**
 * Medians of many starts, the two ways in turn. The child speaks at once, and its first line is no message of the protocol, so that it
 * becomes an event at once.
 */
export async function start({ transcript }) {
  const { createClient } = await import('agent-mux');
  const client = createClient();
  const env = { BENCH_TRANSCRIPT: transcript };
  const firstMs = await byRun(client, env);
  const spawns = [];
  const runs = [];
  for (let n = 0; n < RUNS; n++) {
    spawns.push(await bySpawn(env));
    runs.push(await byRun(client, env));
  }
  const bestMs = Math.min(...runs) - Math.min(...spawns);
  return { firstMs, spawnMs: median(spawns), runMs: median(runs), bestMs };
}

async function bySpawn(env) {
  const begin = performance.now();
  const child = spawn(PLAYER, claudeOneshot.args, { env: { ...process.env, ...env } });
  child.stdin.end('hello');
  const heard = await new Promise((resolve) => {
    child.stdout.once('data', () => resolve(performance.now()));
  });
  child.stdout.resume();
  await new Promise((resolve) => {
    child.once('close', resolve);
  });
  return heard - begin;
}

async function byRun(client, env) {
  const begin = performance.now();
  const handle = client.run({
    agent: 'claude',
    mode: 'oneshot',
    prompt: 'hello',
    binary: PLAYER,
    env,
    approvalMode: 'yolo',
  });
  const heard = await new Promise((resolve, reject) => {
    handle.once('log', () => resolve(performance.now()));
    void handle.then(() => reject(new Error('The first line of the child did not become an event.')));
  });
  await handle;
  return heard - begin;
}
