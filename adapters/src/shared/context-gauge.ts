/** How full the context window is: warns once per crossing, for agents that do not warn by themselves. */
import type { EventDraft } from '@agent-mux/core';

const WARN_AT = 0.8;

export class ContextGauge {
  usedTokens = 0;
  /** The size of the window in tokens; 0 where it is not known. */
  maxTokens = 0;
  #hasWarned = false;

  /** The warning that the current numbers ask for. */
  warning(): readonly EventDraft[] {
    const { usedTokens, maxTokens } = this;
    if (maxTokens === 0) {
      return [];
    }
    if (usedTokens <= maxTokens * WARN_AT) {
      this.#hasWarned = false;
      return [];
    }
    if (this.#hasWarned) {
      return [];
    }
    this.#hasWarned = true;
    const pctUsed = Math.min(100, Math.round((usedTokens / maxTokens) * 1000) / 10);
    return [{ type: 'context_limit_warning', usedTokens, maxTokens, pctUsed }];
  }
}
