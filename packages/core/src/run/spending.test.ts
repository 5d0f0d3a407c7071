import type { AgentEvent } from '@agent-mux/events';
import { describe, expect, it } from 'vitest';
import type { Capabilities } from '../adapter/adapter.ts';
import type { Outcome } from '../adapter/draft.ts';
import type { ResolvedOptions } from '../adapter/options.ts';
import { isOverBudget, Spending } from './spending.ts';

interface Given {
  readonly options?: Partial<ResolvedOptions>;
  readonly capabilities?: Partial<Capabilities>;
  readonly prices?: Record<string, { inputPerMillion: number; outputPerMillion: number }>;
}

type Said = Partial<AgentEvent> & { readonly type: 'token_usage' | 'cost' | 'log' };

const used = (inputTokens: number, outputTokens: number, more = {}): Said => ({
  type: 'token_usage',
  inputTokens,
  outputTokens,
  ...more,
});
/** What the run has cost so far. */
const cost = (totalUsd: number, more = {}): Said => ({
  type: 'cost',
  cost: { totalUsd, inputTokens: 0, outputTokens: 0, ...more },
});
const unpriced = cost(0, { priced: false });

/** Returns the verdict on the run after each message, up to the first that ends it. */
function after(messages: readonly (readonly Said[])[], { options = {}, capabilities = {}, prices = {} }: Given) {
  const spending = new Spending({
    agent: 'toy',
    options: options as ResolvedOptions,
    mode: { capabilities: { maxCost: 'told', ...capabilities } } as never,
    prices,
  });
  for (const [index, events] of messages.entries()) {
    for (const event of events) {
      spending.observe(event as AgentEvent);
    }
    const overrun = spending.overrun(0);
    if (overrun !== undefined) {
      return { index, overrun };
    }
  }
  return undefined;
}

const error = (code: string, message: RegExp): unknown => ({
  type: 'error',
  code,
  message: expect.stringMatching(message),
});
const SPENT = 'BUDGET_EXCEEDED';
const PRICES = { dear: { inputPerMillion: 1_000, outputPerMillion: 10_000 } };

describe('tokens', () => {
  const options = { maxTokens: 100 };

  it('may be used up, and not one more', () => {
    expect(after([[used(60, 20)], [used(15, 5)]], { options })).toBeUndefined();
    expect(after([[used(60, 20)], [used(15, 5)], [used(1, 0)], [used(9, 9)]], { options })).toEqual({
      index: 2,
      overrun: error(SPENT, /has used 101 tokens, and may use 100 \(`maxTokens`\)/),
    });
  });

  it('are those of all agents at work', () => {
    expect(after([[used(60, 20)], [used(20, 1, { lane: 'kid' })]], { options })?.index).toBe(1);
  });

  it.each(['inputKnown', 'outputKnown'])('end the run where not all of them are told (%s)', (marker) => {
    expect(after([[used(1, 1, { [marker]: false })]], { options })).toEqual({
      index: 0,
      overrun: error('CAPABILITY_ERROR', /`maxTokens` cannot be kept: toy does not tell all/),
    });
  });

  it('count before all of them are told, and once', () => {
    const spending = new Spending({
      agent: 'toy',
      options: options as ResolvedOptions,
      mode: { capabilities: { maxCost: 'native' } } as never,
      prices: {},
    });
    spending.see({ inputTokens: 60, outputTokens: 1 });
    expect(spending.overrun(0)).toBeUndefined();
    spending.see({ inputTokens: 39, outputTokens: 1 });
    expect(spending.overrun(0)).toMatchObject({ code: SPENT, message: expect.stringContaining('has used 101 tokens') });
    for (const event of [used(80, 20), cost(0.1)]) {
      spending.observe(event as AgentEvent);
    }
    expect(spending.overrun(0)).toBeUndefined();
  });

  it('cost nothing where no price is asked for', () => {
    expect(after([[used(1, 1, { model: 'unknown' }), unpriced]], { options })).toBeUndefined();
  });
});

