/** An interrupted turn may end though nobody reads; the turn after it is held back again, also where the agent begins it by itself. */
import { setTimeout as delay } from 'node:timers/promises';
import { createClient, type RunStore } from '@agent-mux/core';
import type { FakeAgentStep } from '@agent-mux/testkit';
import { expect, it } from 'vitest';
import { says, session, toyAdapter } from './support/toy-adapter.ts';

const MANY = 30_000;

it('holds a turn of the agent itself back where its reader stands still', async () => {
  let appended = 0;
  const store: RunStore = {
    open: () => ({
      append: () => void appended++,
      barrier: () => undefined,
      isBehind: false,
      finish: async () => 'whole',
    }),
  };
  const deltas = (count: number): FakeAgentStep => ({
    ...{ do: 'lines', count, text: JSON.stringify({ draft: { type: 'text_delta', delta: 'x'.repeat(100) } }) },
  });
  const steps: readonly FakeAgentStep[] = [
    ...[session, says({ type: 'turn_start' }), deltas(200), { do: 'read', contains: 'interrupt' } as const],
    ...[says({ type: 'turn_end', outcome: { type: 'interrupted' } }), says({ type: 'turn_start' }), deltas(MANY)],
    ...[says({ type: 'turn_end' }), { do: 'read-all' } as const],
  ];
  const handle = createClient({ adapters: [toyAdapter({ steps })], store }).run({
    ...{ agent: 'toy', prompt: 'go', keepOpen: true, highWaterMark: 100, gracePeriodMs: 5_000, settleMs: 1_000 },
  });
  const iterator = handle[Symbol.asyncIterator]();
  await iterator.next();
  // How much more than the mark is read depends on how the lines come through the pipe.
  await expect.poll(() => appended).toBeGreaterThan(100);
  await handle.interrupt();
  let before = -1;
  while (before !== appended) {
    before = appended;
    await delay(700);
  }
  expect(appended).toBeLessThan(MANY);
  void handle.end();
  let heard = 0;
  for await (const event of { [Symbol.asyncIterator]: () => iterator }) {
    heard += event.type === 'text_delta' ? 1 : 0;
  }
  expect([heard, (await handle).exitReason]).toEqual([MANY + 200, 'completed']);
});
