import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { collectGarbage } from '../testing/collect-garbage.ts';
import { RingTail } from './ring-tail.ts';

it('keeps the last 64 KiB, whatever the size of the pieces', () => {
  const pieces = fc.array(fc.oneof(fc.integer({ min: 1, max: 10 }), fc.integer({ min: 1, max: 200_000 })), {
    maxLength: 30,
  });
  fc.assert(
    fc.property(pieces, fc.integer({ min: 0, max: 300 }), (sizes, singles) => {
      const tail = new RingTail();
      let all = Buffer.alloc(0);
      for (const [index, size] of [...sizes, ...Array.from({ length: singles }, () => 1)].entries()) {
        const piece = Buffer.alloc(size, 97 + (index % 26));
        all = Buffer.concat([all, piece]).subarray(-65_536);
        tail.push(piece);
      }
      expect(tail.text() === all.toString()).toBe(true);
    }),
    { numRuns: 50 },
  );
});

it('keeps no more than that of a stream that comes in small pieces', async () => {
  const tail = new RingTail();
  const piece = Buffer.alloc(200, 'x');
  const held = async (): Promise<number> => {
    // V8 frees the memory of buffers on another thread, which may still be at work when a collection returns.
    for (let n = 0; n < 5; n++) {
      collectGarbage();
      await delay(10);
    }
    return process.memoryUsage().arrayBuffers;
  };
  const before = await held();
  for (let n = 0; n < 20_000; n++) {
    tail.push(piece);
  }
  expect((await held()) - before).toBeLessThan(1024 * 1024);
  expect(tail.text()).toHaveLength(65_536);
});

it('keeps a copy, because whoever made a chunk may use its memory again', () => {
  const tail = new RingTail();
  const chunk = Buffer.from('first');
  tail.push(chunk);
  chunk.fill('x');
  tail.push(Buffer.from(' second'));
  expect(tail.text()).toBe('first second');
});
