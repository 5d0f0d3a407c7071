/** What the run has cost so far, whatever the agent reports: never falls, and goes on over processes. */
import type { CostRecord } from '@agent-mux/events';

const FIELDS = ['totalUsd', 'inputTokens', 'outputTokens', 'thinkingTokens', 'cachedTokens'] as const;
type Counts = { -readonly [F in keyof CostRecord]: CostRecord[F] };

export class RunCost {
  /** Of the processes before this one. */
  #earlier: CostRecord | undefined = undefined;
  /** Of this process. */
  #current: CostRecord | undefined = undefined;

  /** Of the whole run; undefined while nothing was reported. */
  total: CostRecord | undefined = undefined;

  /** Takes a report and returns what the run has cost with it. */
  report(cost: CostRecord, mode: 'total' | 'add'): CostRecord {
    this.#current = mode === 'add' ? combine(this.#current, cost, add) : cost;
    this.total = combine(this.total, combine(this.#earlier, this.#current, add), larger);
    return this.total;
  }

  /** The next report comes from a new process, which counts from 0. */
  nextProcess(): void {
    this.#earlier = this.total;
    this.#current = undefined;
  }
}

function combine(left: CostRecord | undefined, right: CostRecord, by: (a: number, b: number) => number): CostRecord {
  const result: Counts = { totalUsd: 0, inputTokens: 0, outputTokens: 0 };
  for (const field of FIELDS) {
    const a = left?.[field];
    const b = right[field];
    if (a !== undefined || b !== undefined) {
      result[field] = by(a ?? 0, b ?? 0);
    }
  }
  return result;
}

function add(a: number, b: number): number {
  return a + (b > 0 ? b : 0);
}

function larger(a: number, b: number): number {
  return b > a ? b : a;
}
