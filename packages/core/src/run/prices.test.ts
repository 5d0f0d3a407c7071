import { describe, expect, it } from 'vitest';
import { adviseOnPrices, findPrice, findPriceOfWanted, priceOf } from './prices.ts';

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
});

describe('what a request costs', () => {
  const whole = { inputPerMillion: 10, outputPerMillion: 100 };
  const used = { inputTokens: 1_000, outputTokens: 10, cachedTokens: 400 };
  it.each([
    ['one price for all input', whole, used, 0.011],
    ['less for what was read from a cache', { ...whole, cachedInputPerMillion: 1 }, used, 0.0074],
    ['more for all that may have been written to one', { ...whole, cacheWritePerMillion: 20 }, used, 0.017],
    ['never less than input for what may have been written', { ...whole, cacheWritePerMillion: 1 }, used, 0.011],
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
  const many = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => [name, price(1)]));
  expect(adviseOnPrices(many, 'h')).toMatch(/"h": .*; there are "a", "b", "c", "d", "e" and 2 more$/);
});
