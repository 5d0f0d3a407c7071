/** Tokens and money: per prompt, of the session so far, and how full the context window is. */
import type { EventDraft } from '@agent-mux/core';
import type { CostRecord } from '@agent-mux/events';
import { ContextGauge } from '../shared/context-gauge.ts';
import { countOf, numberOf, objectOf, textOf } from '../shared/native-value.ts';
import type { NativePromptEnd, NativeUpdate } from './native.ts';
import type { Usage } from './quirks.ts';

export class SessionUsage {
  readonly #gauge = new ContextGauge();
  #inputTokens = 0;
  #outputTokens = 0;
  // What the session had cost before this process.
  #before = 0;
  #usd: number | undefined;
  #told = 0;

  /** `usage_update`: how full the window is, and what the session has cost so far. */
  update(update: NativeUpdate, isHistory: boolean): readonly EventDraft[] {
    const { amount, currency } = objectOf<'amount' | 'currency'>(update.cost) ?? {};
    const usd = textOf(currency) === 'USD' ? numberOf(amount) : undefined;
    if (usd !== undefined && isHistory) {
      this.#before = usd;
    } else if (usd !== undefined) {
      this.#usd = Math.max(0, Number((usd - this.#before).toFixed(12)));
    }
    this.#gauge.usedTokens = countOf(update.used);
    this.#gauge.maxTokens = countOf(update.size);
    return isHistory ? [] : this.#gauge.warning();
  }

  /** The end of a prompt. `turnCost` is what it added. */
  promptEnded(usage: Usage | undefined): { readonly drafts: readonly EventDraft[]; readonly turnCost?: CostRecord } {
    const drafts: EventDraft[] = [];
    const { inputTokens = 0, outputTokens = 0, thinkingTokens = 0, cachedTokens } = usage ?? {};
    if (inputTokens > 0 || outputTokens > 0) {
      this.#inputTokens += inputTokens;
      this.#outputTokens += outputTokens;
      drafts.push({
        type: 'token_usage',
        inputTokens,
        outputTokens,
        ...(thinkingTokens === 0 ? {} : { thinkingTokens }),
        ...(cachedTokens === undefined ? {} : { cachedTokens }),
      });
    }
    const totalUsd = this.#usd;
    if (totalUsd === undefined) {
      return { drafts };
    }
    const turnUsd = Math.max(0, Number((totalUsd - this.#told).toFixed(12)));
    this.#told = totalUsd;
    const cost = { totalUsd, inputTokens: this.#inputTokens, outputTokens: this.#outputTokens };
    drafts.push({ type: 'cost', cost, mode: 'total' });
    return { drafts, turnCost: { totalUsd: turnUsd, inputTokens, outputTokens } };
  }
}

/** `usage` of the answer to a prompt; several agents name the fields alike. */
export function usageOf(end: NativePromptEnd): Usage | undefined {
  const usage = objectOf<'inputTokens' | 'outputTokens' | 'thoughtTokens' | 'cachedReadTokens'>(end.usage);
  if (usage === undefined) {
    return undefined;
  }
  return {
    inputTokens: countOf(usage.inputTokens),
    outputTokens: countOf(usage.outputTokens),
    thinkingTokens: countOf(usage.thoughtTokens),
    ...(usage.cachedReadTokens === undefined ? {} : { cachedTokens: countOf(usage.cachedReadTokens) }),
  };
}
