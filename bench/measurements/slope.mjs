/** Whether a delta costs the same in a long message as in a short one, with and without its encoding for the wire. */
import { readPipeline, warmPipeline } from '../read-pipeline.mjs';
import { probesOf } from '../run-probe.mjs';
import { median, relativeGrowth } from '../statistics.mjs';
import { getSubject } from '../subjects/index.mjs';
import { writeDeltas } from '../subjects/transcript.mjs';

export const name = 'slope';
export const title = 'Cost per delta in one message';

const SIZES = [10_000, 50_000, 100_000, 200_000, 400_000];
const BAR = 0.15;

export async function measure({ repetitions, folder, subject }) {
  for (const size of SIZES) {
    writeDeltas(subject, fileOf(folder, size), size);
  }
  const run = probesOf(import.meta.url);
  const rows = [];
  for (const encodes of [false, true]) {
    const costs = new Map(SIZES.map((size) => [size, []]));
    for (let n = 0; n < repetitions; n++) {
      for (const size of SIZES) {
        costs.get(size).push(await run('cost', { subject: subject.name, folder, size, encodes }));
      }
    }
    const what = encodes ? 'read and encoded' : 'read';
    for (const size of [SIZES[0], SIZES.at(-1)]) {
      rows.push({ what: `${what}, ${size.toLocaleString('en')} deltas`, unit: 'us/delta', samples: costs.get(size) });
    }
    // The growth is that of the medians and not of each repetition, because other work for one second bends a single line by more than the bar.
    const growth = relativeGrowth(SIZES.map((size) => [size, median(costs.get(size))]));
    rows.push({ what: `growth to the longest, ${what}`, unit: '%', samples: [growth * 100], atMost: BAR * 100 });
  }
  return rows;
}

/** Microseconds of processor time per delta. A short message is read as often as it takes to reach the length of the longest. */
export async function cost({ subject: name, folder, size, encodes }) {
  const subject = getSubject(name);
  const { encodeEvent } = await import('agent-mux');
  let encoded = 0;
  const see = encodes
    ? (event) => {
        encoded += encodeEvent(event).length;
      }
    : () => {};
  const client = await warmPipeline(subject, fileOf(folder, SIZES[1]), { onEvent: see });
  const times = [];
  for (let read = 0; read < SIZES.at(-1); read += size) {
    times.push(await timeOfDeltas(client, subject, { transcript: fileOf(folder, size), size, see }));
  }
  if (encodes && encoded < SIZES.at(-1)) {
    throw new Error('nothing was encoded');
  }
  return median(times) / size;
}

// The time counts between the ends of the message, since the start and the end of a process would affect only the short one.
async function timeOfDeltas(client, subject, { transcript, size, see }) {
  let begin;
  let used;
  const { deltas } = await readPipeline(client, subject, transcript, {
    onEvent(event) {
      see(event);
      if (event.type === 'message_start') {
        begin = process.cpuUsage();
      } else if (event.type === 'message_stop') {
        used = process.cpuUsage(begin);
      }
    },
  });
  if (deltas !== size) {
    throw new Error(`${size} deltas were sent, ${deltas} came`);
  }
  return used.user + used.system;
}

function fileOf(folder, size) {
  return `${folder}/message-${size}.jsonl`;
}
