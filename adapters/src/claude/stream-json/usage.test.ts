/** What answers of Claude Code have used, and what only its results tell of it. */
import { describe, expect, it } from 'vitest';
import { Usage } from './usage.ts';

const asked = (id: string, usage: object = {}) => ({ id, model: 'm', usage });
const END = { input_tokens: 10, cache_read_input_tokens: 4, cache_creation_input_tokens: 1, output_tokens: 3 };
const TOLD = { type: 'token_usage', inputTokens: 15, outputTokens: 3, cachedTokens: 4, model: 'm' };
const result = (total_cost_usd: number, modelUsage: object, more: object = {}) => ({
  ...{ type: 'result', total_cost_usd, modelUsage, ...more },
});
const of = (inputTokens: number, outputTokens: number, more: object = {}) => ({ inputTokens, outputTokens, ...more });

describe('an answer', () => {
  it('is told once, though its usage is repeated with each of its blocks', () => {
    const usage = new Usage();
    expect([usage.ofRequest(asked('a'), END), usage.ofRequest(asked('a'), END)]).toEqual([[TOLD], []]);
    expect([usage.ofRequest(asked('b'), END), usage.ofRequest(asked('a'), END)]).toEqual([[TOLD], [TOLD]]);
  });

  it('without an id is told each time', () => {
    const usage = new Usage();
    expect([usage.ofRequest(asked(''), END), usage.ofRequest(asked(''), END)]).toEqual([[TOLD], [TOLD]]);
  });

  it('has its input from its beginning where the end does not repeat it, and what was thought', () => {
    const { output_tokens, ...input } = END;
    const end = { output_tokens, output_tokens_details: { thinking_tokens: 2 } };
    expect(new Usage().ofRequest(asked('a', input), end)).toEqual([{ ...TOLD, thinkingTokens: 2 }]);
    expect(new Usage().ofRequest(asked('a', input), undefined)).toEqual([]);
  });

  it('of a subagent is seen once on its lane, with its input', () => {
    const usage = new Usage();
    const seen = [
      usage.seenOf('l', 'a', END),
      usage.seenOf('l', 'a', END),
      usage.seenOf('k', 'a', END),
      usage.seenOf('l', '', END),
      usage.seenOf('l', 'b', undefined),
    ];
    const told = { type: 'tokens_seen', inputTokens: 15, outputTokens: 3 };
    expect(seen).toEqual([[{ ...told, lane: 'l' }], [], [{ ...told, lane: 'k' }], [], []]);
  });
});

describe('a result that lacks a number', () => {
  const COST = { totalUsd: 0.5, inputTokens: 15, outputTokens: 3, cachedTokens: 4 };
  const costOf = (line: object): unknown => {
    const usage = new Usage();
    usage.ofRequest(asked('a'), END);
    return usage.ofResult(line).drafts.flatMap((draft) => (draft.type === 'cost' ? [draft.cost] : []));
  };

  it.each<[what: string, line: object, cost: object]>([
    ['the models', { total_cost_usd: 0.5 }, COST],
    ['any model', { total_cost_usd: 0.5, modelUsage: {} }, COST],
    ['the counts of a model', result(0.5, { m: { inputTokens: '15' } }), COST],
    ['the sum of the money', { total_cost_usd: '0.5', modelUsage: { m: of(15, 3, { costUSD: 0.5 }) } }, COST],
    [
      'the money of one model',
      { total_cost_usd: null, modelUsage: { m: of(15, 3), n: of(1, 1, { costUSD: 0.5 }) } },
      { ...COST, inputTokens: 16, outputTokens: 4, priced: false },
    ],
    ['everything', {}, { ...COST, totalUsd: 0, priced: false }],
  ])('lacks no more: without %s', (_what, line, cost) => {
    expect(costOf(line)).toEqual([cost]);
  });

  it('costs nothing where nothing was used, and says so of no model without a name', () => {
    expect(new Usage().ofResult({ total_cost_usd: 0, modelUsage: {} })).toEqual({ drafts: [], turn: undefined });
    const { drafts } = new Usage().ofResult(result(0.5, { '': of(15, 3, { costUSD: 0.5 }) }));
    expect(drafts.at(-1)).not.toHaveProperty('models');
  });

  it('keeps the money that was told before it', () => {
    const usage = new Usage();
    usage.ofResult(result(0.5, { m: of(15, 3) }));
    expect(usage.ofResult({ modelUsage: { m: of(20, 4) } }).drafts.at(-1)).toMatchObject({
      cost: { totalUsd: 0.5, priced: false, inputTokens: 20 },
    });
    expect(usage.ofResult(result(0.7, { m: of(20, 4) })).drafts.at(-1)).not.toHaveProperty('cost.priced');
  });

  it('is not counted from where a session was taken up, which another result says', () => {
    const usage = new Usage();
    const [all, since] = [{ m: of(150, 30, { costUSD: 3 }) }, { m: of(50, 10, { costUSD: 1 }) }];
    const first = usage.ofResult({ total_cost_usd: 3, model_usage_since_last_result: since });
    expect(first.drafts.at(-1)).toMatchObject({ type: 'cost', cost: { totalUsd: 1 } });
    const second = usage.ofResult(result(3, all, { model_usage_since_last_result: since }));
    expect(second.drafts.at(-1)).toMatchObject({
      cost: { totalUsd: 1, inputTokens: 50, outputTokens: 10 },
      models: [{ model: 'm', costUsd: 1 }],
    });
  });
});