describe('money', () => {
  const options = { maxCostUsd: 0.3 };

  it('is what the agent says that all requests have cost', () => {
    expect(
      after(
        [
          [used(1, 1), cost(0.2)],
          [used(1, 1), cost(0.3)],
        ],
        { options },
      ),
    ).toBeUndefined();
    expect(
      after(
        [
          [used(1, 1), cost(0.2)],
          [used(1, 1), cost(0.31)],
        ],
        { options },
      ),
    ).toEqual({
      index: 1,
      overrun: error(SPENT, /has cost \$0\.31, and may cost \$0\.3 \(`maxCostUsd`\)/),
    });
  });

  it('has no dust of an addition', () => {
    const each = used(100, 0, { model: 'dear' });
    expect(after([[each], [each], [each]], { options, prices: PRICES })).toBeUndefined();
    expect(after([[each], [each], [each], [used(1, 0, { model: 'dear' })]], { options, prices: PRICES })?.index).toBe(
      3,
    );
  });

  it('has no dust of many additions either', () => {
    const requests = Array.from({ length: 74 }, () => [used(700, 0, { model: 'dear' })]);
    expect(after(requests, { options: { maxCostUsd: 51.8 }, prices: PRICES })).toBeUndefined();
  });

  it('is by the prices of the client before that of the agent', () => {
    const request = [used(200, 0, { model: 'dear' }), cost(9)];
    expect(after([request], { options, prices: PRICES })).toBeUndefined();
    expect(after([request], { options })?.overrun).toMatchObject({ code: SPENT });
  });

  it('is by the model that was asked for where the wire names none', () => {
    const asked = { options: { ...options, model: 'somebody/dear' }, prices: PRICES };
    expect(
      after(
        [
          [used(300, 0), unpriced],
          [used(1, 0), unpriced],
        ],
        asked,
      ),
    ).toMatchObject({
      index: 1,
      overrun: { code: SPENT },
    });
  });

  it('is by the model that answered, also where another one was asked for', () => {
    const asked = { options: { ...options, model: 'dear' }, prices: PRICES };
    expect(after([[used(1, 0, { model: 'other' }), unpriced]], asked)?.overrun).toMatchObject({
      code: 'VALIDATION_ERROR',
    });
  });

  it.each([
    [
      'a model without a price',
      [used(1, 1, { model: 'new', provider: 'p' }), unpriced],
      /toy has asked the model "new"/,
    ],
    [
      'no cost at all',
      [used(1, 1, { model: 'new' })],
      /the model "new", and no price is known of it; give the client `prices`/,
    ],
    ['no model', [used(1, 1), unpriced], /a model that it does not name/],
    ['a part of the tokens', [used(1, 1, { model: 'dear', outputKnown: false }), unpriced], /the model "dear"/],
  ])('ends the run at the first request that cannot be priced: %s', (_what, request, message) => {
    expect(after([[used(1, 1, { model: 'dear' })], request], { options, prices: PRICES })).toEqual({
      index: 1,
      overrun: error('VALIDATION_ERROR', message),
    });
  });

  it('is summed up from both where the client has a price of one model only', () => {
    const one = [used(200, 0, { model: 'dear' }), cost(0.01)];
    const other = [used(1, 0, { model: 'new' }), cost(0.1)];
    expect(after([one, other], { options, prices: PRICES })).toBeUndefined();
    const dearer = [used(1, 0, { model: 'new' }), cost(0.12)];
    expect(after([one, dearer], { options, prices: PRICES })).toMatchObject({ index: 1, overrun: { code: SPENT } });
  });

  it('is by the price of the provider that answered', () => {
    const prices = { ...PRICES, 'p/dear': { inputPerMillion: 1, outputPerMillion: 1 } };
    const request = [used(900, 0, { model: 'dear', provider: 'p' })];
    expect(after([request], { options, prices })).toBeUndefined();
    expect(after([[used(900, 0, { model: 'dear', provider: 'q' })]], { options, prices })?.index).toBe(0);
  });

  it('names the model that was asked for where the wire names none and there is no price', () => {
    const asked = { options: { ...options, model: 'other' }, prices: PRICES };
    expect(after([[used(1, 0), unpriced]], asked)?.overrun).toEqual(
      error('VALIDATION_ERROR', /toy has asked the model "other", .*; there are "dear"\.$/),
    );
  });

  it('is never taken back, and counts from the lowest that was told', () => {
    const capabilities = { maxCost: 'native' } as const;
    const told = (...costs: readonly number[]) => after([costs.map((usd) => cost(usd))], { options, capabilities });
    expect(told(0.2, 0.1, 0.2)).toBeUndefined();
    expect(told(0.2, 0.1, 0.21)?.overrun).toMatchObject({ code: SPENT, message: expect.stringContaining('$0.31') });
  });

  it('that the agent tells later is that of the request, which has no price until then', () => {
    const request = used(1, 0, { model: 'new' });
    expect(after([[request, unpriced, cost(0.3)]], { options, prices: PRICES })).toBeUndefined();
    expect(after([[request, unpriced, cost(0.31)]], { options, prices: PRICES })?.overrun).toMatchObject({
      code: SPENT,
    });
    // What was told of a request with a price is not counted once more.
    const both = [used(200, 0, { model: 'dear' }), cost(0.2), used(1, 0, { model: 'new' }), cost(0.3)];
    expect(after([both], { options, prices: PRICES })).toBeUndefined();
  });

  it('is left to a CLI that keeps to it itself, but for what it says at the end', () => {
    const capabilities = { maxCost: 'native' } as const;
    const requests = [[used(900, 0, { model: 'dear' })], [used(900, 0, { model: 'new' })]];
    expect(after([...requests, [cost(0.3)]], { options, capabilities, prices: PRICES })).toBeUndefined();
    expect(after([...requests, [cost(0.4)]], { options, capabilities })).toMatchObject({
      index: 2,
      overrun: { code: SPENT },
    });
  });
});

