import { describe, expect, it } from 'vitest';
import { EventQueue } from './event-queue.ts';

describe('EventQueue', () => {
  it('A-11: answers reads that were begun side by side in their order, and all of them at the end', async () => {
    const queue = new EventQueue<number>();
    const reads = [queue.next(), queue.next(), queue.next(), queue.next()];
    queue.push(1);
    queue.push(2);
    await Promise.resolve();
    queue.close();
    expect((await Promise.all(reads)).map(({ done, value }) => done ?? value)).toEqual([false, false, true, true]);
    expect((await Promise.all(reads)).map(({ value }) => value)).toEqual([1, 2, undefined, undefined]);
  });

  it('A-11: ends reads that wait when the reader leaves, and throws a fault once', async () => {
    const left = new EventQueue<number>();
    const waits = [left.next(), left.next()];
    await left.return();
    expect((await Promise.all(waits)).map(({ done }) => done)).toEqual([true, true]);
    const failed = new EventQueue<number>();
    const reads = [failed.next(), failed.next(), failed.next()];
    failed.push(1);
    failed.close({ error: new Error('lost') });
    const [first, second, third] = await Promise.allSettled(reads);
    expect(first).toMatchObject({ value: { value: 1 } });
    expect(second).toMatchObject({ status: 'rejected', reason: new Error('lost') });
    expect(third).toMatchObject({ value: { done: true } });
  });

  it('A-11: keeps the order of many that nobody has read yet', async () => {
    const queue = new EventQueue<number>();
    for (let number = 0; number < 5_000; number += 1) {
      queue.push(number);
    }
    queue.close();
    const read: number[] = [];
    for await (const number of queue) {
      read.push(number);
    }
    expect(read).toEqual([...Array(5_000).keys()]);
  });
});
