/** Rules of what a run may cost, and of the prices by which that is counted. */
import type { Mode, ModelPrice, Prices, ResolvedOptions } from '../adapter/index.ts';
import type { ValidationFieldError } from '../errors.ts';
import { check, filledText, isRecord, objectOf, type Rule } from '../field-rules.ts';
import { adviseOnPrices, findPriceOfWanted } from '../run/index.ts';

const isAmount = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0;

export const MAX_COST_RULE: Rule = {
  expected: 'a number of US dollars above 0',
  accepts: (value) => isAmount(value) && value > 0,
};

const amount: Rule = { expected: 'a number of at least 0', accepts: isAmount };

const price: Rule = objectOf<ModelPrice>(
  { inputPerMillion: amount, outputPerMillion: amount, cachedInputPerMillion: amount, cacheWritePerMillion: amount },
  { required: ['inputPerMillion', 'outputPerMillion'] },
);

export const PRICES_RULE: Rule = {
  expected: 'an object of prices by `provider/model` or by model',
  accepts: isRecord,
  inner: (value, field) =>
    Object.entries(value as object).flatMap(([name, entry]) =>
      // What is undefined is not given, as everywhere.
      entry === undefined
        ? []
        : [...check(filledText, name, `${field}[""]`), ...check(price, entry, `${field}[${JSON.stringify(name)}]`)],
    ),
};

interface Wanted {
  readonly agent: string;
  readonly mode: Mode;
  readonly options: ResolvedOptions;
  readonly prices: Prices;
}

/** Why nothing would keep the run to its `maxCostUsd`, as far as that is known before it starts. */
export function findUnpriced({ agent, mode, options, prices }: Wanted): ValidationFieldError[] {
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
