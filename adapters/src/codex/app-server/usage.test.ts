/** Tokens of Codex's requests, which are derived from the totals that it sends for each thread (0.169.0). */
import { describe, expect, it } from 'vitest';
import { TokenUsage as Tokens } from './usage.ts';

const counts = (inputTokens: number, outputTokens: number, cachedInputTokens = 0, reasoningOutputTokens = 0) => ({
  ...{ inputTokens, outputTokens, cachedInputTokens, reasoningOutputTokens, totalTokens: inputTokens + outputTokens },
});
const told = (total: object, last: object = total, more: object = {}) => ({
  turnId: 't1',
  tokenUsage: { total, last, modelContextWindow: 1_000 },
  ...more,
});
const tokens = (inputTokens: number, outputTokens: number, more: object = {}) => ({
  ...{ type: 'token_usage', inputTokens, outputTokens, cachedTokens: 0, ...more },
});

/** A usage record to which Codex, as always, gives no price. */
class TokenUsage extends Tokens {
  override update(...given: Parameters<Tokens['update']>): ReturnType<Tokens['update']> {
    const [used, cost, ...others] = super.update(...given);
    if (used?.type !== 'token_usage') {
      return [used, cost, ...others].filter((draft) => draft !== undefined);
    }
    expect(cost).toMatchObject({ type: 'cost', cost: { totalUsd: 0, priced: false }, mode: 'add' });
    return [used, ...others];
  }
}

describe('what a request has used', () => {
  it('is what the totals of its thread have more than before', () => {
    const usage = new TokenUsage();
    expect([
      usage.update(told(counts(10, 2, 4, 1)), 'a', undefined, true),
      usage.update(told(counts(30, 5, 9, 2), counts(20, 3)), 'a', undefined, true),
      usage.update(told(counts(7, 1)), 'b', 'b', true),
    ]).toEqual([
      [tokens(10, 2, { cachedTokens: 4, thinkingTokens: 1 })],
      [tokens(20, 3, { cachedTokens: 5, thinkingTokens: 1 })],
      [tokens(7, 1, { lane: 'b' })],
    ]);
  });

  it('is told where the model has answered nothing, or where its question was already there', () => {
    const usage = new TokenUsage();
    expect([
      usage.update(told(counts(10, 0)), 'a', undefined, true),
      usage.update(told(counts(10, 3), counts(0, 3)), 'a', undefined, true),
    ]).toEqual([[tokens(10, 0)], [tokens(0, 3)]]);
  });

  it('is nothing of what is repeated, or came before the thread was taken up', () => {
    const usage = new TokenUsage();
    expect([
      usage.update(told(counts(100, 20)), 'a', undefined, false),
      usage.update(told(counts(100, 20)), 'a', undefined, true),
      usage.update(told(counts(110, 21), counts(10, 1)), 'a', undefined, true),
    ]).toEqual([[], [], [tokens(10, 1)]]);
  });

  it('is the last request alone where a copied thread counts on', () => {
    const drafts = new TokenUsage().update(told(counts(110, 21), counts(10, 1)), 'a', undefined, true);
    expect(drafts).toEqual([tokens(10, 1)]);
  });

  it('is counted anew where turns were taken back', () => {
    const usage = new TokenUsage();
    usage.update(told(counts(100, 20)), 'a', undefined, true);
    expect(usage.update(told(counts(50, 10), counts(5, 1)), 'a', undefined, true)).toEqual([]);
    usage.forget('a');
    expect(usage.update(told(counts(60, 12), counts(10, 2)), 'a', undefined, true)).toEqual([tokens(10, 2)]);
  });

  it('is of the model that its thread asks, or that answered in this turn', () => {
    const usage = new TokenUsage();
    usage.modelChosen('a', { model: 'm', provider: 'p' });
    usage.modelChosen('a', undefined);
    usage.rerouted('t2', { model: 'other' });
    usage.rerouted('t2', undefined);
    const models = ['t1', 't2', 't3'].map((turnId, n) =>
      usage.update(told(counts(10 * n + 10, n + 1), counts(10, 1), { turnId }), 'a', undefined, true),
    );
    expect(models).toEqual([
      [tokens(10, 1, { model: 'm', provider: 'p' })],
      [tokens(10, 1, { model: 'other' })],
      [tokens(10, 1, { model: 'm', provider: 'p' })],
    ]);
  });
});

describe('how full the window is', () => {
  it('is told of the main thread where it is nearly full', () => {
    const usage = new TokenUsage();
    const full = counts(890, 10);
    expect(usage.update(told(full), 'b', 'b', true)).toEqual([tokens(890, 10, { lane: 'b' })]);
    expect(usage.gauge.usedTokens).toBe(0);
    expect(usage.update(told(full), 'a', undefined, true)).toEqual([
      tokens(890, 10),
      { type: 'context_limit_warning', usedTokens: 900, maxTokens: 1_000, pctUsed: 90 },
    ]);
  });
});
