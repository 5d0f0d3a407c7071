/** The cost of keeping a run, and of reading it back. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import { readPipeline } from '../read-pipeline.mjs';
import { probesOf, timed } from '../run-probe.mjs';
import { relativeGrowth } from '../statistics.mjs';
import { claude } from '../subjects/claude.mjs';
import { entriesOf, inStore, keep, openLog, runIdOf, START, withKept } from '../subjects/kept-runs.mjs';
import { cutAnswer } from '../subjects/sink.mjs';
import { writeDeltas } from '../subjects/transcript.mjs';
import { usedMb } from '../used-memory.mjs';

export const name = 'store';
export const title = 'Runs that are kept';

const DELTAS = 300_000;
const MANY = 1_000_000;
const RUNS = 10_000;
const ALTERNATING = 15;

export async function measure({ repetitions, folder, against }) {
  const input = { transcript: `${folder}/kept.jsonl`, warm: `${folder}/kept-warm.jsonl`, folder };
  writeDeltas(claude, input.transcript, DELTAS);
  writeDeltas(claude, input.warm, 20_000);
  const run = probesOf(import.meta.url);
  const probes = ['pipeline', 'keptPipeline', 'floor', 'append', 'parse', 'readBack', 'quietLoop', 'keptLoop'];
  const samples = Object.fromEntries(probes.map((probe) => [probe, []]));
  for (let n = 0; n < repetitions; n++) {
    // The probes run in turn, so that other work slows both sides of a ratio.
    for (const probe of probes) {
      samples[probe].push(await run(probe, input));
    }
  }
  const long = [];
  for (let n = 0; n < Math.min(repetitions, 3); n++) {
    long.push(await run('longRun', input));
  }
  const list = await run('listed', input);
  const reopened = await run('reopened', input);
  const without = against === undefined ? [] : [await compare(run, input, against)];
  const pairs = (left, right, combine) => samples[left].map((sample, n) => combine(sample, samples[right][n]));
  return [
    {
      what: 'taken from the main thread at full speed, of the pipeline without a store',
      unit: 'x',
      samples: pairs('keptPipeline', 'pipeline', (kept, plain) => (kept.mainMs - plain.mainMs) / plain.mainMs),
      atMost: 0.25,
    },
    {
      what: 'all threads / (JSON.stringify of the same events + redaction)',
      unit: 'x',
      samples: pairs('append', 'floor', (kept, least) => kept.cpuMs / least.cpuMs),
      atMost: 4,
    },
    {
      what: 'added delay of the event loop at 10,000 events/s, p99',
      unit: 'ms',
      samples: pairs('keptLoop', 'quietLoop', (kept, quiet) => kept.p99Ms - quiet.p99Ms),
      atMost: 2,
    },
    {
      what: 'reading back, JSON.parse of the same lines / it',
      unit: 'x',
      samples: pairs('parse', 'readBack', (least, read) => least.cpuMs / read.cpuMs),
      atLeast: 0.5,
    },
    {
      what: 'heap and external memory, from event 100,000 to 1,000,000',
      unit: 'MB',
      samples: long.map(({ grownMb }) => grownMb),
      atMost: 10,
    },
    {
      what: 'growth of the cost of an entry, from 10,000 to 1,000,000',
      unit: 'x',
      samples: long.map(({ growth }) => growth),
      atMost: 0.15,
    },
    { what: '50 of 10,000 runs listed', unit: 'ms', samples: list.tookMs, atMost: 20 },
    { what: 'opened after its host was killed', unit: 'ms', samples: reopened.tookMs, atMost: 1_000 },
    ...without,
  ];
}

/** What a run without a store costs more than in another version, in runs that alternate. */
async function compare(run, input, against) {
  const samples = [];
  for (let n = 0; n < ALTERNATING; n++) {
    const here = await run('pipeline', input);
    const there = await run('pipeline', { ...input, entry: `${resolve(against)}/packages/agent-mux/dist/index.js` });
    samples.push(here.mainMs / there.mainMs - 1);
  }
  return { what: `more without a store than in ${basename(against)}`, unit: 'x', samples, atMost: 0.03 };
}

export async function pipeline({ transcript, warm, entry }) {
  return readKept({ transcript, warm, store: undefined, entry });
}

export async function keptPipeline({ transcript, warm, folder }) {
  return inStore(folder, (store) => readKept({ transcript, warm, store }));
}

async function readKept({ transcript, warm, store, entry = 'agent-mux' }) {
  const { createClient } = await import(entry);
  const client = createClient(store === undefined ? {} : { store });
  await readPipeline(client, claude, warm);
  const before = mainThreadMs();
  const { wallMs, cpuMs } = await timed(() => readPipeline(client, claude, transcript));
  return { wallMs, cpuMs, mainMs: mainThreadMs() - before };
}

/** The cost of the minimum: each event is encoded as JSON once, and searched for secrets once. */
export async function floor() {
  const { createLineRedactor, createRedactor } = await import('@agent-mux/core/cassette');
  const entries = await entriesOf(1, DELTAS);
  const write = (count) => {
    const redactor = createLineRedactor(createRedactor({ looks: 'keys' }), () => undefined, {
      texts: { delta: 1, line: 16 },
    });
    for (const entry of entries.slice(0, count)) {
      redactor.push(JSON.stringify(entry), 'text', undefined);
    }
    redactor.mask();
  };
  write(20_000);
  const { cpuMs } = await timed(async () => write(entries.length));
  return { cpuMs };
}

