/** Tokens and money: per prompt, of the session so far, and how full the context window is. */
import type { EventDraft, ModelName } from '@agent-mux/core';
import type { CostRecord, TokenCounts } from '@agent-mux/events';
import {
  addTokens,
  ContextGauge,
  costOf,
  countOf,
  isNothing,
  numberOf,
  objectOf,
  textOf,
  tokensSince,
} from '../shared/index.ts';
import type { NativePromptEnd, NativeUpdate } from './native.ts';
import type { ModelTokens, TurnQuirks, UsageSpan } from './quirks.ts';

const NO_TOKENS: TokenCounts = { inputTokens: 0, outputTokens: 0 };
/** Stand-ins for a prompt whose tokens the agent does not tell. */
const UNKNOWN: TokenCounts = { ...NO_TOKENS, inputKnown: false, outputKnown: false };

export interface PromptUsage {
  readonly usage: TokenCounts | undefined;
  /** The same by model. @defaultValue it is not told */
  readonly byModel?: readonly ModelTokens[];
  /** The model has said something. */
  readonly hasOutput: boolean;
  /** Nothing speaks of a second model request. */
  readonly isOneRequest: boolean;
}

export interface PromptCost {
  readonly drafts: readonly EventDraft[];
  readonly turnCost?: CostRecord;
}

export class SessionUsage {
  readonly #gauge = new ContextGauge();
  #tokens: TokenCounts = NO_TOKENS;
  // What the session has cost: now, before the prompts whose price is known, and at the end of the last one.
  #usd: number | undefined;
  #before: number | undefined;
  #atLastEnd = 0;
  #isPriced = true;
  readonly #spans: UsageSpan;
  #ofSession: TokenCounts = NO_TOKENS;
  // Of prompts so far: whether any was told, and whether there are some whose lack was not told.
  #hasTold = false;
  #hasUntold = false;

  constructor(spans: UsageSpan = 'prompt') {
    this.#spans = spans;
  }

  /** `usage_update`: how full the window is, and what the session has cost so far. */
  update(update: NativeUpdate, isHistory: boolean): readonly EventDraft[] {
    const { amount, currency } = objectOf<'amount' | 'currency'>(update.cost) ?? {};
    const usd = textOf(currency) === 'USD' ? numberOf(amount) : undefined;
    this.#usd = usd ?? this.#usd;
    this.#before = isHistory ? (usd ?? this.#before) : this.#before;
    this.#gauge.usedTokens = countOf(update.used);
    this.#gauge.maxTokens = countOf(update.size);
    return isHistory ? [] : this.#gauge.warning();
  }

  /** A new session has cost nothing; of another one the history may tell it. */
  opened(isNew: boolean): void {
    this.#before = isNew ? 0 : this.#before;
  }

