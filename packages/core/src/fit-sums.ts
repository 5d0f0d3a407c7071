/** Sums of what an agent reports: each number may be told, and their sum may be none that an event may have. */
import type { CostRecord } from '@agent-mux/events';

type Sums = Partial<CostRecord>;

/** The numbers of a cost that are added up. */
export const SUM_NAMES = ['totalUsd', 'inputTokens', 'outputTokens', 'thinkingTokens', 'cachedTokens'] as const;
/** The marker of each number. What was cached is a part of the input, and what was thought of the output. */
const MARKERS = {
  totalUsd: 'priced',
  inputTokens: 'inputKnown',
  outputTokens: 'outputKnown',
  thinkingTokens: 'outputKnown',
  cachedTokens: 'inputKnown',
} as const;

/** Whether an event may have the sum of amounts of money. */
export function isFitAmount(sum: number): boolean {
  return Number.isFinite(sum);
}

/**
 * Returns the sums, of which those that no event may have are unknown: each stays as it was before, so that it never
 * falls, and the marker beside it says so.
 */
export function fitSums<T extends Sums>(sums: T, before: Sums = {}): T {
  const unfit = SUM_NAMES.filter((name) => {
    const sum = sums[name];
    return sum !== undefined && !(name === 'totalUsd' ? isFitAmount(sum) : Number.isSafeInteger(sum));
  });
  if (unfit.length === 0) {
    return sums;
  }
  const fit: Record<string, unknown> = { ...sums };
  for (const name of unfit) {
    fit[name] = before[name] ?? 0;
    fit[MARKERS[name]] = false;
  }
  return fit as T;
}
