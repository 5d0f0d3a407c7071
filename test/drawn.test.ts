import { expect, it } from 'vitest';
import { drawn, IS_FULL } from './support/drawn.ts';

const CASES = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => ({ number, kind: number > 7 ? 'few' : 'many' }));
const draw = (seed: number): readonly number[] =>
  drawn(CASES, { every: 3, kindOf: ({ kind }) => kind, seed }).map(({ number }) => number);

it.skipIf(IS_FULL)('draws a share of each kind, one of the smallest too, and all of them over some seeds', () => {
  expect([0, 1, 2].map(draw)).toEqual([
    [1, 4, 7, 8],
    [2, 5, 9],
    [3, 6, 8],
  ]);
});

it.runIf(IS_FULL)('leaves nothing out of the whole proof', () => {
  expect(draw(1)).toEqual(CASES.map(({ number }) => number));
});
