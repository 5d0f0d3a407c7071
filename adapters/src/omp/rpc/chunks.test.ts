import { expect, it } from 'vitest';
import { Chunks } from './chunks.ts';

const MEGABYTE = 'x'.repeat(1024 * 1024);
const part = (chunkId: string, index: number, count: number, text: string) => ({
  chunkId,
  index,
  count,
  data: Buffer.from(text).toString('base64'),
});

it('puts a line together, and drops one whose parts come to more than a line may have', () => {
  const chunks = new Chunks();
  expect(chunks.add(part('a', 0, 2, '{"type":'))).toBeUndefined();
  expect(chunks.add(part('a', 1, 2, '"x"}'))).toEqual({ type: 'x' });
  const big = Array.from({ length: 66 }, (_, index) => part('b', index, 100, MEGABYTE));
  const thrown = big.map((piece) => {
    try {
      return chunks.add(piece);
    } catch (error) {
      return error instanceof Error ? error.message : undefined;
    }
  });
  expect(thrown.filter((message) => message !== undefined)).toEqual(['a line in chunks has more than 67108864 bytes']);
  expect(chunks.add(part('c', 0, 1, '{"type":"y"}'))).toEqual({ type: 'y' });
});

it('passes over a part that is too many, or that does not follow the one before', () => {
  const chunks = new Chunks();
  const line = [part('a', 0, 2, '{"type":'), part('a', 1, 2, '"x"}')];
  expect([...line, part('a', 2, 2, ' ')].map((piece) => chunks.add(piece))).toEqual([
    undefined,
    { type: 'x' },
    undefined,
  ]);
  const lost = [part('b', 0, 3, '{"type":'), part('b', 2, 3, '}'), part('b', 1, 3, '"x"'), part('b', 2, 3, '}')];
  expect(lost.map((piece) => chunks.add(piece))).toEqual(lost.map(() => undefined));
  expect([line[0], part('c', 1, 2, '"x"}')].map((piece) => chunks.add(piece ?? {}))).toEqual([undefined, undefined]);
});
