/** What a model request used and cost, as the end of its message says. */
import type { EventDraft } from '@agent-mux/core';
import type { CostRecord } from '@agent-mux/events';
import { countOf, numberOf, objectOf } from '../shared/native-value.ts';
import type { NativeUsage } from './native.ts';

export interface Usage {
  readonly tokens: Extract<EventDraft, { type: 'token_usage' }>;
  /** Absent where the model has no price. */
  readonly cost?: CostRecord;
}

/** undefined where nothing was used: the request failed before it was answered. */
export function usageOf(native: unknown): Usage | undefined {
  const usage: NativeUsage = objectOf(native) ?? {};
  const cachedTokens = countOf(usage.cacheRead);
  const inputTokens = countOf(usage.input) + cachedTokens + countOf(usage.cacheWrite);
  const outputTokens = countOf(usage.output);
  if (inputTokens + outputTokens === 0) {
    return undefined;
  }
  const thinkingTokens = countOf(usage.reasoning);
  const more = { cachedTokens, ...(thinkingTokens === 0 ? {} : { thinkingTokens }) };
  const totalUsd = numberOf(objectOf<'total'>(usage.cost)?.total) ?? 0;
  return {
    tokens: { type: 'token_usage', inputTokens, outputTokens, ...more },
    ...(totalUsd > 0 ? { cost: { totalUsd, inputTokens, outputTokens, ...more } } : {}),
  };
}

export function sumOf(costs: readonly CostRecord[]): CostRecord | undefined {
  if (costs.length === 0) {
    return undefined;
  }
  const sum = (pick: (cost: CostRecord) => number): number => costs.reduce((total, cost) => total + pick(cost), 0);
  const thinkingTokens = sum(({ thinkingTokens = 0 }) => thinkingTokens);
  return {
    // Without the dust of an addition.
    totalUsd: Number(sum(({ totalUsd }) => totalUsd).toFixed(12)),
    inputTokens: sum(({ inputTokens }) => inputTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    cachedTokens: sum(({ cachedTokens = 0 }) => cachedTokens),
    ...(thinkingTokens === 0 ? {} : { thinkingTokens }),
  };
}
