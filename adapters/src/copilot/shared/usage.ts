/** Tokens and money of each model request, and how full the context window is, in SDK mode only. */
import type { EventDraft } from '@agent-mux/core';
import type { TokenCounts } from '@agent-mux/events';
import {
  ContextGauge,
  countOf,
  modelNamed,
  NO_DRAFTS,
  numberOf,
  objectOf,
  SeenIds,
  usageDrafts,
} from '../../shared/index.ts';
import type { NativeData } from './native.ts';

/** An AI credit, the unit that GitHub bills in, is a cent. */
const CREDITS_PER_USD = 100;
const NANO = 1e9;

export class Usage {
  readonly #gauge = new ContextGauge();
  readonly #counted = new SeenIds();

  /** Takes `session.usage_info`, whose size of the window is exact and whose use of it is an estimate. */
  sized(data: NativeData): void {
    this.#gauge.maxTokens = countOf(data.tokenLimit) || this.#gauge.maxTokens;
  }

  /** Takes `assistant.usage`, whose event may come again. */
  ofRequest(data: NativeData, lane: string | undefined, id: unknown): readonly EventDraft[] {
    if (this.#counted.isRepeated(id)) {
      return NO_DRAFTS;
    }
    const drafts = requestDrafts(data, lane);
    if (lane !== undefined) {
      return drafts;
    }
    this.#gauge.usedTokens = countOf(data.inputTokens) + countOf(data.outputTokens);
    return [...drafts, ...this.#gauge.warning()];
  }

  /** Takes the usage of a request for a summary, which is paid like any other and leaves the window as good as empty. */
  ofCompaction(native: unknown): readonly EventDraft[] {
    this.#gauge.usedTokens = 0;
    this.#gauge.warning();
    const usage: NativeData | undefined = objectOf(native);
    return usage === undefined ? [] : requestDrafts(usage, undefined);
  }
}

/** The events of a request. GitHub bills nothing for the user's own model provider, and no price is known. */
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
