/** Tokens and money: those of each prompt and of the session so far, and how full the context window is. */
import type { EventDraft, ModelName } from '@agent-mux/core';
import type { CostRecord, TokenCounts } from '@agent-mux/events';
import {
  addTokens,
  ContextGauge,
  costOf,
  countOf,
  defined,
  isNothing,
  numberOf,
  objectOf,
  priceOf,
  textOf,
  tokensSince,
} from '../shared/index.ts';
import type { NativePromptEnd, NativeUpdate } from './native.ts';
import type { ModelTokens, TurnQuirks, UsageSpan } from './quirks.ts';

const NO_TOKENS: TokenCounts = { inputTokens: 0, outputTokens: 0 };
/** Stand-ins for a prompt whose tokens the agent does not send. */
const UNKNOWN: TokenCounts = { ...NO_TOKENS, inputKnown: false, outputKnown: false };

export interface PromptUsage {
  readonly usage: TokenCounts | undefined;
  /** The same by model. @defaultValue the agent does not send it */
  readonly byModel?: readonly ModelTokens[];
  /** Whether the model has said something. */
  readonly hasOutput: boolean;
  /** Whether nothing shows a second model request. */
  readonly isOneRequest: boolean;
}

export interface PromptCost {
  readonly drafts: readonly EventDraft[];
  readonly turnCost?: CostRecord;
}

export class SessionUsage {
  readonly #gauge = new ContextGauge();
  #tokens: TokenCounts = NO_TOKENS;
  // The cost of the session now, before the prompts whose price is known, and at the end of the last one.
  #usd: number | undefined;
  #before: number | undefined;
  #atLastEnd = 0;
  #isPriced = true;
  readonly #spans: UsageSpan;
  #ofSession: TokenCounts = NO_TOKENS;
  // Whether any prompt so far had a usage, and whether one without a usage still has to be reported as unknown.
  #hasTold = false;
  #hasUntold = false;

  constructor(spans: UsageSpan = 'prompt') {
    this.#spans = spans;
  }

  /** Takes `usage_update`: how full the window is, and what the session has cost so far. */
  update(update: NativeUpdate, isHistory: boolean): readonly EventDraft[] {
    const { amount, currency } = objectOf<'amount' | 'currency'>(update.cost) ?? {};
    const usd = textOf(currency) === 'USD' ? numberOf(amount) : undefined;
    this.#usd = usd ?? this.#usd;
    this.#before = isHistory ? (usd ?? this.#before) : this.#before;
    this.#gauge.usedTokens = countOf(update.used);
    this.#gauge.maxTokens = countOf(update.size);
    return isHistory ? [] : this.#gauge.warning();
  }

  /** Takes the opening of a session: a new one has cost nothing, and the history may say what another one has cost. */
  opened(isNew: boolean): void {
    this.#before = isNew ? 0 : this.#before;
  }

  /**
   * Takes the end of a prompt and returns its cost, with what it added. An agent that sends no usage for any prompt has none; one that
   * leaves out a prompt that the model answered has an unknown sum.
   */
  promptEnded({ usage, byModel = [], hasOutput, isOneRequest }: PromptUsage): PromptCost {
    const tokens = this.#tokensOf(usage, isOneRequest) ?? (hasOutput ? undefined : NO_TOKENS);
    const money = this.#moneyOfPrompt(tokens ?? NO_TOKENS);
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

  // The first prompt of a continued session has no price of its own where the agent did not say what the session had cost before (opencode
  // 1.18.33).
  #moneyOfPrompt(tokens: TokenCounts): { readonly total?: number; readonly added?: number } {
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
    const added = priceOf(tokens, difference(usd, Math.max(this.#before, this.#atLastEnd)));
    this.#atLastEnd = usd;
    this.#isPriced &&= added !== undefined;
    return { total: difference(usd, this.#before), ...defined({ added }) };
  }

  #lack(): { readonly priced?: false } {
    return this.#isPriced ? {} : { priced: false };
  }

  // A sum needs at least one prompt with a usage; only then is a missing one reported too.
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

  // A cancelled prompt comes with counts of zero, whatever its requests had used (opencode 1.18.33).
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

/** Splits tokens by model, where the models listed make up the whole. */
function split(tokens: TokenCounts, byModel: readonly ModelTokens[]): readonly EventDraft[] {
  const sum = byModel.reduce((counts, each) => addTokens(counts, each.tokens), NO_TOKENS);
  const isWhole = sum.inputTokens === tokens.inputTokens && sum.outputTokens === tokens.outputTokens;
  return isWhole && byModel.length > 0 ? byModel.map((each) => tell(each.tokens, each.model)) : [tell(tokens)];
}

function difference(usd: number, before: number): number {
  // Rounding removes the dust that a subtraction of floats leaves.
  return Math.max(0, Number((usd - before).toFixed(12)));
}

/** Reads the tokens of the answer to a prompt, by the agent's own rule where it has one. */
export function readUsage(end: NativePromptEnd, quirks: TurnQuirks = {}): Pick<PromptUsage, 'usage' | 'byModel'> {
  const { usage = usageOf, usageByModel } = quirks;
  return { usage: usage(end), byModel: usageByModel?.(end) ?? [] };
}

/**
 * Reads `usage` of the answer to a prompt. The protocol does not say what its counts include: Copilot CLI 1.0.102 counts cached tokens in
 * the input and thoughts in the output, opencode 1.18.33 neither, Hermes 0.17.0 only the former. The total decides: it is the sum of the
 * counts that do not overlap.
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
  // No agent counts cached tokens beside the input and thoughts within the output: where both are as many, it is the thoughts.
  const isThinkingBeside = beside === thinking || beside === cache + thinking;
  const isCacheBeside = beside === cache + thinking || (beside === cache && !isThinkingBeside);
  return {
    inputTokens: input + (isCacheBeside ? cache : 0),
    outputTokens: output + (isThinkingBeside ? thinking : 0),
    ...(thinking === 0 ? {} : { thinkingTokens: thinking }),
    ...(usage.cachedReadTokens === undefined ? {} : { cachedTokens: read }),
  };
}
