/** Tokens of each model request, derived from Codex's totals of a thread, and how full the context window is. */
import type { EventDraft, ModelName } from '@agent-mux/core';
import type { TokenCounts } from '@agent-mux/events';
import { ContextGauge, countOf, objectOf, textOf, usageDrafts } from '../../shared/index.ts';
import type { NativeParams, NativeUsage } from '../shared/native.ts';

interface Totals {
  readonly input: number;
  readonly cached: number;
  readonly output: number;
  readonly reasoning: number;
}

export class TokenUsage {
  readonly gauge: ContextGauge = new ContextGauge();
  readonly #totals = new Map<string, Totals>();
  readonly #models = new Map<string, ModelName>();
  // Another model is kept for one turn only, since Codex asks the thread's own model again in the next one.
  readonly #rerouted = new Map<string, ModelName>();

  /** Records the model that the thread asks from now on. */
  modelChosen(threadId: string, model: ModelName | undefined): void {
    if (model !== undefined) {
      this.#models.set(threadId, model);
    }
  }

  /** Records that another model answers in this turn. */
  rerouted(turnId: string, model: ModelName | undefined): void {
    if (model !== undefined) {
      this.#rerouted.set(turnId, model);
    }
  }

  /** Forgets the totals of a thread of which turns were taken back, as Codex does (0.169.0). */
  forget(threadId: string): void {
    this.#totals.delete(threadId);
  }

  /**
   * Takes `thread/tokenUsage/updated`. It comes more often than requests are made: repeated around a compaction, and once, while none of
   * its turns is open, with what a thread had used before it was resumed or copied (0.169.0).
   */
  update(params: NativeParams, threadId: string, lane: string | undefined, isTurnOpen: boolean): readonly EventDraft[] {
    const native = objectOf<'total' | 'last' | 'modelContextWindow'>(params.tokenUsage);
    const total = totalsOf(objectOf(native?.total) ?? {});
    const last: NativeUsage = objectOf(native?.last) ?? {};
    // The totals of a copied thread include what the original had used (0.169.0).
    const before = this.#totals.get(threadId) ?? without(total, totalsOf(last));
    this.#totals.set(threadId, total);
    if (lane === undefined) {
      this.gauge.usedTokens = countOf(last.totalTokens);
      this.gauge.maxTokens = countOf(native?.modelContextWindow);
    }
    if (!isTurnOpen) {
      return [];
    }
    const input = total.input - before.input;
    const output = total.output - before.output;
    const thinking = Math.max(0, total.reasoning - before.reasoning);
    const drafts: EventDraft[] = [];
    if (input >= 0 && output >= 0 && input + output > 0) {
      const tokens: TokenCounts = {
        inputTokens: input,
        outputTokens: output,
        ...(thinking === 0 ? {} : { thinkingTokens: thinking }),
        cachedTokens: Math.max(0, total.cached - before.cached),
      };
      const model = this.#rerouted.get(textOf(params.turnId) ?? '') ?? this.#models.get(threadId);
      // Codex knows no price.
      drafts.push(...usageDrafts(tokens, undefined, { lane, model }));
    }
    return lane === undefined ? [...drafts, ...this.gauge.warning()] : drafts;
  }
}

function without(total: Totals, last: Totals): Totals {
  return {
    input: total.input - last.input,
    cached: total.cached - last.cached,
    output: total.output - last.output,
    reasoning: total.reasoning - last.reasoning,
  };
}

function totalsOf(native: NativeUsage): Totals {
  return {
    input: countOf(native.inputTokens),
    cached: countOf(native.cachedInputTokens),
    output: countOf(native.outputTokens),
    reasoning: countOf(native.reasoningOutputTokens),
  };
}
