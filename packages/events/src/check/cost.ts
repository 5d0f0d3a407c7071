/** Cost is cumulative over the run. */
import type { CostRecord } from '../events.ts';
import type { CheckState, Watch } from './check-state.ts';

const COUNTS = ['totalUsd', 'inputTokens', 'outputTokens', 'thinkingTokens', 'cachedTokens'] as const;

export function watchCost({ report }: CheckState): Watch {
  let last: CostRecord | undefined;
  const hold = (cost: CostRecord, type: string): void => {
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
      hold(event.cost, event.type);
      last = event.cost;
    }
    // The whole of the run cannot be less than what was known of it.
    if (event.type === 'session_end' && event.cost !== undefined) {
      hold(event.cost, event.type);
    }
  };
}
