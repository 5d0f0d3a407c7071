/** Tokens and money over the Agent Client Protocol, whose agents mean different things by the same names. */
import type { TokenCounts } from '@agent-mux/events';
import { describe, expect, it } from 'vitest';
import type { ModelTokens, UsageSpan } from './quirks.ts';
import { SessionUsage, usageOf } from './usage.ts';

const USD = (amount: number) => ({ used: 1, size: 100, cost: { amount, currency: 'USD' } });
const UNKNOWN = { inputTokens: 0, outputTokens: 0, inputKnown: false, outputKnown: false };
const tokens = (inputTokens: number, outputTokens: number): TokenCounts => ({ inputTokens, outputTokens });

interface Prompt {
  readonly usage?: TokenCounts;
  readonly requests?: number;
}

/** The usage that is reported at the end of each of these prompts. */
function play(prompts: readonly Prompt[], spans?: UsageSpan): readonly unknown[] {
  const session = new SessionUsage(spans);
  session.opened(true);
  return prompts.map(({ usage, requests = 1 }) =>
    session
      .promptEnded({ usage, hasOutput: requests > 0, isOneRequest: requests <= 1 })
      .drafts.map((draft) => (draft.type === 'cost' ? draft.cost : draft)),
  );
}

describe('the counts of an answer to a prompt', () => {
  it.each([
    ['with cached tokens in the input and thoughts in the output', 30, 10, 40],
    ['with both beside them', 23, 6, 40],
    ['with thoughts beside the output', 30, 6, 40],
    ['with cached tokens beside the input', 23, 10, 40],
  ])('%s', (_what, inputTokens, outputTokens, totalTokens) => {
    const usage = {
      inputTokens,
      outputTokens,
      totalTokens,
      thoughtTokens: 4,
      cachedReadTokens: 5,
      cachedWriteTokens: 2,
    };
    expect(usageOf({ usage })).toEqual({ inputTokens: 30, outputTokens: 10, thinkingTokens: 4, cachedTokens: 5 });
  });

  it('with as many thoughts beside them as there are cached tokens', () => {
    const usage = { inputTokens: 100, outputTokens: 50, thoughtTokens: 64, cachedReadTokens: 64, totalTokens: 214 };
    expect(usageOf({ usage })).toEqual({
      inputTokens: 100,
      outputTokens: 114,
      thinkingTokens: 64,
      cachedTokens: 64,
    });
  });

  it('without a total are taken as they are', () => {
    expect(usageOf({ usage: { inputTokens: 9, outputTokens: 2 } })).toEqual({ inputTokens: 9, outputTokens: 2 });
  });
});

describe('a session', () => {
  it('has a sum of all prompts, and no price where none is told', () => {
    expect(play([{ usage: tokens(11, 3) }, { usage: tokens(13, 5) }])).toEqual([
      [
        { type: 'token_usage', ...tokens(11, 3) },
        { totalUsd: 0, priced: false, ...tokens(11, 3) },
      ],
      [
        { type: 'token_usage', ...tokens(13, 5) },
        { totalUsd: 0, priced: false, ...tokens(24, 8) },
      ],
    ]);
  });

  it('whose counts go on over prompts tells what each one added, also one that told nothing', () => {
    expect(play([{}, { usage: tokens(11, 3) }, { usage: tokens(24, 8) }], 'session')).toEqual([
      [],
      [
        { type: 'token_usage', ...tokens(11, 3) },
        { totalUsd: 0, priced: false, ...tokens(11, 3) },
      ],
      [
        { type: 'token_usage', ...tokens(13, 5) },
        { totalUsd: 0, priced: false, ...tokens(24, 8) },
      ],
    ]);
  });

  it('tells nothing of the tokens of a prompt of which only the last request is counted', () => {
    expect(play([{ usage: tokens(11, 3) }, { usage: tokens(13, 5), requests: 2 }], 'last-request')).toEqual([
      [
        { type: 'token_usage', ...tokens(11, 3) },
        { totalUsd: 0, priced: false, ...tokens(11, 3) },
      ],
      [
        { type: 'token_usage', ...UNKNOWN },
        { totalUsd: 0, priced: false, ...tokens(11, 3), inputKnown: false, outputKnown: false },
      ],
    ]);
  });

  it('that told nothing of its first prompt says so as soon as it tells of another', () => {
    expect(play([{}, { usage: tokens(11, 3) }])).toEqual([
      [],
      [
        { type: 'token_usage', ...UNKNOWN },
        { type: 'token_usage', ...tokens(11, 3) },
        { totalUsd: 0, priced: false, ...tokens(11, 3), inputKnown: false, outputKnown: false },
      ],
    ]);
  });

  it('that never tells anything has no usage', () => {
    expect(play([{}, {}])).toEqual([[], []]);
  });

  it('has used nothing where the model said nothing', () => {
    expect(play([{ requests: 0 }, { usage: tokens(11, 3) }]).at(1)).toEqual([
      { type: 'token_usage', ...tokens(11, 3) },
      { totalUsd: 0, priced: false, ...tokens(11, 3) },
    ]);
  });
});

