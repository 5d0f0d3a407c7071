/** Tokens by the one convention of agent-mux, made of what each CLI tells, and the cost where it tells no price. */
import type { EventDraft, ModelName } from '@agent-mux/core';
import type { CostRecord, TokenCounts } from '@agent-mux/events';
import { defined } from './defined.ts';
import { laned } from './parsed.ts';

/** The counts that a CLI tells, each by itself; what is left out it does not tell. */
export interface ToldCounts {
  /** Input that came from no cache and went into none. */
  readonly input: number;
  readonly cacheRead?: number | undefined;
  readonly cacheWrite?: number | undefined;
  /** Output without what was thought. */
  readonly output: number;
  readonly thinking?: number | undefined;
}

/** For CLIs that tell the parts of input and output side by side. */
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

/** What came on top of an earlier sum; never negative. */
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

/** A cost record; without a price it says that there is none. */
export function costOf(tokens: TokenCounts, usd?: number): CostRecord {
  return usd === undefined ? { totalUsd: 0, priced: false, ...tokens } : { totalUsd: Math.max(0, usd), ...tokens };
}

/** Who has used the tokens, as far as it is told. */
export interface Spender {
  readonly lane?: string | undefined;
  readonly model?: ModelName | undefined;
}

/** What one request, or one turn, used and cost. */
export function usageDrafts(tokens: TokenCounts, usd?: number, { lane, model }: Spender = {}): readonly EventDraft[] {
  const models = model === undefined || usd === undefined ? {} : { models: [{ ...model, costUsd: Math.max(0, usd) }] };
  return [
    laned(lane, { type: 'token_usage', ...tokens, ...model }),
    laned(lane, { type: 'cost', cost: costOf(tokens, usd), mode: 'add', ...models }),
  ];
}
