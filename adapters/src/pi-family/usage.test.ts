/** What requests of pi and its forks used and cost. */
import type { CostRecord } from '@agent-mux/events';
import { expect, it } from 'vitest';
import { sumOf, usageOf } from './usage.ts';

const cost = (totalUsd: number, more: object = {}): CostRecord => ({
  ...{ totalUsd, inputTokens: 1, outputTokens: 2, ...more },
});
const sum = (totalUsd: number, times: number, more: object = {}) => ({
  ...{ totalUsd, inputTokens: times, outputTokens: 2 * times, ...more },
});

it.each<[string, readonly CostRecord[], object | undefined]>([
  ['nothing', [], undefined],
  ['one request', [cost(0.5)], sum(0.5, 1)],
  ['two requests without the error of their sum', [cost(0.1), cost(0.2)], sum(0.3, 2)],
  ['large sums without that error, too', [cost(1_043.9), cost(1_004.2)], sum(2_048.1, 2)],
  ['a request that has no price', [cost(0.5), cost(0, { priced: false })], sum(0.5, 2, { priced: false })],
])('adds up %s', (_what, costs, total) => {
  expect(sumOf(costs)).toEqual(total);
});

it.each<[string, unknown, object | undefined]>([
  ['nothing where nothing is said', undefined, undefined],
  ['nothing where no token was used', { input: 0, output: 0, cost: { total: 0 } }, undefined],
  [
    'the cache as part of the input',
    { input: 1, output: 2, cacheRead: 3, cacheWrite: 4, cost: { total: 0.5 } },
    {
      tokens: { inputTokens: 8, outputTokens: 2, cachedTokens: 3 },
      cost: { totalUsd: 0.5, inputTokens: 8, outputTokens: 2, cachedTokens: 3 },
      usd: 0.5,
    },
  ],
  [
    'the thoughts',
    { input: 1, output: 2, reasoning: 1, cost: { total: 0.5 } },
    {
      tokens: { inputTokens: 1, outputTokens: 2, thinkingTokens: 1, cachedTokens: 0 },
      cost: { totalUsd: 0.5, inputTokens: 1, outputTokens: 2, thinkingTokens: 1, cachedTokens: 0 },
      usd: 0.5,
    },
  ],
])('a message tells %s', (_what, native, usage) => {
  expect(usageOf(native)).toEqual(usage);
});