describe('the money of a session that goes on', () => {
  const costsOf = (session: SessionUsage, amounts: readonly number[]): readonly unknown[] =>
    amounts.map((amount) => {
      session.update(USD(amount), false);
      const { turnCost } = session.promptEnded({ usage: tokens(1, 1), hasOutput: true, isOneRequest: true });
      return [turnCost?.totalUsd, turnCost?.priced];
    });

  it('is counted from what its history says', () => {
    const session = new SessionUsage();
    session.update(USD(2), true);
    session.opened(false);
    expect(costsOf(session, [2.5, 4])).toEqual([
      [0.5, undefined],
      [1.5, undefined],
    ]);
  });

  it('is unknown where tokens cost nothing, since the settings of the model have no prices', () => {
    const session = new SessionUsage();
    session.opened(true);
    expect(costsOf(session, [0, 0.5, 0.5])).toEqual([
      [0, false],
      [0.5, undefined],
      [0, false],
    ]);
    session.update(USD(0.75), false);
    const { drafts } = session.promptEnded({ usage: tokens(1, 1), hasOutput: true, isOneRequest: true });
    expect(drafts.at(-1)).toEqual({
      type: 'cost',
      cost: { totalUsd: 0.75, priced: false, inputTokens: 4, outputTokens: 4 },
      mode: 'total',
    });
  });

  it.each([
    [2.5, 4, 1.5],
    [-1, 2, 3],
  ])('is unknown for the first prompt where the history says nothing: %d, and then %d', (first, second, added) => {
    const session = new SessionUsage();
    session.opened(false);
    expect(costsOf(session, [first, second])).toEqual([
      [0, false],
      [added, undefined],
    ]);
  });

  it('has a sum that is known in part alone where the history says nothing', () => {
    const session = new SessionUsage();
    session.opened(false);
    const totals = [2.5, 4].map((amount) => {
      session.update(USD(amount), false);
      return session.promptEnded({ usage: tokens(1, 1), hasOutput: true, isOneRequest: true }).drafts.at(-1);
    });
    expect(totals).toEqual([
      { type: 'cost', cost: { totalUsd: 0, priced: false, ...tokens(1, 1) }, mode: 'total' },
      { type: 'cost', cost: { totalUsd: 1.5, priced: false, ...tokens(2, 2) }, mode: 'total' },
    ]);
  });
});

describe('the tokens of a prompt by model', () => {
  const ONE = { model: { model: 'one' }, tokens: tokens(4, 1) };
  const OTHER = { model: { model: 'other' }, tokens: tokens(7, 2) };
  const WHOLE = [{ type: 'token_usage', ...tokens(11, 3) }];

  it.each<[string, readonly ModelTokens[], readonly object[]]>([
    [
      'are told where they make up the whole',
      [ONE, OTHER],
      [
        { type: 'token_usage', ...tokens(4, 1), model: 'one' },
        { type: 'token_usage', ...tokens(7, 2), model: 'other' },
      ],
    ],
    ['are not told where input is missing', [ONE, { ...OTHER, tokens: tokens(6, 2) }], WHOLE],
    ['are not told where output is missing', [ONE, { ...OTHER, tokens: tokens(7, 1) }], WHOLE],
    ['are not told where there are none', [], WHOLE],
  ])('%s', (_what, byModel, told) => {
    const session = new SessionUsage();
    session.opened(true);
    const { drafts } = session.promptEnded({ usage: tokens(11, 3), byModel, hasOutput: true, isOneRequest: true });
    expect(drafts.slice(0, -1)).toEqual(told);
  });
});
