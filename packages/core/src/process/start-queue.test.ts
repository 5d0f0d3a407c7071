import { expect, it } from 'vitest';
import { createManualClock } from '../run/testing/manual-clock.ts';
import { StartQueue, startPlaces } from './start-queue.ts';

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function createStarts(places: number) {
  const clock = createManualClock();
  const queue = new StartQueue(places);
  const started: number[] = [];
  const leave = new Map<number, () => void>();
  const cancelled = new Set<number>();
  const given: number[] = [];
  const start = (n: number): void => {
    void queue
      .enter(() => cancelled.has(n), clock)
      .then((left) => {
        if (left === undefined) {
          given.push(n);
        } else {
          started.push(n);
          leave.set(n, left);
        }
      });
  };
  return { clock, queue, started, leave, cancelled, given, start };
}

it('starts no more at a time than there are places, in the order in which they came', async () => {
  const { clock, started, leave, start } = createStarts(3);
  for (let n = 0; n < 300; n++) {
    start(n);
  }
  await settle();
  expect(started).toEqual([0, 1, 2]);
  leave.get(1)?.();
  leave.get(1)?.();
  start(300);
  await settle();
  expect(started).toEqual([0, 1, 2, 3]);
  for (let n = 2; n < 301; n++) {
    leave.get(n)?.();
    await settle();
  }
  expect(started).toEqual(Array.from({ length: 301 }, (_, n) => n));
  // Only the first has not given its place back, so no other timer waits.
  expect(clock.size).toBe(1);
  clock.pass(10_000);
  expect(clock.size).toBe(0);
});

it('gives the place of one that stays silent to the next', async () => {
  const { clock, started, start } = createStarts(1);
  start(0);
  start(1);
  await settle();
  expect(started).toEqual([0]);
  clock.pass(249);
  await settle();
  expect(started).toEqual([0]);
  clock.pass(1);
  await settle();
  expect(started).toEqual([0, 1]);
});

it('lets go at once of one that is cancelled, and starts the one behind it in its turn', async () => {
  const { queue, started, leave, cancelled, given, start } = createStarts(1);
  for (const n of [0, 1, 2]) {
    start(n);
  }
  await settle();
  cancelled.add(1);
  queue.sweep();
  await settle();
  expect([started, given]).toEqual([[0], [1]]);
  leave.get(0)?.();
  await settle();
  expect(started).toEqual([0, 2]);
});

it('has two places for each processor, and four at least', () => {
  expect([1, 2, 3, 8].map(startPlaces)).toEqual([4, 4, 6, 16]);
});
