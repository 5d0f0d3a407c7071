/** Tokens and money: those of each model request and of the process so far, and how full the context window is. */
import type { EventDraft } from '@agent-mux/core';
import type { CostRecord, TokenCounts } from '@agent-mux/events';
import {
  addTokens,
  ContextGauge,
  countOf,
  isNative,
  isNothing,
  numberOf,
  objectOf,
  textOf,
  tokensSince,
} from '../../shared/index.ts';
import { type ModelEntry, type ModelTokens, ModelTotals, modelsOf, tokensOfModel } from './model-totals.ts';
import type { NativeLine, NativeUsage } from './native.ts';

/** A model request, as the start of its answer describes it. */
export interface ModelRequest {
  readonly id: string;
  readonly model: string | undefined;
  /** The usage of the input, which the end need not repeat. */
  readonly usage: unknown;
}

export class Usage {
  #lastMessageId = '';
  // The id of the last answer of each subagent.
  readonly #seen = new Map<string, string>();
  /** Whether answers come whole: complete lines carry a placeholder, so that only the sums of results are true. */
  isWhole = false;
  #windows: ReadonlyMap<string, number> = new Map();
  readonly models: ModelTotals = new ModelTotals();
  readonly #gauge = new ContextGauge();
  #model = '';
  #total: CostRecord = NOTHING_YET;
  // The cost of a continued session before this process, from which its results go on counting.
  #before: CostRecord | undefined;
  // The sum of all `token_usage` so far.
  #told: TokenCounts = NO_TOKENS;

  /** Sets the model of the main agent, whose window is the one that matters. */
  set model(name: string) {
    this.#model = name;
  }

