import type { AgentEvent, CostRecord } from '@agent-mux/events';
import { describe, expect, it } from 'vitest';
import { costSince, TurnPart } from './turn-part.ts';

const STAMP = { runId: 'r', agent: 'a', timestamp: 0, seq: 0 } as const;
const COST: CostRecord = { totalUsd: 0.5, inputTokens: 10, outputTokens: 4 };

type Costs = NonNullable<Extract<AgentEvent, { type: 'cost' }>['models']>;
const costs = (...models: Costs): AgentEvent => ({ type: 'cost', cost: COST, models, ...STAMP });
const tokens = (model: string, provider: string): AgentEvent => ({
  type: 'token_usage',
  model,
  provider,
  inputTokens: 3,
  outputTokens: 1,
  ...STAMP,
});

/** Returns a part that comes after another one with these events. */
function partAfter(...before: readonly AgentEvent[]): TurnPart {
  const earlier = new TurnPart(0, { costBefore: undefined, modelsBefore: [] });
  for (const event of before) {
    earlier.add(event);
  }
  return new TurnPart(1, { costBefore: earlier.cost, modelsBefore: earlier.models });
}

describe('the models of a part', () => {
  it('are those that have cost something in it, also where no tokens are told', () => {
    const part = partAfter(costs({ model: 'old', costUsd: 0.2 }, { model: 'both', costUsd: 0.1 }));
    part.add(costs({ model: 'old', costUsd: 0.2 }, { model: 'both', costUsd: 0.4 }, { model: 'new', costUsd: 0.3 }));
    expect(part.models.map(({ model, costUsd }) => [model, costUsd])).toEqual([
      ['both', 0.3],
      ['new', 0.3],
    ]);
  });

  it('have cost what came on top of the same provider alone', () => {
    const part = partAfter(
      costs({ model: 'm', provider: 'one', costUsd: 0.1 }, { model: 'm', provider: 'two', costUsd: 0.4 }),
    );
    part.add(tokens('m', 'two'));
    part.add(costs({ model: 'm', provider: 'two', costUsd: 1 }));
    expect(part.models).toEqual([
      { model: 'm', provider: 'two', usage: { inputTokens: 3, outputTokens: 1 }, costUsd: 0.6 },
    ]);
  });

  it('have no cost where none is told, and are none where nothing was used', () => {
    const part = partAfter(costs({ model: 'm', costUsd: 0.1 }));
    part.add(costs({ model: 'm', costUsd: 0.1 }));
    expect(part.models).toEqual([]);
    part.add(tokens('n', 'one'));
    expect(part.models).toEqual([{ model: 'n', provider: 'one', usage: { inputTokens: 3, outputTokens: 1 } }]);
  });
});

describe('a model', () => {
  const used = (inputTokens: number, outputTokens: number): AgentEvent => {
    return { type: 'token_usage', model: 'm', inputTokens, outputTokens, ...STAMP };
  };

  it.each([
    [1, 0, true],
    [0, 1, true],
    [2, 2, true],
    [0, 0, false],
  ])('with %i tokens of input and %i of output has answered: %s', (inputTokens, outputTokens, has) => {
    const part = partAfter();
    part.add(used(inputTokens, outputTokens));
    expect(part.models).toEqual(has ? [{ model: 'm', usage: { inputTokens, outputTokens } }] : []);
  });
});

describe('a part', () => {
  it('is not open, and has had no turn of the agent, before it hears of one', () => {
    const part = partAfter();
    expect([part.from, part.isOpen, part.hasTurn]).toEqual([1, false, false]);
  });
});

describe('the cost since another one', () => {
  it('has no digits that no price has', () => {
    const since = (totalUsd: number): unknown => costSince({ ...COST, totalUsd: 0 }, { ...COST, totalUsd })?.totalUsd;
    expect([since(0.1 + 0.2), since(1.0000000000004), since(1.000000000001)]).toEqual([0.3, 1, 1.000000000001]);
  });

  it('has what was thought and cached since, by themselves', () => {
    const before = { totalUsd: 1, inputTokens: 10, outputTokens: 20, thinkingTokens: 3, cachedTokens: 4 };
    const now = { totalUsd: 3, inputTokens: 11, outputTokens: 22, thinkingTokens: 6, cachedTokens: 8 };
    expect(costSince(before, now)).toEqual({
      totalUsd: 2,
      inputTokens: 1,
      outputTokens: 2,
      thinkingTokens: 3,
      cachedTokens: 4,
    });
  });

  it('is null where nothing was told, and the whole where nothing was told before', () => {
    expect(costSince(COST, undefined)).toBeNull();
    expect(costSince(undefined, COST)).toBe(COST);
  });

  it('has the counts that are told now, less those that were told before', () => {
    const before: CostRecord = { ...COST, cachedTokens: 2, thinkingTokens: 1 };
    const now: CostRecord = { ...COST, totalUsd: 0.8, inputTokens: 25, cachedTokens: 7 };
    const since = { totalUsd: 0.3, inputTokens: 15, outputTokens: 0, cachedTokens: 5 };
    expect(costSince(before, now)).toEqual(since);
    expect(costSince(COST, now)).toEqual({ ...since, cachedTokens: 7 });
  });
});
