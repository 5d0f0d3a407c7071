/** The cost is cumulative over the run. */
import type { CostRecord } from '../events.ts';
import type { CheckState, Watch } from './check-state.ts';

const COUNTS = ['totalUsd', 'inputTokens', 'outputTokens', 'thinkingTokens', 'cachedTokens'] as const;

export function watchCost({ report }: CheckState): Watch {
  let last: CostRecord | undefined;
  const demand = (cost: CostRecord, type: string): void => {
    for (const count of COUNTS) {
      const before = last?.[count];
      const now = cost[count] ?? 0;
      if (before !== undefined && now < before) {
        report('D-cost', `${type}: ${count} fell from ${before} to ${now}`);
      }
    }
  };
  return (event) => {
    if (event.type === 'cost') {
      demand(event.cost, event.type);
      last = event.cost;
    }
    // The cost of the whole run cannot be less than what was known before.
    if (event.type === 'session_end' && event.cost !== undefined) {
      demand(event.cost, event.type);
    }
  };
}