  /** Reports the true usage of one model request; Claude Code repeats a message's usage with each of its blocks. */
  ofRequest({ id: messageId, model, usage: atStart }: ModelRequest, atEnd: unknown): readonly EventDraft[] {
    const end: NativeUsage | undefined = objectOf(atEnd);
    const usage: NativeUsage | undefined = end && { ...objectOf(atStart), ...end };
    if (usage === undefined || (messageId !== '' && messageId === this.#lastMessageId)) {
      return [];
    }
    this.#lastMessageId = messageId;
    this.#gauge.usedTokens = contextTokens(usage) + countOf(usage.output_tokens);
    return [this.#tell(countsOf(usage), model), ...this.#warning()];
  }

  /**
   * Reports what is known about a subagent's answer when it begins: its input, and a stand-in for its output. Only the next result contains
   * the whole. Claude Code repeats this usage with each block.
   */
  seenOf(lane: string, messageId: string, atStart: unknown): readonly EventDraft[] {
    const usage: NativeUsage | undefined = objectOf(atStart);
    if (usage === undefined || messageId === '' || this.#seen.get(lane) === messageId) {
      return [];
    }
    this.#seen.set(lane, messageId);
    const { inputTokens, outputTokens } = countsOf(usage);
    return [{ type: 'tokens_seen', inputTokens, outputTokens, lane }];
  }

  /** Takes a result, whose costs are those of the process so far, subagents included. Returns what this turn added. */
  ofResult(line: NativeLine): { readonly drafts: readonly EventDraft[]; readonly turn: CostRecord | undefined } {
    const drafts: EventDraft[] = [];
    const usage: NativeUsage | undefined = objectOf(line.usage);
    if (this.isWhole && usage !== undefined && countOf(usage.output_tokens) > 0) {
      drafts.push(this.#tell(countsOf(usage), onlyModel(line.model_usage_since_last_result)));
    }
    const models = modelsOf(line.modelUsage);
    this.#windows = new Map(
      models.flatMap(({ name, usage: { contextWindow, canonicalModel } }) => {
        const window = countOf(contextWindow);
        return window === 0 ? [] : [[name, window] as const, [textOf(canonicalModel) ?? name, window] as const];
      }),
    );
    const all = totalOf(numberOf(line.total_cost_usd) ?? 0, models);
    if (all === undefined) {
      return { drafts, turn: undefined };
    }
    this.#before ??= costBefore(all, line.model_usage_since_last_result);
    const total = withThoughts(difference(all, this.#before), this.#told);
    const turn = difference(total, this.#total);
    const { rests, costs } = this.models.ofResult(models, line.model_usage_since_last_result);
    this.#total = total;
    // Only this sum includes subagents, summaries and answers that were cut off (2.1.329).
    const rest = tokensSince(tokensIn(total), this.#told);
    if (!isNothing(rest)) {
      drafts.push(...this.#tellRest(rest, rests));
    }
    const byModel = costs.length === 0 ? {} : { models: costs };
    drafts.push({ type: 'cost', cost: total, mode: 'total', ...byModel }, ...this.#warning());
    // Results that were held all have the same total, so the later ones leave nothing for their turn.
    return { drafts, turn: turn.outputTokens === 0 ? undefined : turn };
  }

  #tell(tokens: TokenCounts, model?: string): EventDraft {
    this.#told = addTokens(this.#told, tokens);
    return { type: 'token_usage', ...tokens, ...this.models.tell(model, tokens) };
  }

  // The rest is split by model where every token of it belongs to a named model.
  #tellRest(rest: TokenCounts, byModel: readonly ModelTokens[]): readonly EventDraft[] {
    const sum = byModel.reduce((counts, { tokens }) => addTokens(counts, tokens), NO_TOKENS);
    const isWhole = sum.inputTokens === rest.inputTokens && sum.outputTokens === rest.outputTokens;
    return isWhole ? byModel.map(({ model, tokens }) => this.#tell(tokens, model?.model)) : [this.#tell(rest)];
  }

  /** Records a compaction, after which the window is as good as empty. */
  compacted(): void {
    this.#gauge.usedTokens = 0;
    this.#gauge.warning();
  }

  // The CLI never warns, so the warning is derived from the window that its result names.
  #warning(): readonly EventDraft[] {
    this.#gauge.maxTokens = this.#windows.get(this.#model) ?? onlyOf(this.#windows) ?? 0;
    return this.#gauge.warning();
  }
}

/** The window of all models, where they have the same one. */
function onlyOf(windows: ReadonlyMap<string, number>): number | undefined {
  const sizes = new Set(windows.values());
  return sizes.size === 1 ? [...sizes][0] : undefined;
}

function contextTokens(usage: NativeUsage): number {
  return (
    countOf(usage.input_tokens) + countOf(usage.cache_read_input_tokens) + countOf(usage.cache_creation_input_tokens)
  );
}

function countsOf(usage: NativeUsage): TokenCounts {
  const details = objectOf<'thinking_tokens'>(usage.output_tokens_details);
  const thinking = numberOf(details?.thinking_tokens);
  return {
    inputTokens: contextTokens(usage),
    outputTokens: countOf(usage.output_tokens),
    ...(thinking === undefined || thinking === 0 ? {} : { thinkingTokens: countOf(thinking) }),
    cachedTokens: countOf(usage.cache_read_input_tokens),
  };
}

/** Adds the thinking tokens, which 2.1.197 sends with each answer and not in its sums. */
function withThoughts(total: CostRecord, told: TokenCounts): CostRecord {
  const thinkingTokens = Math.max(total.thinkingTokens ?? 0, told.thinkingTokens ?? 0);
  return thinkingTokens === 0 ? total : { ...total, thinkingTokens };
}

function tokensIn({ totalUsd: _, ...tokens }: CostRecord): TokenCounts {
  return tokens;
}

const NO_TOKENS: TokenCounts = { inputTokens: 0, outputTokens: 0 };
const NOTHING_YET: CostRecord = { totalUsd: 0, ...NO_TOKENS };

/**
 * The cost before this process: all that the first result counts, less what was spent since the process began. 2.1.197 does not say the
 * latter, and counts from zero.
 */
function costBefore(all: CostRecord, sinceStart: unknown): CostRecord {
  if (!isNative(sinceStart)) {
    return NOTHING_YET;
  }
  const models = modelsOf(sinceStart);
  const usd = models.reduce((sum, { usage }) => sum + (numberOf(usage.costUSD) ?? 0), 0);
  return difference(all, totalOf(usd, models) ?? NOTHING_YET);
}

/** The only model; undefined where there are several, or none. */
function onlyModel(native: unknown): string | undefined {
  const [first, ...others] = modelsOf(native);
  return others.length === 0 ? (textOf(first?.usage.canonicalModel) ?? first?.name) : undefined;
}

function totalOf(totalUsd: number, models: readonly ModelEntry[]): CostRecord | undefined {
  if (models.length === 0) {
    return undefined;
  }
  const tokens = models.reduce((sum, { usage }) => addTokens(sum, tokensOfModel(usage)), NO_TOKENS);
  return { totalUsd: Math.max(0, totalUsd), ...tokens };
}

function difference(now: CostRecord, before: CostRecord): CostRecord {
  return {
    // Rounding removes the dust that a subtraction of floats leaves.
    totalUsd: Math.max(0, Number((now.totalUsd - before.totalUsd).toFixed(12))),
    ...tokensSince(tokensIn(now), tokensIn(before)),
  };
}
