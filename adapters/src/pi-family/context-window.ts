/** How full the window of the model is: pi and its forks name its size only in the answer about their state. */
import type { EventDraft } from '@agent-mux/core';
import { ContextGauge, countOf, numberOf, objectOf } from '../shared/index.ts';
import { usageOf } from './usage.ts';

export class ContextWindow {
  readonly #gauge = new ContextGauge();

  /** Takes the answer about the state: `get_state` of pi 0.73.1 contains the model, `get_session_stats` of omp 18.2.3 the use as well. */
  stands(data: unknown): readonly EventDraft[] {
    const { model, contextUsage } = objectOf<'model' | 'contextUsage'>(data) ?? {};
    const use = objectOf<'tokens' | 'contextWindow'>(contextUsage);
    const size = countOf(use?.contextWindow ?? objectOf<'contextWindow'>(model)?.contextWindow);
    const gauge = this.#gauge;
    gauge.maxTokens = size === 0 ? gauge.maxTokens : size;
    // The use is not known between a compaction and the next answer of the model.
    gauge.usedTokens = numberOf(use?.tokens) ?? gauge.usedTokens;
    return gauge.warning();
  }

  /** Takes an answer of the model: the next request contains all that it was asked with, and the answer. */
  answered(message: unknown): readonly EventDraft[] {
    const { role, usage } = objectOf<'role' | 'usage'>(message) ?? {};
    const tokens = role === 'assistant' ? usageOf(usage)?.tokens : undefined;
    if (tokens === undefined) {
      return [];
    }
    this.#gauge.usedTokens = tokens.inputTokens + tokens.outputTokens;
    return this.#gauge.warning();
  }

  /** Takes a compaction, which says how many tokens it began with; afterwards the window is as good as empty. */
  compacted(result: unknown): readonly EventDraft[] {
    const before = countOf(objectOf<'tokensBefore'>(result)?.tokensBefore);
    const gauge = this.#gauge;
    gauge.usedTokens = before === 0 ? gauge.usedTokens : before;
    const drafts = gauge.warning();
    gauge.usedTokens = 0;
    gauge.warning();
    return drafts;
  }
}