  /**
   * The end of a prompt. `turnCost` is what it added. An agent that tells nothing of any prompt has no usage; one that
   * leaves out a prompt that the model has answered has a sum that is unknown.
   */
  promptEnded({ usage, byModel = [], hasOutput, isOneRequest }: PromptUsage): PromptCost {
    const money = this.#moneyOfPrompt();
    const tokens = this.#tokensOf(usage, isOneRequest) ?? (hasOutput ? undefined : NO_TOKENS);
    const told = this.#told(tokens);
    const isWhole = this.#spans === 'session' && tokens !== undefined && !isNothing(tokens);
    this.#tokens = isWhole ? this.#ofSession : addTokens(this.#tokens, tokens ?? UNKNOWN);
    if (this.#usd === undefined && !this.#hasTold) {
      return { drafts: [] };
    }
    return {
      drafts: [
        ...told.flatMap((counts) => (counts === tokens ? split(counts, byModel) : [tell(counts)])),
        { type: 'cost', cost: { ...costOf(this.#tokens, money.total), ...this.#lack() }, mode: 'total' },
      ],
      turnCost: costOf(tokens ?? UNKNOWN, money.added),
    };
  }

  // The first prompt of a continued session whose earlier cost was not told has no price of its own (opencode 1.18.33).
  #moneyOfPrompt(): { readonly total?: number; readonly added?: number } {
    const usd = this.#usd;
    if (usd === undefined) {
      return {};
    }
    if (this.#before === undefined) {
      this.#before = usd;
      this.#atLastEnd = usd;
      this.#isPriced = false;
      return {};
    }
    const added = difference(usd, Math.max(this.#before, this.#atLastEnd));
    this.#atLastEnd = usd;
    return { total: difference(usd, this.#before), added };
  }

  #lack(): { readonly priced?: false } {
    return this.#isPriced ? {} : { priced: false };
  }

  // A sum is only told where it is one of something; then also that it lacks a prompt.
  #told(tokens: TokenCounts | undefined): readonly TokenCounts[] {
    const isTold = tokens !== undefined && !isNothing(tokens);
    const lacks = this.#hasUntold && this.#spans !== 'session';
    this.#hasTold ||= isTold;
    this.#hasUntold ||= tokens === undefined;
    if (!this.#hasTold) {
      return [];
    }
    this.#hasUntold = false;
    return [...(lacks ? [UNKNOWN] : []), ...(isTold ? [tokens] : []), ...(tokens === undefined ? [UNKNOWN] : [])];
  }

  // Counts of nothing come with a prompt that was cancelled, whatever its requests had used (opencode 1.18.33).
  #tokensOf(usage: TokenCounts | undefined, isOneRequest: boolean): TokenCounts | undefined {
    if (usage === undefined || isNothing(usage) || (this.#spans === 'last-request' && !isOneRequest)) {
      return undefined;
    }
    if (this.#spans !== 'session') {
      return usage;
    }
    const added = tokensSince(usage, this.#ofSession);
    this.#ofSession = usage;
    return added;
  }
}

function tell(tokens: TokenCounts, model?: ModelName): EventDraft {
  return { type: 'token_usage', ...tokens, ...model };
}

/** By model, where these are all that were asked. */
function split(tokens: TokenCounts, byModel: readonly ModelTokens[]): readonly EventDraft[] {
  const sum = byModel.reduce((counts, each) => addTokens(counts, each.tokens), NO_TOKENS);
  const isWhole = sum.inputTokens === tokens.inputTokens && sum.outputTokens === tokens.outputTokens;
  return isWhole && byModel.length > 0 ? byModel.map((each) => tell(each.tokens, each.model)) : [tell(tokens)];
}

function difference(usd: number, before: number): number {
  // Without the dust of a subtraction.
  return Math.max(0, Number((usd - before).toFixed(12)));
}

/** What the answer to a prompt counts, where the agent may say it in its own way. */
export function readUsage(end: NativePromptEnd, quirks: TurnQuirks = {}): Pick<PromptUsage, 'usage' | 'byModel'> {
  const { usage = usageOf, usageByModel } = quirks;
  return { usage: usage(end), byModel: usageByModel?.(end) ?? [] };
}

/**
 * `usage` of the answer to a prompt. The protocol does not say what its counts hold: Copilot CLI 1.0.102 counts cached
 * tokens in the input and thoughts in the output, opencode 1.18.33 neither, Hermes 0.17.0 only the former. Their sum
 * tells: the total is that of the counts that stand side by side.
 */
export function usageOf(end: NativePromptEnd): TokenCounts | undefined {
  const usage = objectOf<
    'inputTokens' | 'outputTokens' | 'thoughtTokens' | 'cachedReadTokens' | 'cachedWriteTokens' | 'totalTokens'
  >(end.usage);
  if (usage === undefined) {
    return undefined;
  }
  const [input, output, thinking] = [
    countOf(usage.inputTokens),
    countOf(usage.outputTokens),
    countOf(usage.thoughtTokens),
  ];
  const [read, written] = [countOf(usage.cachedReadTokens), countOf(usage.cachedWriteTokens)];
  const beside = countOf(usage.totalTokens) - input - output;
  const cache = read + written;
  return {
    inputTokens: input + (beside === cache || beside === cache + thinking ? cache : 0),
    outputTokens: output + (beside === thinking || beside === cache + thinking ? thinking : 0),
    ...(thinking === 0 ? {} : { thinkingTokens: thinking }),
    ...(usage.cachedReadTokens === undefined ? {} : { cachedTokens: read }),
  };
}
