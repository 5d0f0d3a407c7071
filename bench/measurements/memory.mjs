/** The peak memory with a consumer that pauses in the middle, and whether that loses anything. */
import { setTimeout as delay } from 'node:timers/promises';
import { readPipeline } from '../read-pipeline.mjs';
import { probesOf } from '../run-probe.mjs';
import { getSubject } from '../subjects/index.mjs';
import { writeDeltas } from '../subjects/transcript.mjs';

export const name = 'memory';
export const title = 'Memory with a consumer that stalls';

const DELTAS = 400_000;
const STALL_MS = 10_000;
const BAR_MB = 80;

export async function measure({ repetitions, folder, subject }) {
  const transcript = `${folder}/memory.jsonl`;
  const characters = writeDeltas(subject, transcript, DELTAS);
  const run = probesOf(import.meta.url);
  const samples = [];
  for (let n = 0; n < Math.min(repetitions, 3); n++) {
    const sample = await run('stall', { subject: subject.name, transcript });
    if (sample.deltas !== DELTAS || sample.characters !== characters || sample.textLength !== characters) {
      throw new Error(`something was lost: ${JSON.stringify(sample)}`);
    }
    samples.push(sample);
  }
  const rows = (what, key) => ({ what, unit: 'MB', samples: samples.map((sample) => sample[key]) });
  return [
    rows('process with the package loaded, idle', 'idleMb'),
    { ...rows('peak over it, 400,000 deltas, a stall of 10 s', 'overMb'), atMost: BAR_MB },
    rows('growth within the stall', 'stallMb'),
  ];
}

export async function stall({ subject: name, transcript }) {
  const { createClient } = await import('agent-mux');
  const client = createClient();
  await delay(200);
  const idleMb = toMb(process.memoryUsage.rss());
  let stallMb = 0;
  const { deltas, characters, result } = await readPipeline(client, getSubject(name), transcript, {
    onEvent(event, counts) {
      if (event.type !== 'text_delta' || counts.deltas !== DELTAS / 2) {
        return undefined;
      }
      const before = process.memoryUsage.rss();
      return delay(STALL_MS).then(() => {
        stallMb = toMb(process.memoryUsage.rss() - before);
      });
    },
  });
  const peakMb = process.resourceUsage().maxRSS / 1_024;
  return { idleMb, overMb: peakMb - idleMb, stallMb, deltas, characters, textLength: result.text.length };
}

function toMb(bytes) {
  return bytes / 1_024 / 1_024;
}
