import { describe, expect, it } from 'vitest';
import type { Mode } from '../adapter/adapter.ts';
import type { Prices, ResolvedOptions } from '../adapter/index.ts';
import { adviseOnPrices, findPrice, findPriceOfWanted, findUnpriced, priceOf } from './prices.ts';

const price = (inputPerMillion: number) => ({ inputPerMillion, outputPerMillion: 0 });
const PRICES = { 'gpt-5': price(1), 'azure/gpt-5': price(2), 'openrouter/deep/seek': price(3) };

describe('the price of a model', () => {
  it.each([
    ['by its provider and its name first', { model: 'gpt-5', provider: 'azure' }, 2],
    ['by its name, where its provider has no price of its own', { model: 'gpt-5', provider: 'openai' }, 1],
    ['by its name, where no provider is named', { model: 'gpt-5' }, 1],
    ['with a "/" in its name', { model: 'deep/seek', provider: 'openrouter' }, 3],
    ['not that of another model of a longer or shorter name', { model: 'gpt-5-mini' }, undefined],
    ['not that of a field of every object', { model: 'constructor' }, undefined],
    ['not that of a model whose provider stands in its name', { model: 'azure/other/gpt-5' }, undefined],
  ])('%s', (_what, name, inputPerMillion) => {
    expect(findPrice(PRICES, name)?.inputPerMillion).toBe(inputPerMillion);
  });

  it.each([
    ['azure/gpt-5', 2],
    ['github/gpt-5', 1],
    ['gpt-5', 1],
    ['gpt-4', undefined],
  ])('of %s as it is asked for', (asked, inputPerMillion) => {
    expect(findPriceOfWanted(PRICES, asked)?.inputPerMillion).toBe(inputPerMillion);
  });

  it('is none where the field is one of every object, or undefined', () => {
    expect(findPrice(PRICES, { model: 'constructor' })).toBeUndefined();
    const prices = { 'azure/gpt-5': undefined as never, 'gpt-5': price(1) };
    expect(findPrice(prices, { model: 'gpt-5', provider: 'azure' })).toEqual(price(1));
  });
});

describe('what a request costs', () => {
  const whole = { inputPerMillion: 10, outputPerMillion: 100 };
  const used = { inputTokens: 1_000, outputTokens: 10, cachedTokens: 400 };
  it.each([
    ['one price for all input', whole, used, 0.011],
    ['less for what was read from a cache', { ...whole, cachedInputPerMillion: 1 }, used, 0.0074],
    ['more for all that may have been written to one', { ...whole, cacheWritePerMillion: 20 }, used, 0.017],
    ['never less than input for what may have been written', { ...whole, cacheWritePerMillion: 1 }, used, 0.011],
    [
      'nothing told of a cache, where reading from one costs less',
      { ...whole, cachedInputPerMillion: 0 },
      { inputTokens: 1_000, outputTokens: 10 },
      0.011,
    ],
    [
      'no more read from a cache than was read',
      { ...whole, cachedInputPerMillion: 1 },
      { inputTokens: 1_000, outputTokens: 0, cachedTokens: 2_000 },
      0.001,
    ],
    ['nothing told of a cache', whole, { inputTokens: 1_000, outputTokens: 10 }, 0.011],
    ['nothing used', whole, { inputTokens: 0, outputTokens: 0 }, 0],
  ])('%s', (_what, by, tokens, usd) => {
    expect(priceOf(tokens, by)).toBeCloseTo(usd, 12);
  });
});

it('says what to give, and what there is', () => {
  expect(adviseOnPrices({}, undefined)).toBe(
    'give the client `prices` with { "model": { inputPerMillion, outputPerMillion } }',
  );
  const five = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [name, price(1)]));
  expect(adviseOnPrices(five, 'h')).toBe(
    'give the client `prices` with { "h": { inputPerMillion, outputPerMillion } }; there are "a", "b", "c", "d", "e"',
  );
  const many = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => [name, price(1)]));
  expect(adviseOnPrices(many, 'h')).toMatch(/"h": .*; there are "a", "b", "c", "d", "e" and 2 more$/);
});

describe('a limit of money', () => {
  const find = (options: Partial<ResolvedOptions>, prices: Prices, maxCost = 'priced') =>
    findUnpriced({
      agent: 'toy',
      mode: { capabilities: { maxCost } } as Mode,
      options: options as ResolvedOptions,
      prices,
    });

  it('can be kept where there is none, where the agent tells the money, or where there is a price', () => {
    expect(find({ model: 'other' }, {})).toEqual([]);
    expect(find({ maxCostUsd: 1 }, {}, 'told')).toEqual([]);
    expect(find({ maxCostUsd: 1 }, {}, 'native')).toEqual([]);
    expect(find({ maxCostUsd: 1 }, PRICES)).toEqual([]);
    expect(find({ maxCostUsd: 1 }, { any: price(1) })).toEqual([]);
    expect(find({ maxCostUsd: 1, model: 'github/gpt-5' }, PRICES)).toEqual([]);
  });

  it('needs any price where no model is asked for', () => {
    expect(find({ maxCostUsd: 1 }, {})).toEqual([
      {
        field: 'maxCostUsd',
        message:
          '`maxCostUsd` needs prices, for toy tells tokens and no money: give the client `prices` with { "model": { inputPerMillion, outputPerMillion } }.',
        received: 1,
        expected: 'given with prices, as `prices` of the client',
      },
    ]);
  });

  it('needs a price of the model that is asked for', () => {
    const [problem, ...others] = find({ maxCostUsd: 0, model: 'gpt-4' }, PRICES);
    expect(others).toEqual([]);
    expect(problem).toMatchObject({
      field: 'maxCostUsd',
      received: 0,
      expected: 'given with a price of the model "gpt-4", as `prices` of the client',
    });
    expect(problem?.message).toMatch(
      /^`maxCostUsd` needs a price of the model "gpt-4", for toy tells tokens and no money: give .*; there are "gpt-5", /,
    );
  });
});
