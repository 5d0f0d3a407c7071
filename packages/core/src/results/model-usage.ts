/** The usage and cost of each model of a run, as a fold over its events. */
import type { EventOf, ModelCost, TokenCounts } from '@agent-mux/events';
import { fitSums } from '../fit-sums.ts';
import { given } from '../given.ts';

/** The usage and cost of one model of a run. */
export interface ModelUsage {
  /** The model in the agent's own words, and so is `provider`. */
  readonly model: string;
  /** The provider of the model; absent where the agent does not name one. */
  readonly provider?: string;
  readonly usage: TokenCounts;
  /** The cost in US dollars; absent where the agent does not report it by model. */
  readonly costUsd?: number;
}

interface Entry {
  readonly model: string;
  provider: string | undefined;
  usage: TokenCounts;
  costUsd: number | undefined;
}

export class ModelFold {
  readonly #entries: Entry[] = [];

  usage({ model, provider, ...event }: EventOf<'token_usage'>): void {
    if (model !== undefined) {
      const entry = this.#entryOf(model, provider);
      entry.usage = addCounts(entry.usage, event);
    }
  }

  /** Sets the costs of models, which are cumulative like the event. */
  cost({ models = [] }: EventOf<'cost'>): void {
    for (const { model, provider, costUsd } of models) {
      this.#entryOf(model, provider).costUsd = costUsd;
    }
  }

  /** Adds the usage of a later part. */
  add({ model, provider, usage, costUsd }: ModelUsage): void {
    const entry = this.#entryOf(model, provider);
    entry.usage = addCounts(entry.usage, usage);
    entry.costUsd = costUsd ?? entry.costUsd;
  }

  get all(): readonly ModelUsage[] {
    return this.#entries.map(({ model, provider, usage, costUsd }) => {
      return { model, ...given({ provider }), usage, ...given({ costUsd }) };
    });
  }

  // The provider of a model may be reported later than the model, and not each time.
  #entryOf(model: string, provider: ModelCost['provider']): Entry {
    const found = this.#entries.find(
      (entry) =>
        entry.model === model &&
        (entry.provider === provider || entry.provider === undefined || provider === undefined),
    );
    if (found !== undefined) {
      found.provider ??= provider;
      return found;
    }
    const entry: Entry = { model, provider, usage: { inputTokens: 0, outputTokens: 0 }, costUsd: undefined };
    this.#entries.push(entry);
    return entry;
  }
}

export function addCounts(sum: TokenCounts, event: TokenCounts): TokenCounts {
  const plus = (name: 'thinkingTokens' | 'cachedTokens'): Partial<TokenCounts> =>
    sum[name] === undefined && event[name] === undefined ? {} : { [name]: (sum[name] ?? 0) + (event[name] ?? 0) };
  const lack = (name: 'inputKnown' | 'outputKnown'): Partial<TokenCounts> =>
    sum[name] === false || event[name] === false ? { [name]: false } : {};
  const counts: TokenCounts = {
    inputTokens: sum.inputTokens + event.inputTokens,
    outputTokens: sum.outputTokens + event.outputTokens,
    ...plus('thinkingTokens'),
    ...plus('cachedTokens'),
    ...lack('inputKnown'),
    ...lack('outputKnown'),
  };
  return fitSums(counts, sum);
}
