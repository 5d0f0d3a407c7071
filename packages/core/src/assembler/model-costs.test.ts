import { describe, expect, it } from 'vitest';
import { ModelCosts } from './model-costs.ts';

const m = (costUsd: number) => ({ model: 'm', costUsd });

describe('what each model has cost', () => {
  it('is the last total, or the sum of what was added', () => {
    const costs = new ModelCosts();
    expect([costs.report([m(0.1)], 'total'), costs.report([m(0.3)], 'total')]).toEqual([[m(0.1)], [m(0.3)]]);
    expect([costs.report([m(0.1)], 'add'), costs.report(undefined, 'add')]).toEqual([[m(0.4)], [m(0.4)]]);
  });

  it.each(['total', 'add'] as const)('counts on from one process to the next: %s', (mode) => {
    const costs = new ModelCosts();
    costs.report([m(0.1)], mode);
    costs.nextProcess();
    expect(costs.report([m(0.2)], mode)).toEqual([m(0.3)]);
    costs.nextProcess();
    costs.nextProcess();
    expect(costs.report([m(0.5)], mode)).toEqual([m(0.8)]);
  });

  it('is told of each model of each provider, and never less than nothing', () => {
    const costs = new ModelCosts();
    const models = [m(0.1), { ...m(0.2), provider: 'p' }, { model: 'n', costUsd: -1 }];
    expect(costs.report(models, 'total')).toEqual([m(0.1), { ...m(0.2), provider: 'p' }, { model: 'n', costUsd: 0 }]);
    expect(costs.report([], 'total')).toEqual([]);
  });
});
