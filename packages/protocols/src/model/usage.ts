/** Tokens and money: the usage of each model request, summed up, and the cost so far according to the agent. */
import type { CostRecord, TokenCounts } from '@agent-mux/events';

/** The sum over model requests. A marker says where an agent has not told all, as in `TokenCounts`. */
export interface Usage {
  inputTokens: number;
  outputTokens: number;
  thinkingTokens: number;
  cachedTokens: number;
  inputKnown: boolean;
  outputKnown: boolean;
  /** How many times usage was told. */
  reports: number;
}

export function createUsage(): Usage {
  return {
    inputTokens: 0,
    outputTokens: 0,
    thinkingTokens: 0,
    cachedTokens: 0,
    inputKnown: true,
    outputKnown: true,
    reports: 0,
  };
}

export function addTokens(sum: Usage, counts: TokenCounts, reports = 1): void {
  sum.inputTokens += counts.inputTokens;
  sum.outputTokens += counts.outputTokens;
  sum.thinkingTokens += counts.thinkingTokens ?? 0;
  sum.cachedTokens += counts.cachedTokens ?? 0;
  sum.inputKnown &&= counts.inputKnown !== false;
  sum.outputKnown &&= counts.outputKnown !== false;
  sum.reports += reports;
}

/** The cost of the runs so far, and whether all of it has a price. Null where none has told any. */
export function addCosts(
  costs: Iterable<CostRecord | null>,
): { readonly usd: number; readonly priced: boolean } | null {
  let sum: { usd: number; priced: boolean } | null = null;
  for (const cost of costs) {
    if (cost === null) {
      continue;
    }
    sum ??= { usd: 0, priced: true };
    sum.usd += cost.totalUsd;
    sum.priced &&= cost.priced !== false;
  }
  return sum;
}
