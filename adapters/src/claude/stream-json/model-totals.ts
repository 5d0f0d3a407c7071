/** What each model has used and cost: what its answers have said, and what only the sums of a result contain. */
import type { ModelName } from '@agent-mux/core';
import type { ModelCost, TokenCounts } from '@agent-mux/events';
import { addTokens, countOf, idOf, isNative, isNothing, numberOf, objectOf, tokensSince } from '../../shared/index.ts';
import type { NativeModelUsage } from './native.ts';

export interface ModelEntry {
  readonly name: string;
  readonly usage: NativeModelUsage;
}

export interface ModelTokens {
  readonly model: ModelName | undefined;
  readonly tokens: TokenCounts;
}

const NO_TOKENS: TokenCounts = { inputTokens: 0, outputTokens: 0 };

export class ModelTotals {
  /** The service behind the models; undefined until it is known. */
  provider: string | undefined = undefined;
  readonly #names = new Map<string, string>();
  readonly #told = new Map<string, TokenCounts>();
  #before: ReadonlyMap<string, ModelTotal> | undefined;

  /** Records the tokens of an answer, and returns the name of its model. */
  tell(model: string | undefined, tokens: TokenCounts): ModelName | undefined {
    if (model === undefined || model === '') {
      return undefined;
    }
    const key = plain(model);
    this.#names.set(key, model);
    this.#told.set(key, addTokens(this.#told.get(key) ?? NO_TOKENS, tokens));
    return this.#nameOf(key);
  }

  /** What each model has cost, and what it has used beyond the answers that were reported. */
  ofResult(
    models: readonly ModelEntry[],
    sinceStart: unknown,
  ): { readonly rests: readonly ModelTokens[]; readonly costs: readonly ModelCost[] } {
    for (const { name, usage } of models) {
      this.provider = idOf(usage.provider) ?? this.provider;
      // The sums also name a model's window (`claude-opus-4-8[1m]`, 2.1.197), the answers do not.
      this.#names.set(plain(name), this.#names.get(plain(name)) ?? idOf(usage.canonicalModel) ?? name);
    }
    const now = totalsOf(models);
    this.#before ??= isNative(sinceStart) ? without(now, totalsOf(modelsOf(sinceStart))) : new Map();
    const ofRun = without(now, this.#before);
    return {
      rests: [...ofRun]
        .map(([key, { tokens }]) => this.#restOf(key, tokens))
        .filter(({ tokens }) => !isNothing(tokens)),
      costs: [...ofRun].flatMap(([key, { usd }]) =>
        usd > 0 && key !== '' ? [{ ...this.#nameOf(key), costUsd: usd }] : [],
      ),
    };
  }

  #restOf(key: string, tokens: TokenCounts): ModelTokens {
    const before = this.#told.get(key) ?? NO_TOKENS;
    // 2.1.197 sends the thinking tokens with each answer, and not in its sums.
    return { model: this.#nameOf(key), tokens: tokensSince(tokens, before) };
  }

  #nameOf(key: string): ModelName {
    const model = this.#names.get(key) ?? key;
    return this.provider === undefined ? { model } : { model, provider: this.provider };
  }
}

interface ModelTotal {
  readonly tokens: TokenCounts;
  readonly usd: number;
}

export function modelsOf(native: unknown): readonly ModelEntry[] {
  if (!isNative(native)) {
    return [];
  }
  return Object.entries(native).flatMap(([name, value]) => {
    const usage: NativeModelUsage | undefined = objectOf(value);
    return usage === undefined ? [] : [{ name, usage }];
  });
}

export function tokensOfModel(usage: NativeModelUsage): TokenCounts {
  const cached = countOf(usage.cacheReadInputTokens);
  const thinking = countOf(usage.thinkingTokens);
  return {
    inputTokens: countOf(usage.inputTokens) + cached + countOf(usage.cacheCreationInputTokens),
    outputTokens: countOf(usage.outputTokens),
    ...(thinking === 0 ? {} : { thinkingTokens: thinking }),
    cachedTokens: cached,
  };
}

function totalsOf(models: readonly ModelEntry[]): ReadonlyMap<string, ModelTotal> {
  const totals = new Map<string, ModelTotal>();
  for (const { name, usage } of models) {
    const before = totals.get(plain(name));
    totals.set(plain(name), {
      tokens: addTokens(before?.tokens ?? NO_TOKENS, tokensOfModel(usage)),
      usd: (before?.usd ?? 0) + (numberOf(usage.costUSD) ?? 0),
    });
  }
  return totals;
}

function without(
  now: ReadonlyMap<string, ModelTotal>,
  before: ReadonlyMap<string, ModelTotal>,
): ReadonlyMap<string, ModelTotal> {
  return new Map(
    [...now].map(([key, { tokens, usd }]) => [
      key,
      {
        tokens: tokensSince(tokens, before.get(key)?.tokens ?? NO_TOKENS),
        // Rounding removes the dust that a subtraction of floats leaves.
        usd: Math.max(0, Number((usd - (before.get(key)?.usd ?? 0)).toFixed(12))),
      },
    ]),
  );
}

/** The model's name without the size of the window that may follow it. */
function plain(model: string): string {
  return model.replace(/\[[^[\]]*\]$/, '');
}
