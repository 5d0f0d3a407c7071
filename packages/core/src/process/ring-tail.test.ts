import fc from 'fast-check';
import { expect, it } from 'vitest';
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
        all = Buffer.concat([all, piece]);
        tail.push(piece);
      }
      expect(tail.text() === all.subarray(-65_536).toString()).toBe(true);
    }),
    { numRuns: 50 },
  );
});
