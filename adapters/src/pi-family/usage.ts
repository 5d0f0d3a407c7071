/** What a model request used and cost, as the end of its message says. */
import type { CostRecord, TokenCounts } from '@agent-mux/events';
import { addTokens, costOf, countOf, isNothing, numberOf, objectOf, priceOf } from '../shared/index.ts';
import type { NativeUsage } from './native.ts';

export interface Usage {
  readonly tokens: TokenCounts;
  readonly cost: CostRecord;
  /** The price; undefined where the agent sends none. */
  readonly usd: number | undefined;
}

/** The usage of a message; undefined where the request failed before it was answered. Reasoning is part of the output. */
export function usageOf(native: unknown): Usage | undefined {
  const usage: NativeUsage = objectOf(native) ?? {};
  const cachedTokens = countOf(usage.cacheRead);
  const thinkingTokens = countOf(usage.reasoning);
  const tokens: TokenCounts = {
    inputTokens: countOf(usage.input) + cachedTokens + countOf(usage.cacheWrite),
    outputTokens: countOf(usage.output),
    ...(thinkingTokens === 0 ? {} : { thinkingTokens }),
    cachedTokens,
  };
  if (isNothing(tokens)) {
    return undefined;
  }
  const usd = priceOf(tokens, numberOf(objectOf<'total'>(usage.cost)?.total));
  return { tokens, cost: costOf(tokens, usd), usd };
}

export function sumOf(costs: readonly CostRecord[]): CostRecord | undefined {
  const [first, ...others] = costs;
  if (first === undefined) {
    return undefined;
  }
  const tokens = others.reduce((sum, cost) => addTokens(sum, cost), tokensIn(first));
  const usd = costs.reduce((total, { totalUsd }) => total + totalUsd, 0);
  return {
    // Rounding takes away the floating-point error of the sum.
    ...costOf(tokens, Number(usd.toFixed(12))),
    ...(costs.some(({ priced }) => priced === false) ? { priced: false } : {}),
  };
}

function tokensIn({ totalUsd: _usd, priced: _priced, ...tokens }: CostRecord): TokenCounts {
  return tokens;
}