it('counts nothing where there is no limit', () => {
  expect(after([[used(1e9, 1e9), cost(1e6)], [used(1, 1, { inputKnown: false })]], {})).toBeUndefined();
});

it.each<[boolean, Partial<ResolvedOptions>, Partial<Capabilities>]>([
  [false, {}, {}],
  [true, { maxTokens: 1 }, {}],
  [true, { maxCostUsd: 1 }, { maxCost: 'told' }],
  [true, { maxCostUsd: 1 }, { maxCost: 'priced' }],
  [true, { maxTurns: 1 }, { supportsMaxTurns: false }],
  // The CLI itself keeps to these.
  [false, { maxCostUsd: 1 }, { maxCost: 'native' }],
  [false, { maxTurns: 1 }, { supportsMaxTurns: true }],
])('counts where that decides about the end: %s with %j and %j', (isCounting, options, capabilities) => {
  const run = { agent: 'toy', options, mode: { capabilities }, prices: {} };
  expect(new Spending(run as never).isCounting).toBe(isCounting);
});

describe('model requests', () => {
  const stepsOf = (capabilities: Partial<Capabilities>) =>
    new Spending({
      agent: 'toy',
      options: { maxTurns: 2 } as ResolvedOptions,
      mode: { capabilities } as never,
      prices: {},
    });

  it('are counted here, or by the CLI', () => {
    const spending = stepsOf({ supportsMaxTurns: false });
    expect([spending.overrun(2), spending.overrun(3)]).toEqual([undefined, { type: 'turn_limit', maxTurns: 2 }]);
    const free = new Spending({ agent: 'toy', options: {}, mode: { capabilities: {} }, prices: {} } as never);
    expect(free.overrun(1e9)).toBeUndefined();
    expect(stepsOf({ supportsMaxTurns: true }).overrun(3)).toBeUndefined();
  });
});

it.each<[Outcome | undefined, boolean]>([
  [undefined, false],
  [{ type: 'error', code: 'BUDGET_EXCEEDED', message: '' }, true],
  [{ type: 'error', code: 'AGENT_ERROR', message: '' }, false],
  [{ type: 'turn_limit', maxTurns: 1 }, false],
])('knows an outcome of its own: %j', (outcome, isOver) => {
  expect(isOverBudget(outcome)).toBe(isOver);
});
