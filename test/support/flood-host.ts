/** A host of its own for one flood: how much memory it takes at most over what it had before, and whether every event came. */
import { setTimeout as delay } from 'node:timers/promises';
import type { RunHandle } from '@agent-mux/core';
import type { AgentEvent } from '@agent-mux/events';
import type { FakeAgentStep } from '@agent-mux/testkit';
import { says, session } from './toy-adapter.ts';
import { toyClient } from './toy-run.ts';

export type FloodReader = 'nobody' | 'forgotten iterator' | 'one event in hand' | 'listener beside a stalled iterator';

export interface FloodTask {
  readonly reader: FloodReader;
  readonly megabytes: number;
  /** The length of each delta. */
  readonly deltaBytes: number;
  /** How many deltas make a message. */
  readonly deltasPerMessage: number;
  readonly holdMs: number;
}

export interface FloodReport {
  /** Megabytes over the idle host, while the agent wrote. */
  readonly overMb: number;
  /** The same, while what had waited was read as well. */
  readonly withReadingMb: number;
  readonly exitReason: string;
  readonly deltas: number;
  /** Deltas that came to iterator or listener. */
  readonly read: number;
  readonly heard: number;
  /** Whether the events that were read are numbered without a gap, and each says what has accumulated. */
  readonly isWhole: boolean;
  readonly warnings: number;
}

const { reader, megabytes, deltaBytes, deltasPerMessage, holdMs }: FloodTask = JSON.parse(process.argv[2] ?? '{}');
const messages = Math.ceil((megabytes * 1e6) / (deltaBytes * deltasPerMessage));
const delta = JSON.stringify({ draft: { type: 'text_delta', delta: 'x'.repeat(deltaBytes) } });

const floodOf = (times: number): FakeAgentStep[] => [
  session,
  says({ type: 'turn_start' }),
  {
    do: 'repeat',
    times,
    steps: [{ do: 'flood', bytes: deltasPerMessage * (delta.length + 1), line: delta }, says({ type: 'message_stop' })],
  },
  says({ type: 'turn_end' }),
  { do: 'read-all' },
];

const counts = { peakOfFlood: 0, read: 0, heard: 0, next: 0, warnings: 0, accumulated: 0, isWhole: true };

function see(event: AgentEvent): void {
  counts.isWhole &&= event.seq === counts.next++;
  if (event.type === 'message_start') {
    counts.accumulated = 0;
  } else if (event.type === 'text_delta') {
    counts.read += 1;
    counts.accumulated += event.delta.length;
    counts.isWhole &&= event.accumulated.length === Math.min(counts.accumulated, 64 * 1024 * 1024);
  } else if (event.type === 'debug' && event.level === 'warn') {
    counts.warnings += 1;
  }
}

async function readAll(handle: AsyncIterable<AgentEvent>): Promise<void> {
  for await (const event of handle) {
    see(event);
  }
}

const toMb = (bytes: number): number => Math.round(bytes / 1e6);
const base = { idle: 0, maxRss: 0, sampled: 0 };

/** The highest since the host was idle: what it took before that is not of the flood. */
function peak(): number {
  const { maxRSS } = process.resourceUsage();
  return toMb((maxRSS > base.maxRss ? maxRSS * 1_024 : base.sampled) - base.idle);
}

const READERS: Readonly<Record<FloodReader, (handle: RunHandle) => Promise<void>>> = {
  async nobody(handle) {
    while (handle.state !== 'completed') {
      await delay(50);
    }
    counts.peakOfFlood = peak();
    await readAll(handle);
  },
  async 'forgotten iterator'(handle) {
    const iterator = handle[Symbol.asyncIterator]();
    await handle;
    counts.peakOfFlood = peak();
    await readAll({ [Symbol.asyncIterator]: () => iterator });
  },
  async 'one event in hand'(handle) {
    const result = handle.result();
    let hasHeld = false;
    for await (const event of handle) {
      see(event);
      if (event.type === 'text_delta' && !hasHeld) {
        hasHeld = true;
        await delay(holdMs);
      }
    }
    await result;
    counts.peakOfFlood = peak();
  },
  async 'listener beside a stalled iterator'(handle) {
    const iterator = handle[Symbol.asyncIterator]();
    handle.on('text_delta', () => void counts.heard++);
    const { value } = await iterator.next();
    if (value !== undefined) {
      see(value);
    }
    await handle;
    counts.peakOfFlood = peak();
    await readAll({ [Symbol.asyncIterator]: () => iterator });
  },
};

const start = (times: number): RunHandle =>
  toyClient(floodOf(times)).run({ agent: 'toy', prompt: 'go', settleMs: 60_000 });

// What is loaded and compiled by the first run is not of the flood.
await start(1);
await delay(500);
base.idle = process.memoryUsage.rss();
base.maxRss = process.resourceUsage().maxRSS;
const sampling = setInterval(() => {
  base.sampled = Math.max(base.sampled, process.memoryUsage.rss());
}, 20);
const handle = start(messages);
await READERS[reader](handle);
clearInterval(sampling);
const report: FloodReport = {
  overMb: counts.peakOfFlood,
  withReadingMb: peak(),
  exitReason: (await handle).exitReason,
  deltas: messages * deltasPerMessage,
  read: counts.read,
  heard: counts.heard,
  isWhole: counts.isWhole,
  warnings: counts.warnings,
};
process.stdout.write(`${JSON.stringify(report)}\n`);
process.exit(0);
