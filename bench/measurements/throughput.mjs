/** A long answer in small pieces: the whole pipeline against the least that a reader must do. */
import { readFloor } from '../read-floor.mjs';
import { readPipeline, warmPipeline } from '../read-pipeline.mjs';
import { probesOf, timed } from '../run-probe.mjs';
import { DELTA_LINE_BYTES, writeDeltas } from '../transcript.mjs';

export const name = 'throughput';
export const title = 'Long answer against the floor';

const DELTAS = 300_000;
const WARM = 20_000;
const BAR = 0.6;

export async function measure({ repetitions, folder }) {
  const files = {
    transcript: `${folder}/deltas.jsonl`,
    warm: `${folder}/warm.jsonl`,
    unusual: `${folder}/unusual.jsonl`,
  };
  const characters = writeDeltas(files.transcript, DELTAS);
  writeDeltas(files.unusual, DELTAS, { isUnusual: true });
  writeDeltas(files.warm, WARM);
  const run = probesOf(import.meta.url);
  const ways = {
    floor: () => run('floor', { ...files, isBidi: true }),
    bidi: () => run('pipeline', { ...files, isBidi: true }),
    oneshot: () => run('pipeline', { ...files, isBidi: false }),
    unusual: () => run('pipeline', { ...files, transcript: files.unusual, isBidi: true }),
  };
  const samples = { floor: [], bidi: [], oneshot: [], unusual: [] };
  for (let n = 0; n < repetitions; n++) {
    for (const [way, take] of Object.entries(ways)) {
      const sample = await take();
      if (sample.deltas !== DELTAS || sample.characters !== characters) {
        throw new Error(`${way} lost something: ${JSON.stringify(sample)}`);
      }
      samples[way].push(sample);
    }
  }
  const ratios = (way, key) => samples[way].map((sample, n) => samples.floor[n][key] / sample[key]);
  const size = `${Math.round((DELTAS * DELTA_LINE_BYTES) / 1e6)} MB, ${DELTAS.toLocaleString('en')} deltas`;
  return [
    { what: `floor, ${size}`, unit: 'ms', samples: samples.floor.map(({ wallMs }) => wallMs) },
    { what: 'pipeline / floor, by processor time', unit: 'x', samples: ratios('bidi', 'cpuMs'), atLeast: BAR },
    { what: 'pipeline / floor, by the clock', unit: 'x', samples: ratios('bidi', 'wallMs') },
    { what: 'one-shot mode / floor, by processor time', unit: 'x', samples: ratios('oneshot', 'cpuMs') },
    { what: 'the same with keys in another order: no short cut', unit: 'x', samples: ratios('unusual', 'cpuMs') },
    {
      what: 'pipeline',
      unit: 'deltas/s',
      samples: samples.bidi.map(({ wallMs }) => DELTAS / (wallMs / 1_000)),
    },
  ];
}

export async function floor({ transcript, warm, isBidi }) {
  await readFloor(warm, { isBidi });
  const { value, ...times } = await timed(() => readFloor(transcript, { isBidi }));
  return { ...times, ...value };
}

export async function pipeline({ transcript, warm, isBidi }) {
  const client = await warmPipeline(warm, { isBidi });
  const { value, ...times } = await timed(() => readPipeline(client, transcript, { isBidi }));
  return { ...times, deltas: value.deltas, characters: value.characters };
}
