/** Tokens per model request, made of Codex's totals per thread, and how full the context window is. */
import type { EventDraft } from '@agent-mux/core';
import { ContextGauge } from '../../shared/context-gauge.ts';
import { countOf, objectOf } from '../../shared/native-value.ts';
import { laned } from '../../shared/parsed.ts';
import type { NativeParams, NativeUsage } from '../native.ts';

interface Totals {
  readonly input: number;
  readonly cached: number;
  readonly output: number;
  readonly reasoning: number;
}

const NONE: Totals = { input: 0, cached: 0, output: 0, reasoning: 0 };

export class TokenUsage {
  readonly gauge: ContextGauge = new ContextGauge();
  readonly #totals = new Map<string, Totals>();

  /**
   * `thread/tokenUsage/updated`. Comes more often than requests are made: repeated around a compaction, and once with
   * what a thread had used before it was resumed or copied (0.169.0), which is when none of its turns is open.
   */
  update(params: NativeParams, threadId: string, lane: string | undefined, isTurnOpen: boolean): readonly EventDraft[] {
    const native = objectOf<'total' | 'last' | 'modelContextWindow'>(params.tokenUsage);
    const total = totalsOf(objectOf(native?.total) ?? {});
    const before = this.#totals.get(threadId) ?? NONE;
    this.#totals.set(threadId, total);
    if (lane === undefined) {
      const last: NativeUsage = objectOf(native?.last) ?? {};
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
      const usage: EventDraft = {
        type: 'token_usage',
        inputTokens: input,
        outputTokens: output,
        ...(thinking === 0 ? {} : { thinkingTokens: thinking }),
        cachedTokens: Math.max(0, total.cached - before.cached),
      };
      drafts.push(laned(lane, usage));
    }
    return lane === undefined ? [...drafts, ...this.gauge.warning()] : drafts;
  }
}

function totalsOf(native: NativeUsage): Totals {
  return {
    input: countOf(native.inputTokens),
    cached: countOf(native.cachedInputTokens),
    output: countOf(native.outputTokens),
    reasoning: countOf(native.reasoningOutputTokens),
  };
}
