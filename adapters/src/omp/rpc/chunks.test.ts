import { expect, it } from 'vitest';
import { Chunks } from './chunks.ts';

const MEGABYTE = 'x'.repeat(1024 * 1024);
const part = (chunkId: string, index: number, count: number, text: string) => ({
  chunkId,
  index,
  count,
  data: Buffer.from(text).toString('base64'),
});

it('drops a line whose parts come to more than a line may have, and says how many they were', () => {
  const chunks = new Chunks();
  const big = Array.from({ length: 66 }, (_, index) => part('b', index, 66, MEGABYTE));
  expect(big.map((piece) => chunks.add(piece)).filter(({ drafts }) => drafts.length > 0)).toEqual([
    {
      drafts: [
        {
          type: 'error',
          code: 'PARSE_ERROR',
          message: 'A line in parts of 69206016 bytes is over the limit of 67108864.',
          recoverable: true,
        },
      ],
    },
  ]);
  expect(chunks.add(part('c', 0, 1, '{"type":"y"}'))).toEqual({ drafts: [], text: '{"type":"y"}' });
});

it('puts characters together that were cut', () => {
  const chunks = new Chunks();
  const bytes = Buffer.from('"ö"');
  const halves = [bytes.subarray(0, 2), bytes.subarray(2)].map((data, index) =>
    chunks.add({ chunkId: 'a', index, count: 2, data: data.toString('base64') }),
  );
  expect(halves).toEqual([{ drafts: [] }, { drafts: [], text: '"ö"' }]);
});