export async function append({ folder }) {
  return inStore(folder, async (store) => {
    await keep(store, 1, await entriesOf(1, 20_000));
    const entries = await entriesOf(2, DELTAS);
    const { cpuMs } = await timed(() => keep(store, 2, entries));
    return { cpuMs };
  });
}

export async function parse({ folder }) {
  return withKept(folder, DELTAS, async (store) => {
    const lines = [];
    for await (const line of store.export()) {
      lines.push(line);
    }
    const read = () => lines.reduce((sum, line) => sum + Object.keys(JSON.parse(line)).length, 0);
    read();
    const { cpuMs } = await timed(async () => read());
    return { cpuMs };
  });
}

export async function readBack({ folder }) {
  return withKept(folder, DELTAS, async (store) => {
    const read = async () => {
      let count = 0;
      for await (const { entry } of store.read(runIdOf(2))) {
        count += entry.timestamp > 0 ? 1 : 0;
      }
      return count;
    };
    await read();
    const { cpuMs } = await timed(read);
    return { cpuMs };
  });
}

export async function quietLoop() {
  return watchLoop(() => undefined);
}

export async function keptLoop({ folder }) {
  return inStore(folder, async (store) => {
    const log = openLog(store, 1);
    const entries = await entriesOf(1, 100_000);
    let next = 0;
    const measured = await watchLoop(() => log.append(entries[next++ % entries.length]));
    await log.finish();
    return measured;
  });
}

/** Appends 10,000 entries a second, as they come from an agent: some at once. */
async function watchLoop(once) {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  const start = performance.now();
  let done = 0;
  delays.enable();
  while (performance.now() - start < 5_000) {
    const due = Math.floor((performance.now() - start) * 10);
    for (; done < due; done++) {
      once();
    }
    await delay(2);
  }
  delays.disable();
  return { p99Ms: delays.percentile(99) / 1e6 };
}

export async function longRun({ folder }) {
  return inStore(folder, async (store) => {
    const { createTextDelta } = await import('@agent-mux/events');
    const pieces = [...cutAnswer(1_000)];
    const log = openLog(store, 1);
    const points = [];
    let grownMb = 0;
    let atFirst = 0;
    let cpu = process.cpuUsage();
    for (let seq = 0; seq < MANY; seq++) {
      const piece = pieces[seq % pieces.length];
      log.append(createTextDelta({ runId: runIdOf(1), agent: 'claude', timestamp: START + seq, seq }, piece, piece));
      if (seq % 1_000 === 999) {
        await turn();
        while (log.isBehind) {
          await delay(1);
        }
      }
      if (seq % 50_000 === 49_999) {
        await log.barrier();
        const { user, system } = process.cpuUsage(cpu);
        // The first writes include the time of compiling and warming up.
        if (seq > 50_000) {
          points.push([seq, user + system]);
        }
        const now = seq === 99_999 || seq === MANY - 1 ? await usedMb() : 0;
        if (seq === 99_999) {
          atFirst = now;
        }
        grownMb = now - atFirst;
        cpu = process.cpuUsage();
      }
    }
    await log.finish();
    return { grownMb, growth: relativeGrowth(points) };
  });
}

export async function listed({ folder }) {
  return inStore(folder, async (store) => {
    const logs = [];
    for (let number = 0; number < RUNS; number++) {
      const log = openLog(store, number);
      logs.push(log.finish());
      if (number % 200 === 199) {
        await Promise.all(logs.splice(0));
      }
    }
    await Promise.all(logs);
    const tookMs = [];
    for (let n = 0; n < 21; n++) {
      const start = performance.now();
      const runs = await store.list({ limit: 50 });
      tookMs.push(performance.now() - start);
      if (runs.length !== 50) {
        throw new Error(`${runs.length} runs are listed.`);
      }
    }
    return { tookMs };
  });
}

/** Measures how the next host opens what a host left that wrote as fast as it could until it was killed. */
export async function reopened({ folder }) {
  const { openStore } = await import('@agent-mux/store');
  const place = `${folder}/reopened-${process.pid}`;
  const tookMs = [];
  for (let n = 0; n < 9; n++) {
    const program = `
      const { keepOn } = await import(${JSON.stringify(import.meta.url)});
      await keepOn(${JSON.stringify(`${place}/runs.db`)}, ${n});`;
    const host = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(host.stdout, 'data');
    await delay(500);
    host.kill('SIGKILL');
    await once(host, 'exit');
    const start = performance.now();
    const store = await openStore(`${place}/runs.db`);
    tookMs.push(performance.now() - start);
    await store.close();
  }
  rmSync(place, { recursive: true, force: true });
  return { tookMs };
}

export async function keepOn(file, number) {
  const { openStore } = await import('@agent-mux/store');
  const store = await openStore(file);
  process.stdout.write('up');
  for (let n = 0; ; n++) {
    await keep(store, number * 1_000 + n, await entriesOf(number * 1_000 + n, 20_000));
  }
}

/** The processor time of the calling thread, as the system counts it; Linux only. */
function mainThreadMs() {
  return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}
