/** Sums of what the model requests of a run or of a turn used. */
import type { TokenCounts } from '@agent-mux/events';
import { addCounts } from './model-usage.ts';

/** Sums of `token_usage` events, by the same convention: input includes what was cached, output what was thought. */
export interface TokenUsageSummary {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Part of the output; 0 also where the agent tells none. */
  readonly thinkingTokens: number;
  /** Part of the input; 0 also where the agent tells none. */
  readonly cachedTokens: number;
  /** Input plus output. */
  readonly totalTokens: number;
  /** `false`: the agent does not tell all of the input, so that `inputTokens` and the total are stand-ins. */
  readonly inputKnown?: boolean;
  /** `false`: the agent does not tell all of the output, so that `outputTokens` and the total are stand-ins. */
  readonly outputKnown?: boolean;
}

/** `sum`: of what came before, if anything did. What is unknown of a part is unknown of the whole. */
export function addUsage(sum: TokenUsageSummary | null, used: TokenCounts): TokenUsageSummary {
  const counts = addCounts(sum ?? { inputTokens: 0, outputTokens: 0 }, used);
  const { inputTokens, outputTokens, thinkingTokens = 0, cachedTokens = 0, ...lacks } = counts;
  const totalTokens = inputTokens + outputTokens;
  return { inputTokens, outputTokens, thinkingTokens, cachedTokens, totalTokens, ...lacks };
}
