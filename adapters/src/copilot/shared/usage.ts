/** Tokens and money of each model request, and how full the context window is. SDK mode only. */
import type { EventDraft } from '@agent-mux/core';
import type { TokenCounts } from '@agent-mux/events';
import { ContextGauge, countOf, modelNamed, numberOf, objectOf, usageDrafts } from '../../shared/index.ts';
import type { NativeData } from './native.ts';

/** An AI credit, the unit that GitHub bills in, is a cent. */
const CREDITS_PER_USD = 100;
const NANO = 1e9;

export class Usage {
  readonly #gauge = new ContextGauge();

  /** `session.usage_info`: what it says of the window's use is an estimate, what it says of its size is not. */
  sized(data: NativeData): void {
    this.#gauge.maxTokens = countOf(data.tokenLimit) || this.#gauge.maxTokens;
  }

  /** `assistant.usage`. */
  ofRequest(data: NativeData, lane: string | undefined): readonly EventDraft[] {
    const drafts = requestDrafts(data, lane);
    if (lane !== undefined) {
      return drafts;
    }
    this.#gauge.usedTokens = countOf(data.inputTokens) + countOf(data.outputTokens);
    return [...drafts, ...this.#gauge.warning()];
  }

  /** The request for a summary: paid like any other, and the window is as good as empty after it. */
  ofCompaction(native: unknown): readonly EventDraft[] {
    this.#gauge.usedTokens = 0;
    this.#gauge.warning();
    const usage: NativeData | undefined = objectOf(native);
    return usage === undefined ? [] : requestDrafts(usage, undefined);
  }
}

/** With a model provider of one's own GitHub bills nothing, and no price is known. */
function requestDrafts(data: NativeData, lane: string | undefined): readonly EventDraft[] {
  const thinkingTokens = countOf(data.reasoningTokens);
  const tokens: TokenCounts = {
    inputTokens: countOf(data.inputTokens),
    outputTokens: countOf(data.outputTokens),
    cachedTokens: countOf(data.cacheReadTokens),
    ...(thinkingTokens === 0 ? {} : { thinkingTokens }),
  };
  const billed = numberOf(objectOf<'totalNanoAiu'>(data.copilotUsage)?.totalNanoAiu);
  const usd = billed === undefined ? undefined : billed / NANO / CREDITS_PER_USD;
  return usageDrafts(tokens, usd, { lane, model: modelNamed(data.model) });
}
