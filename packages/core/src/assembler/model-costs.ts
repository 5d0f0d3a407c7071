/** The cost of each model of the run so far, where the agent reports its cost by model. */
import type { ModelCost } from '@agent-mux/events';
import { isFitAmount } from '../fit-sums.ts';

export class ModelCosts {
  /** What the processes before this one have cost. */
  #earlier: readonly ModelCost[] = [];
  /** What this process has cost. */
  #current: readonly ModelCost[] = [];

  /** Takes a report and returns the cost of each model including it, without the costs that no event may have. */
  report(models: readonly ModelCost[] = [], mode: 'total' | 'add'): readonly ModelCost[] {
    this.#current = mode === 'add' ? sumOf([...this.#current, ...models]) : models;
    return sumOf([...this.#earlier, ...this.#current]).filter(({ costUsd }) => isFitAmount(costUsd));
  }

  /** Notes that the next report comes from a new process, which counts from 0. */
  nextProcess(): void {
    this.#earlier = sumOf([...this.#earlier, ...this.#current]);
    this.#current = [];
  }
}

function sumOf(costs: readonly ModelCost[]): readonly ModelCost[] {
  const sums = new Map<string, ModelCost>();
  for (const cost of costs) {
    const key = JSON.stringify([cost.model, cost.provider]);
    const before = sums.get(key)?.costUsd ?? 0;
    // Rounding takes away the floating-point error of the sum.
    sums.set(key, { ...cost, costUsd: Number((before + Math.max(0, cost.costUsd)).toFixed(12)) });
  }
  return [...sums.values()];
}
