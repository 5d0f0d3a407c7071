/** Sums of what the model requests of a run or of a turn used. */
import type { AgentEvent } from '@agent-mux/events';

/** Sums of `token_usage` events, by the same convention: input holds what was cached, output what was thought. */
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

type Used = Pick<
  Extract<AgentEvent, { type: 'token_usage' }>,
  'inputTokens' | 'outputTokens' | 'thinkingTokens' | 'cachedTokens' | 'inputKnown' | 'outputKnown'
>;

/** `sum`: of what came before, if anything did. What is unknown of a part is unknown of the whole. */
export function addUsage(sum: TokenUsageSummary | null, used: Used | TokenUsageSummary): TokenUsageSummary {
  const { inputTokens, outputTokens, thinkingTokens = 0, cachedTokens = 0 } = used;
  const isUnknown = (marker: 'inputKnown' | 'outputKnown'): boolean =>
    sum?.[marker] === false || used[marker] === false;
  return {
    inputTokens: (sum?.inputTokens ?? 0) + inputTokens,
    outputTokens: (sum?.outputTokens ?? 0) + outputTokens,
    thinkingTokens: (sum?.thinkingTokens ?? 0) + thinkingTokens,
    cachedTokens: (sum?.cachedTokens ?? 0) + cachedTokens,
    totalTokens: (sum?.totalTokens ?? 0) + inputTokens + outputTokens,
    ...(isUnknown('inputKnown') ? { inputKnown: false } : {}),
    ...(isUnknown('outputKnown') ? { outputKnown: false } : {}),
  };
}
