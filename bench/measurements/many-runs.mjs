/** Many agents at once in one host. */
import { readFloor } from '../read-floor.mjs';
import { readPipeline, warmPipeline } from '../read-pipeline.mjs';
import { probesOf, timed } from '../run-probe.mjs';
import { claude } from '../subjects/claude.mjs';
import { writeDeltas } from '../subjects/transcript.mjs';

export const name = 'many-runs';
export const title = 'Fifty runs at once';

const RUNS = 50;
const DELTAS = 4_000;

export async function measure({ repetitions, folder }) {
  const transcript = `${folder}/many.jsonl`;
  const characters = writeDeltas(claude, transcript, DELTAS);
  const run = probesOf(import.meta.url);
  const floors = [];
  const pipelines = [];
  for (let n = 0; n < repetitions; n++) {
    floors.push(await run('floor', { transcript }));
    pipelines.push(await run('pipeline', { transcript }));
  }
  for (const sample of [...floors, ...pipelines]) {
    if (sample.counts.some(({ deltas, characters: length }) => deltas !== DELTAS || length !== characters)) {
      throw new Error('something was lost');
    }
  }
  return [
    {
      what: `${RUNS} runs of ${DELTAS.toLocaleString('en')} deltas, nothing lost`,
      unit: 'ms',
      samples: pipelines.map(({ wallMs }) => wallMs),
    },
    {
      what: 'all together',
      unit: 'deltas/s',
      samples: pipelines.map(({ wallMs }) => (RUNS * DELTAS) / (wallMs / 1_000)),
    },
    {
      what: 'pipeline / floor, by processor time',
      unit: 'x',
      samples: pipelines.map(({ cpuMs }, n) => floors[n].cpuMs / cpuMs),
    },
  ];
}

export async function floor({ transcript }) {
  await readFloor(claude, transcript);
  return all(() => readFloor(claude, transcript));
}

export async function pipeline({ transcript }) {
  const client = await warmPipeline(claude, transcript);
  return all(async () => {
    const { deltas, characters } = await readPipeline(client, claude, transcript);
    return { deltas, characters };
  });
}

async function all(once) {
  const { value, ...times } = await timed(() => Promise.all(Array.from({ length: RUNS }, once)));
  return { ...times, counts: value };
}
