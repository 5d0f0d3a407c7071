/** The cost of a model request by the prices of the client. */
import type { TokenCounts } from '@agent-mux/events';
import type { ModelName, ModelPrice, Prices } from '../adapter/index.ts';
import type { ValidationFieldError } from '../errors.ts';
import type { PreparedRun } from './prepared-run.ts';

const MILLION = 1_000_000;

/** Finds it by the provider and the model, else by the model alone. */
export function findPrice(prices: Prices, { model, provider }: ModelName): ModelPrice | undefined {
  const names = provider === undefined ? [model] : [`${provider}/${model}`, model];
  const found = names.find((name) => Object.hasOwn(prices, name) && prices[name] !== undefined);
  return found === undefined ? undefined : prices[found];
}

/** Finds the price of a model as it is asked for, which may name its provider before a "/". */
export function findPriceOfWanted(prices: Prices, wanted: string): ModelPrice | undefined {
  return findPrice(prices, { model: wanted }) ?? findPrice(prices, { model: wanted.slice(wanted.indexOf('/') + 1) });
}

/** Returns US dollars. Nobody tells what was written to a cache, so that all that was read from none may have been. */
export function priceOf({ inputTokens, outputTokens, cachedTokens = 0 }: TokenCounts, price: ModelPrice): number {
  const { inputPerMillion, outputPerMillion } = price;
  const { cachedInputPerMillion = inputPerMillion, cacheWritePerMillion = inputPerMillion } = price;
  const cached = Math.min(cachedTokens, inputTokens);
  const fresh = inputTokens - cached;
  const input = fresh * Math.max(inputPerMillion, cacheWritePerMillion) + cached * cachedInputPerMillion;
  return (input + outputTokens * outputPerMillion) / MILLION;
}

/** Says what to give where a model has no price, and which prices there are. */
export function adviseOnPrices(prices: Prices, model: string | undefined): string {
  const known = Object.keys(prices);
  const shown = known.slice(0, 5).map((name) => JSON.stringify(name));
  const rest = known.length > shown.length ? ` and ${known.length - shown.length} more` : '';
  const name = JSON.stringify(model ?? 'model');
  const advice = `give the client \`prices\` with { ${name}: { inputPerMillion, outputPerMillion } }`;
  return known.length === 0 ? advice : `${advice}; there are ${shown.join(', ')}${rest}`;
}

/** Finds why nothing would keep the run to its `maxCostUsd`, as far as that is known before it starts. */
export function findUnpriced({
  agent,
  mode,
  options,
  prices,
}: Pick<PreparedRun, 'agent' | 'mode' | 'options' | 'prices'>): ValidationFieldError[] {
  const { maxCostUsd, model } = options;
  if (maxCostUsd === undefined || mode.capabilities.maxCost !== 'priced') {
    return [];
  }
  const isPriced =
    model === undefined ? Object.keys(prices).length > 0 : findPriceOfWanted(prices, model) !== undefined;
  if (isPriced) {
    return [];
  }
  const what = model === undefined ? 'prices' : `a price of the model "${model}"`;
  const expected = `given with ${what}, as \`prices\` of the client`;
  const message = `\`maxCostUsd\` needs ${what}, for ${agent} tells tokens and no money: ${adviseOnPrices(prices, model)}.`;
  return [{ field: 'maxCostUsd', message, received: maxCostUsd, expected }];
}