describe('a result', () => {
  it('tells what no answer has, by model where that is all of it', () => {
    const usage = new Usage();
    usage.ofRequest(asked('a'), END);
    const { drafts, turn } = usage.ofResult(result(0.5, { m: of(15, 3), n: of(7, 2) }));
    expect(drafts).toMatchObject([
      { type: 'token_usage', inputTokens: 7, outputTokens: 2, model: 'n' },
      { type: 'cost', cost: { totalUsd: 0.5, inputTokens: 22, outputTokens: 5 }, mode: 'total' },
    ]);
    expect(turn).toMatchObject({ totalUsd: 0.5, inputTokens: 22, outputTokens: 5 });
  });

  it('tells it of no model where the models do not come to as much', () => {
    const usage = new Usage();
    usage.ofRequest({ ...asked('a'), model: 'unknown' }, END);
    const [rest] = usage.ofResult(result(0.5, { m: of(20, 5) })).drafts;
    expect(rest).toEqual({ type: 'token_usage', inputTokens: 5, outputTokens: 2, cachedTokens: 0 });
  });

  it('tells it of no model where the models come to as much input alone, or output alone', () => {
    for (const [told, all] of [
      [{ input_tokens: 0, output_tokens: 3 }, of(20, 5)],
      [{ input_tokens: 10, output_tokens: 0 }, of(20, 5)],
    ] as const) {
      const usage = new Usage();
      usage.ofRequest({ ...asked('a'), model: 'unknown' }, told);
      const [rest] = usage.ofResult(result(0.5, { m: all })).drafts;
      expect(rest).not.toHaveProperty('model');
      expect(rest).toMatchObject(of(20 - told.input_tokens, 5 - told.output_tokens));
    }
  });

  it('adds to its turn what came since the result before it', () => {
    const usage = new Usage();
    usage.ofResult(result(0.5, { m: of(20, 5) }));
    expect(usage.ofResult(result(0.75, { m: of(30, 6) })).turn).toMatchObject({
      ...{ totalUsd: 0.25, inputTokens: 10, outputTokens: 1 },
    });
    expect(usage.ofResult(result(0.75, { m: of(30, 6) })).turn).toBeUndefined();
  });

  it('adds no dust of a subtraction to its turn', () => {
    const usage = new Usage();
    usage.ofResult(result(1000.1, { m: of(20, 5) }));
    expect(usage.ofResult(result(1000.3, { m: of(30, 6) })).turn).toMatchObject({ totalUsd: 0.2 });
  });

  it('counts as spent before the run what it does not tell as spent since', () => {
    const since = { model_usage_since_last_result: { m: of(20, 5) } };
    expect(new Usage().ofResult(result(1.5, { m: of(30, 6) }, since)).turn).toMatchObject({
      inputTokens: 20,
      totalUsd: 0,
    });
    const priced = { model_usage_since_last_result: { m: of(20, 5, { costUSD: 0.5 }) } };
    expect(new Usage().ofResult(result(1.5, { m: of(30, 6) }, priced)).turn).toMatchObject({
      inputTokens: 20,
      totalUsd: 0.5,
    });
  });

  it('is what tells of answers that came whole', () => {
    const usage = new Usage();
    usage.isWhole = true;
    const [told] = usage.ofResult(
      result(0, {}, { usage: END, model_usage_since_last_result: { m: of(15, 3) } }),
    ).drafts;
    expect(told).toMatchObject({ type: 'token_usage', inputTokens: 15, outputTokens: 3 });
    expect(new Usage().ofResult(result(0, {}, { usage: END })).drafts).toEqual([]);
    // No model has answered.
    expect(usage.ofResult(result(0, {}, { usage: { ...END, output_tokens: 0 } })).drafts).toEqual([]);
  });
});

describe('the window of the model', () => {
  const near = { input_tokens: 95, output_tokens: 0 };
  const warning = { type: 'context_limit_warning', usedTokens: 95, maxTokens: 100, pctUsed: 95 };
  const withWindows = (modelUsage: object): Usage => {
    const usage = new Usage();
    usage.model = 'm';
    usage.ofResult(result(0, modelUsage));
    return usage;
  };

  it.each<[string, object, boolean]>([
    ['by its name', { m: of(0, 0, { contextWindow: 100 }), n: of(0, 0, { contextWindow: 900 }) }, true],
    [
      'by its other name',
      { x: of(0, 0, { contextWindow: 100, canonicalModel: 'm' }), n: of(0, 0, { contextWindow: 900 }) },
      true,
    ],
    ['since all have the same', { x: of(0, 0, { contextWindow: 100 }), n: of(0, 0, { contextWindow: 100 }) }, true],
    [
      'not, since others have several',
      { x: of(0, 0, { contextWindow: 100 }), n: of(0, 0, { contextWindow: 90 }) },
      false,
    ],
    ['not, since none is told', { m: of(0, 0, { contextWindow: 0 }) }, false],
  ])('is known %s', (_how, modelUsage, isKnown) => {
    const drafts = withWindows(modelUsage).ofRequest(asked('a'), near);
    expect(drafts.slice(1)).toEqual(isKnown ? [warning] : []);
  });

  it('is that of the model without a name where the CLI names none', () => {
    const usage = new Usage();
    usage.model = '';
    usage.ofResult(result(0, { '': of(0, 0, { contextWindow: 100 }), n: of(0, 0, { contextWindow: 900 }) }));
    expect(usage.ofRequest(asked('a'), near).slice(1)).toEqual([warning]);
  });

  it('is as good as empty after a compaction', () => {
    const usage = withWindows({ m: of(0, 0, { contextWindow: 100 }) });
    usage.ofRequest(asked('a'), near);
    usage.compacted();
    expect(usage.ofRequest(asked('b'), near).slice(1)).toEqual([warning]);
  });
});
