import { expect, it } from 'vitest';
import { createSeededRandom } from './seeded-random.ts';

// What the published generator gives: recordings are cut by it, and a seed that is printed must find the same places later.
it.each([
  [1, [0.6270739405881613, 0.002735721180215478, 0.5274470399599522, 0.9810509674716741]],
  [42, [0.6011037519201636, 0.44829055899754167, 0.8524657934904099, 0.6697340414393693]],
  [2 ** 32 - 1, [0.8964226141106337, 0.189478256739676, 0.7156526781618595, 0.9440599093213677]],
])('the seed %i gives the numbers of mulberry32', (seed, numbers) => {
  const random = createSeededRandom(seed);
  expect(numbers.map(() => random())).toEqual(numbers);
});
