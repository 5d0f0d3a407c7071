/** One line of the greatest length: the result of a shell call. */
import { readFloor } from '../read-floor.mjs';
import { readPipeline, warmPipeline } from '../read-pipeline.mjs';
import { probesOf, timed } from '../run-probe.mjs';
import { getSubject } from '../subjects/index.mjs';
import { writeDeltas, writeLongLine } from '../subjects/transcript.mjs';

export const name = 'long-line';
export const title = 'One line of 64 MiB';

const BYTES = 64 * 1024 * 1024;
const BAR = 3;

export async function measure({ repetitions, folder, subject }) {
  const input = { subject: subject.name, transcript: `${folder}/long-line.jsonl`, warm: `${folder}/warm-line.jsonl` };
  const length = writeLongLine(subject, input.transcript, BYTES);
  writeDeltas(subject, input.warm, 2_000);
  const run = probesOf(import.meta.url);
  const floors = [];
  const pipelines = [];
  for (let n = 0; n < repetitions; n++) {
    floors.push(await run('floor', input));
    pipelines.push(await run('pipeline', input));
    if (pipelines[n].length !== length) {
      throw new Error(`${length} characters were sent, ${pipelines[n].length} came`);
    }
  }
  const ratios = (key) => pipelines.map((sample, n) => sample[key] / floors[n][key]);
  return [
    { what: 'floor', unit: 'ms', samples: floors.map(({ wallMs }) => wallMs) },
    { what: 'pipeline, as often as the floor, by processor time', unit: 'x', samples: ratios('cpuMs'), atMost: BAR },
    { what: 'pipeline, as often as the floor, by the clock', unit: 'x', samples: ratios('wallMs') },
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
  let length = 0;
  const onEvent = (event) => {
    if (event.type === 'tool_result') {
      length = JSON.stringify(event.output).length > 0 ? textOf(event.output).length : 0;
    }
  };
  const { value: _, ...times } = await timed(() => readPipeline(client, subject, transcript, { onEvent }));
  return { ...times, length };
}

function textOf(output) {
  return typeof output === 'string' ? output : (output?.stdout ?? output?.content ?? '');
}
