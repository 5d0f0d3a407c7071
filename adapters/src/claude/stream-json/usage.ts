/** Tokens and money: those of each model request and of the process so far, and how full the context window is. */
import type { EventDraft } from '@agent-mux/core';
import type { CostRecord, TokenCounts } from '@agent-mux/events';
import {
  addTokens,
  ContextGauge,
  countOf,
  defined,
  idOf,
  isNative,
  isNothing,
  numberOf,
  objectOf,
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
  // The money of the last result that told any.
  #usd = 0;
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
        return window === 0 ? [] : [[name, window] as const, [idOf(canonicalModel) ?? name, window] as const];
      }),
    );
    const all = totalOf(this.#moneyOf(line.total_cost_usd, models), models);
    const isFree = all.totalUsd === 0 && all.priced !== false;
    if (models.length === 0 && (isFree || (all.totalUsd === 0 && isNothing(this.#told)))) {
      // No model has answered.
      return { drafts, turn: undefined };
    }
    const sinceStart = line.model_usage_since_last_result;
    const before = this.#before ?? costBefore(all, sinceStart);
    const total = withTold(difference(all, before), this.#told);
    const turn = difference(total, this.#total);
    const { rests, costs } = models.length === 0 ? NO_MODELS : this.models.ofResult(models, sinceStart);
    this.#total = total;
    // A result without its models does not say what was used before.
    this.#before = models.length === 0 ? this.#before : before;
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

  #moneyOf(native: unknown, models: readonly ModelEntry[]): Money {
    const told = numberOf(native);
    const usd = told ?? Math.max(this.#usd, moneyIn(models));
    this.#usd = usd;
    const isWhole = models.length > 0 && models.every(({ usage }) => numberOf(usage.costUSD) !== undefined);
    return { usd, isPriced: told !== undefined || isWhole };
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

/** Adds what answers have told and the sums lack: the thinking tokens with 2.1.197, and all of it where a result names no models. */
function withTold({ totalUsd, priced, ...tokens }: CostRecord, told: TokenCounts): CostRecord {
  return { totalUsd, ...defined({ priced }), ...addTokens(tokens, tokensSince(told, tokens)) };
}

function tokensIn({ totalUsd: _usd, priced: _priced, ...tokens }: CostRecord): TokenCounts {
  return tokens;
}

const NO_TOKENS: TokenCounts = { inputTokens: 0, outputTokens: 0 };
const NOTHING_YET: CostRecord = { totalUsd: 0, ...NO_TOKENS };
const NO_MODELS: ReturnType<ModelTotals['ofResult']> = { rests: [], costs: [] };

interface Money {
  readonly usd: number;
  /** Whether that is the money of all tokens. */
  readonly isPriced: boolean;
}

/**
 * The cost before this process: all that the first result counts, less what was spent since the process began. 2.1.197 does not say the
 * latter, and counts from zero.
 */
function costBefore(all: CostRecord, sinceStart: unknown): CostRecord {
  if (!isNative(sinceStart)) {
    return NOTHING_YET;
  }
  const models = modelsOf(sinceStart);
  return difference(all, totalOf({ usd: moneyIn(models), isPriced: true }, models));
}

function moneyIn(models: readonly ModelEntry[]): number {
  return models.reduce((sum, { usage }) => sum + (numberOf(usage.costUSD) ?? 0), 0);
}

/** The only model; undefined where there are several, or none. */
function onlyModel(native: unknown): string | undefined {
  const [first, ...others] = modelsOf(native);
  return others.length === 0 ? (idOf(first?.usage.canonicalModel) ?? first?.name) : undefined;
}

function totalOf({ usd, isPriced }: Money, models: readonly ModelEntry[]): CostRecord {
  const tokens = models.reduce((sum, { usage }) => addTokens(sum, tokensOfModel(usage)), NO_TOKENS);
  return { totalUsd: Math.max(0, usd), ...(isPriced ? {} : { priced: false }), ...tokens };
}

function difference(now: CostRecord, before: CostRecord): CostRecord {
  return {
    // Rounding removes the dust that a subtraction of floats leaves.
    totalUsd: Math.max(0, Number((now.totalUsd - before.totalUsd).toFixed(12))),
    ...defined({ priced: now.priced }),
    ...tokensSince(tokensIn(now), tokensIn(before)),
  };
}
