/** Tokens and money of each model request, and how full the context window is. SDK mode only. */
import type { EventDraft } from '@agent-mux/core';
import type { CostRecord } from '@agent-mux/events';
import { ContextGauge } from '../../shared/context-gauge.ts';
import { countOf, numberOf, objectOf } from '../../shared/native-value.ts';
import { laned } from '../../shared/parsed.ts';
import type { NativeData } from '../native.ts';

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
    const drafts = usageDrafts(data, lane);
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
    return usage === undefined ? [] : usageDrafts(usage, undefined);
  }
}

/** With a model provider of one's own GitHub bills nothing, and no price is known. */
function usageDrafts(data: NativeData, lane: string | undefined): readonly EventDraft[] {
  const thinkingTokens = countOf(data.reasoningTokens);
  const usage = {
    inputTokens: countOf(data.inputTokens),
    outputTokens: countOf(data.outputTokens),
    cachedTokens: countOf(data.cacheReadTokens),
    ...(thinkingTokens === 0 ? {} : { thinkingTokens }),
  };
  const billed = numberOf(objectOf<'totalNanoAiu'>(data.copilotUsage)?.totalNanoAiu) ?? 0;
  const cost: CostRecord = { totalUsd: Math.max(0, billed) / NANO / CREDITS_PER_USD, ...usage };
  return [laned(lane, { type: 'token_usage', ...usage }), laned(lane, { type: 'cost', cost, mode: 'add' })];
}
