/** A long answer in small pieces: the whole pipeline compared with the least that a reader must do. */
import { readFloor } from '../read-floor.mjs';
import { readPipeline, warmPipeline } from '../read-pipeline.mjs';
import { probesOf, timed } from '../run-probe.mjs';
import { getSubject } from '../subjects/index.mjs';
import { writeDeltas } from '../subjects/transcript.mjs';

export const name = 'throughput';
export const title = 'Long answer against the floor';

const DELTAS = 300_000;
const WARM = 20_000;
const BAR = 0.6;

export async function measure({ repetitions, folder, subject }) {
  const files = {
    subject: subject.name,
    transcript: `${folder}/deltas.jsonl`,
    warm: `${folder}/warm.jsonl`,
  };
  const unusual = `${folder}/unusual.jsonl`;
  const characters = writeDeltas(subject, files.transcript, DELTAS);
  writeDeltas(subject, unusual, DELTAS, { isUnusual: true });
  writeDeltas(subject, files.warm, WARM);
  const run = probesOf(import.meta.url);
  const ways = {
    floor: () => run('floor', files),
    usual: () => run('pipeline', files),
    unusual: () => run('pipeline', { ...files, transcript: unusual }),
  };
  const samples = { floor: [], usual: [], unusual: [] };
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
  return [
    {
      what: `floor, ${DELTAS.toLocaleString('en')} deltas`,
      unit: 'ms',
      samples: samples.floor.map(({ wallMs }) => wallMs),
    },
    { what: 'pipeline / floor, by processor time', unit: 'x', samples: ratios('usual', 'cpuMs'), atLeast: BAR },
    { what: 'pipeline / floor, by the clock', unit: 'x', samples: ratios('usual', 'wallMs') },
    { what: 'the same with keys in another order', unit: 'x', samples: ratios('unusual', 'cpuMs'), atLeast: BAR },
    {
      what: 'pipeline',
      unit: 'deltas/s',
      samples: samples.usual.map(({ wallMs }) => DELTAS / (wallMs / 1_000)),
    },
  ];
}

export async function floor({ subject: name, transcript, warm }) {
  const subject = getSubject(name);
  await readFloor(subject, warm);
  const { value, ...times } = await timed(() => readFloor(subject, transcript));
  return { ...times, ...value };
}

export async function pipeline({ subject: name, transcript, warm }) {
  const subject = getSubject(name);
  const client = await warmPipeline(subject, warm);
  const { value, ...times } = await timed(() => readPipeline(client, subject, transcript));
  return { ...times, deltas: value.deltas, characters: value.characters };
}
