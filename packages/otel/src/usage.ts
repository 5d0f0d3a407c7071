/** Tokens and money as attributes: counts that an agent does not report are left out, and marked. */
import type { CostRecord, TokenCounts } from '@agent-mux/events';
import type { Tokens } from './fold.ts';
import { GEN_AI, OWN } from './names.ts';
import type { Attributes } from './records.ts';

export function addTokens(sum: Tokens, counts: TokenCounts): void {
  sum.inputTokens += counts.inputTokens;
  sum.outputTokens += counts.outputTokens;
  sum.cachedTokens += counts.cachedTokens ?? 0;
  sum.thinkingTokens += counts.thinkingTokens ?? 0;
  sum.hasCached ||= counts.cachedTokens !== undefined;
  sum.hasThinking ||= counts.thinkingTokens !== undefined;
  sum.inputKnown &&= counts.inputKnown !== false;
  sum.outputKnown &&= counts.outputKnown !== false;
  sum.reports += 1;
}

/** The attributes of tokens; empty where none were reported. */
export function tokenAttributes(tokens: Tokens): Attributes {
  if (tokens.reports === 0) {
    return {};
  }
  const { inputTokens, outputTokens, cachedTokens, thinkingTokens } = tokens;
  return {
    ...(tokens.inputKnown ? { [GEN_AI.inputTokens]: inputTokens } : { [OWN.inputKnown]: false }),
    ...(tokens.outputKnown ? { [GEN_AI.outputTokens]: outputTokens } : { [OWN.outputKnown]: false }),
    ...(tokens.hasCached ? { [GEN_AI.cachedTokens]: cachedTokens } : {}),
    ...(tokens.hasThinking ? { [GEN_AI.thinkingTokens]: thinkingTokens } : {}),
  };
}

/** The attributes of money; empty where no price was reported. */
export function costAttributes(cost: CostRecord | null | undefined): Attributes {
  if (cost === null || cost === undefined) {
    return {};
  }
  return { [OWN.usd]: cost.totalUsd, ...(cost.priced === false ? { [OWN.priced]: false } : {}) };
}
