/** Runs of text that a store keeps: their headers, their entries, and a store of its own for each measurement. */
import { rmSync } from 'node:fs';
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import { cutAnswer } from './sink.mjs';

export const START = 1_760_000_000_000;

export function runIdOf(number) {
  return `01JZ8M3QK5${String(number).padStart(16, '0')}`;
}

function headerOf(number) {
  const runId = runIdOf(number);
  return {
    ...{ format: 1, runId, name: 'main', agent: 'claude', mode: 'bidi', prompt: 'hello', cwd: '/work' },
    ...{ approvalMode: 'yolo', stream: 'auto', tags: [], contextId: runId, threadId: runId, taskId: runId },
    ...{ root: runId, depth: 0, path: ['main'], initiator: 'user', options: {} },
  };
}

export function openLog(store, number) {
  const log = store.open(headerOf(number), {
    secrets: [],
    onBroken(error) {
      throw error;
    },
  });
  log.append({ entry: 'open', runId: runIdOf(number), timestamp: START + number, header: headerOf(number) });
  return log;
}

export async function entriesOf(number, count) {
  const { createTextDelta } = await import('@agent-mux/events');
  return [...cutAnswer(count)].map((piece, seq) => {
    return createTextDelta({ runId: runIdOf(number), agent: 'claude', timestamp: START + seq, seq }, piece, piece);
  });
}

export async function keep(store, number, entries) {
  const log = openLog(store, number);
  for (const [index, entry] of entries.entries()) {
    log.append(entry);
    if (index % 1_000 === 999) {
      await turn();
      while (log.isBehind) {
        await delay(1);
      }
    }
  }
  if ((await log.finish()) !== 'whole') {
    throw new Error('Not all of it was stored.');
  }
}

export async function withKept(folder, count, work) {
  return inStore(folder, async (store) => {
    await keep(store, 2, await entriesOf(2, count));
    return work(store);
  });
}

export async function inStore(folder, work) {
  const { openStore } = await import('@agent-mux/store');
  const place = `${folder}/store-${process.pid}`;
  const store = await openStore(`${place}/runs.db`);
  try {
    return await work(store);
  } finally {
    await store.close();
    rmSync(place, { recursive: true, force: true });
  }
}
