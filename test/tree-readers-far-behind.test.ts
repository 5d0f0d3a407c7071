/** A reader of a tree who is far behind reads out of a file; once it has read everything, the runs that were held back go on. */
import type { RunResult } from '@agent-mux/core';
import { expect, it } from 'vitest';
import { talker, toy, treeClient } from './support/calling-toys.ts';
import { says, session } from './support/toy-adapter.ts';

const DELTAS = 400;

it('lets the runs go on once it has read out of the file what was there', async () => {
  // A chunk of the file holds one of these, so that each `next()` loads one.
  const step = says({ type: 'text_delta', delta: 'x'.repeat(100_000) });
  const many = { do: 'repeat', times: DELTAS, steps: [step] } as const;
  const mux = treeClient({
    a: talker('A'),
    b: [session, says({ type: 'turn_start' }), many, says({ type: 'turn_end' }), { do: 'read-all' }],
  });
  const a = mux.run(toy('a', { keepOpen: true, highWaterMark: 100, collectEvents: false }));
  const reader = a.tree[Symbol.asyncIterator]();
  await reader.next();
  // It is never asked, so that the entries go to the file and not away.
  const unread = a.tree[Symbol.asyncIterator]();
  const b = mux.call(a, toy('b', { highWaterMark: 100, collectEvents: false }));
  let told = 0;
  b.on('text_delta', () => {
    told++;
  });
  await waitUntilStill(() => told);
  expect(told).toBeLessThan(DELTAS);
  const read = (async (): Promise<void> => {
    for await (const _ of { [Symbol.asyncIterator]: () => reader }) {
      // Reads on.
    }
  })();
  const result: RunResult = await b.result();
  expect(result.exitReason).toBe('completed');
  await a.abort();
  await unread.return?.();
  await read;
});

/** Resolves once a number has grown, and grows no more. */
async function waitUntilStill(look: () => number): Promise<void> {
  let before = 0;
  while (look() !== before || before === 0) {
    before = look();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}
