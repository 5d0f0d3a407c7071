/** The cost of the run so far, whatever the agent reports: it never falls, and it goes on over several processes. */
import type { CostRecord } from '@agent-mux/events';
import { fitSums, SUM_NAMES } from '../fit-sums.ts';

/** A fact that is unknown of a part is unknown of the whole. */
const MARKERS = ['priced', 'inputKnown', 'outputKnown'] as const;
type Counts = { -readonly [F in keyof CostRecord]: CostRecord[F] };

export class RunCost {
  /** What the processes before this one have cost. */
  #earlier: CostRecord | undefined = undefined;
  /** What this process has cost. */
  #current: CostRecord | undefined = undefined;

  /** What the whole run has cost; undefined while nothing was reported. */
  total: CostRecord | undefined = undefined;

  /** Takes a report and returns the cost of the run including it. */
  report(cost: CostRecord, mode: 'total' | 'add'): CostRecord {
    this.#current = mode === 'add' ? combine(this.#current, cost, add) : cost;
    const sum = combine(this.#earlier, this.#current, add);
    // Only counts never fall: a later report may give what an earlier one lacked.
    this.total = fitSums({ ...countsOf(this.total, sum, larger), ...lacksOf(sum) }, this.total);
    return this.total;
  }

  /** Notes that the next report comes from a new process, which counts from 0. */
  nextProcess(): void {
    this.#earlier = this.total;
    this.#current = undefined;
  }
}

function combine(left: CostRecord | undefined, right: CostRecord, by: Operation): CostRecord {
  return { ...countsOf(left, right, by), ...lacksOf(left), ...lacksOf(right) };
}

type Operation = (a: number, b: number) => number;

function countsOf(left: CostRecord | undefined, right: CostRecord, by: Operation): CostRecord {
  const result: Counts = { totalUsd: 0, inputTokens: 0, outputTokens: 0 };
  for (const field of SUM_NAMES) {
    const a = left?.[field];
    const b = right[field];
    if (a !== undefined || b !== undefined) {
      result[field] = by(a ?? 0, b ?? 0);
    }
  }
  return result;
}

function lacksOf(cost: CostRecord | undefined): Partial<CostRecord> {
  return Object.fromEntries(MARKERS.flatMap((marker) => (cost?.[marker] === false ? [[marker, false]] : [])));
}

function add(a: number, b: number): number {
  return a + (b > 0 ? b : 0);
}

function larger(a: number, b: number): number {
  return b > a ? b : a;
}
