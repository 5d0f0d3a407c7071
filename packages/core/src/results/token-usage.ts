/** Sums of the tokens that the model requests of a run or of a turn used. */
import type { TokenCounts } from '@agent-mux/events';
import { addCounts } from './model-usage.ts';

/** Sums of `token_usage` events, by the same convention: input includes what was cached, output what was thought. */
export interface TokenUsageSummary {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** The part of the output that was thinking; 0 also where the agent reports none. */
  readonly thinkingTokens: number;
  /** The part of the input that was cached; 0 also where the agent reports none. */
  readonly cachedTokens: number;
  /** The input plus the output. */
  readonly totalTokens: number;
  /** `false` where the agent does not report all of the input, so that `inputTokens` and the total are stand-ins. */
  readonly inputKnown?: boolean;
  /** `false` where the agent does not report all of the output, so that `outputTokens` and the total are stand-ins. */
  readonly outputKnown?: boolean;
}

/** Adds to the sum so far, if there is one. A count that is unknown of a part is unknown of the whole. */
export function addUsage(sum: TokenUsageSummary | null, used: TokenCounts): TokenUsageSummary {
  const counts = addCounts(sum ?? { inputTokens: 0, outputTokens: 0 }, used);
  const { inputTokens, outputTokens, thinkingTokens = 0, cachedTokens = 0, ...lacks } = counts;
  const totalTokens = inputTokens + outputTokens;
  return { inputTokens, outputTokens, thinkingTokens, cachedTokens, totalTokens, ...lacks };
}
