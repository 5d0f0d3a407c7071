/** Tokens by the one convention of agent-mux, derived from what each CLI sends, and the cost where it sends no price. */
import type { EventDraft, ModelName } from '@agent-mux/core';
import type { CostRecord, TokenCounts } from '@agent-mux/events';
import { defined } from './defined.ts';
import { laned } from './parsed.ts';

/** The counts that a CLI sends, none of which includes another; those that it does not send are left out. */
export interface ToldCounts {
  /** Input that came from no cache and went into none. */
  readonly input: number;
  readonly cacheRead?: number | undefined;
  readonly cacheWrite?: number | undefined;
  /** Output without thinking. */
  readonly output: number;
  readonly thinking?: number | undefined;
}

/** Adds the counts up, for CLIs that send the parts of input and output separately. */
export function tokensOf({ input, cacheRead, cacheWrite = 0, output, thinking = 0 }: ToldCounts): TokenCounts {
  return {
    inputTokens: input + (cacheRead ?? 0) + cacheWrite,
    outputTokens: output + thinking,
    ...(thinking === 0 ? {} : { thinkingTokens: thinking }),
    ...defined({ cachedTokens: cacheRead }),
  };
}

export function addTokens(left: TokenCounts, right: TokenCounts): TokenCounts {
  return combine(left, right, (a, b) => a + b);
}

/** The difference to an earlier sum; never negative. */
export function tokensSince(now: TokenCounts, before: TokenCounts): TokenCounts {
  return combine(now, before, (a, b) => Math.max(0, a - b));
}

function combine(left: TokenCounts, right: TokenCounts, by: (a: number, b: number) => number): TokenCounts {
  const thinkingTokens = by(left.thinkingTokens ?? 0, right.thinkingTokens ?? 0);
  const tellsCached = left.cachedTokens !== undefined || right.cachedTokens !== undefined;
  return {
    inputTokens: by(left.inputTokens, right.inputTokens),
    outputTokens: by(left.outputTokens, right.outputTokens),
    ...(thinkingTokens === 0 ? {} : { thinkingTokens }),
    ...(tellsCached ? { cachedTokens: by(left.cachedTokens ?? 0, right.cachedTokens ?? 0) } : {}),
    ...(left.inputKnown === false || right.inputKnown === false ? { inputKnown: false } : {}),
    ...(left.outputKnown === false || right.outputKnown === false ? { outputKnown: false } : {}),
  };
}

export function isNothing({ inputTokens, outputTokens }: TokenCounts): boolean {
  return inputTokens + outputTokens === 0;
}

/**
 * A price that a CLI computes by the prices in the settings of its model. Where these have none, the CLI says that tokens cost nothing: that
 * is no price.
 */
export function priceOf(tokens: TokenCounts, usd: number | undefined): number | undefined {
  return usd === 0 && !isNothing(tokens) ? undefined : usd;
}

/** A cost record; without a price it is marked as unknown. */
export function costOf(tokens: TokenCounts, usd?: number): CostRecord {
  return usd === undefined ? { totalUsd: 0, priced: false, ...tokens } : { totalUsd: Math.max(0, usd), ...tokens };
}

/** Who has used the tokens, as far as it is known. */
export interface Spender {
  readonly lane?: string | undefined;
  readonly model?: ModelName | undefined;
}

/** The events of what one request, or one turn, used and cost. */
export function usageDrafts(tokens: TokenCounts, usd?: number, { lane, model }: Spender = {}): readonly EventDraft[] {
  const models = model === undefined || usd === undefined ? {} : { models: [{ ...model, costUsd: Math.max(0, usd) }] };
  return [
    laned(lane, { type: 'token_usage', ...tokens, ...model }),
    laned(lane, { type: 'cost', cost: costOf(tokens, usd), mode: 'add', ...models }),
  ];
}
