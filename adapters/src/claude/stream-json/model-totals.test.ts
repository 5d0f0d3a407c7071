/** What Claude Code's sums say about each model, beside what its answers have said. */
import { describe, expect, it } from 'vitest';
import { ModelTotals, modelsOf, tokensOfModel } from './model-totals.ts';

const sums = (input: number, output: number, costUSD: number): object => ({
  inputTokens: input,
  outputTokens: output,
  costUSD,
  provider: 'firstParty',
});

describe('the models of a result', () => {
  it('have what no answer has told, each by itself, and the money of each', () => {
    const totals = new ModelTotals();
    totals.tell('claude-opus-4-8', { inputTokens: 100, outputTokens: 20 });
    const native = { 'claude-opus-4-8[1m]': sums(150, 30, 0.2), 'claude-haiku-4-5': sums(10, 2, 0.01) };
    expect(totals.ofResult(modelsOf(native), native)).toEqual({
      rests: [
        {
          model: { model: 'claude-opus-4-8', provider: 'firstParty' },
          tokens: { inputTokens: 50, outputTokens: 10, cachedTokens: 0 },
        },
        {
          model: { model: 'claude-haiku-4-5', provider: 'firstParty' },
          tokens: { inputTokens: 10, outputTokens: 2, cachedTokens: 0 },
        },
      ],
      costs: [
        { model: 'claude-opus-4-8', provider: 'firstParty', costUsd: 0.2 },
        { model: 'claude-haiku-4-5', provider: 'firstParty', costUsd: 0.01 },
      ],
    });
  });

  it('have cost nothing where nothing is said of their money', () => {
    const native = { m: { inputTokens: 1, outputTokens: 1 } };
    expect(new ModelTotals().ofResult(modelsOf(native), native).costs.map(({ costUsd }) => costUsd)).not.toContain(1);
  });

  it('are served by whoever was named before where a result names nobody', () => {
    const totals = new ModelTotals();
    totals.provider = 'firstParty';
    const { costs } = totals.ofResult(
      modelsOf({ m: { ...sums(1, 1, 0.1), provider: '', canonicalModel: '' } }),
      undefined,
    );
    expect(costs).toEqual([{ model: 'm', provider: 'firstParty', costUsd: 0.1 }]);
  });

  it('are counted from where the run took the session up', () => {
    const totals = new ModelTotals();
    const { rests, costs } = totals.ofResult(modelsOf({ m: sums(150, 30, 0.3) }), { m: sums(100, 20, 0.1) });
    expect(rests.map(({ tokens }) => tokens)).toEqual([{ inputTokens: 100, outputTokens: 20, cachedTokens: 0 }]);
    expect(costs.map(({ costUsd }) => costUsd)).toEqual([0.1]);
  });

  it('have cost nothing but what is told, without the dust of a subtraction', () => {
    const { costs } = new ModelTotals().ofResult(modelsOf({ m: sums(150, 30, 1234.3) }), { m: sums(100, 20, 0.1) });
    expect(costs.map(({ costUsd }) => costUsd)).toEqual([0.1]);
  });
});

it.each([
  [
    { inputTokens: 10, cacheReadInputTokens: 4, cacheCreationInputTokens: 1, outputTokens: 3 },
    { inputTokens: 15, outputTokens: 3, cachedTokens: 4 },
  ],
  [
    { inputTokens: 10, outputTokens: 3, thinkingTokens: 1 },
    { inputTokens: 10, outputTokens: 3, cachedTokens: 0, thinkingTokens: 1 },
  ],
  [
    { inputTokens: 10, outputTokens: 3, thinkingTokens: 0 },
    { inputTokens: 10, outputTokens: 3, cachedTokens: 0 },
  ],
  [{}, { inputTokens: 0, outputTokens: 0, cachedTokens: 0 }],
])('the tokens of a model with %j are %j', (usage, tokens) => {
  expect(tokensOfModel(usage)).toStrictEqual(tokens);
});
