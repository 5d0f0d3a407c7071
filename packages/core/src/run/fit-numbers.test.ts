import { describe, expect, it } from 'vitest';
import { isFitNumber, type NumberKind, withoutUnfitNumbers } from './fit-numbers.ts';

describe('a number that an event may have', () => {
  it.each<[NumberKind, readonly unknown[], readonly unknown[]]>([
    ['count', [0, 1, 2 ** 53 - 1], [-1, 0.5, 2 ** 53, Number.NaN, '1', null, undefined]],
    ['integer', [0, -1, 1 - 2 ** 53], [0.5, -(2 ** 53), Number.POSITIVE_INFINITY, '1', null, undefined]],
    ['amount', [0, 0.5, 2 ** 60], [-0.5, Number.NaN, Number.POSITIVE_INFINITY, '1', null, undefined]],
  ])('is told from others: %s', (kind, fit, unfit) => {
    expect(fit.map((value) => isFitNumber(kind, value))).toEqual(fit.map(() => true));
    expect(unfit.map((value) => isFitNumber(kind, value))).toEqual(unfit.map(() => false));
  });
});

describe('fields', () => {
  const COUNTS = [
    'inputTokens',
    'outputTokens',
    'thinkingTokens',
    'cachedTokens',
    'usedTokens',
    'maxTokens',
    'priorTurnCount',
    'tokensSaved',
    'byteCount',
  ];
  const AMOUNTS = ['totalUsd', 'costUsd', 'durationMs', 'retryAfterMs'];

  it.each(COUNTS)('have no count that is none: %s', (name) => {
    expect(withoutUnfitNumbers({ [name]: 0.5, other: 1 }, false)).toEqual({ other: 1 });
    expect(withoutUnfitNumbers({ [name]: -1 }, false)).toEqual({});
    expect(withoutUnfitNumbers({ [name]: 0 }, false)).toEqual({ [name]: 0 });
  });

  it.each(AMOUNTS)('have no amount that is none: %s', (name) => {
    expect(withoutUnfitNumbers({ [name]: -0.5, other: 1 }, false)).toEqual({ other: 1 });
    expect(withoutUnfitNumbers({ [name]: 0.5 }, false)).toEqual({ [name]: 0.5 });
  });

  it('have an exit code below zero, and none that is broken', () => {
    expect(withoutUnfitNumbers({ exitCode: -1 }, false)).toEqual({ exitCode: -1 });
    expect(withoutUnfitNumbers({ exitCode: 0.5 }, false)).toEqual({});
  });

  it('keep what is no number, and the numbers that nobody knows', () => {
    const fields = { inputTokens: '1', totalUsd: null, exitCode: undefined, unknown: -0.5, toString: -1, hasOwn: -1 };
    expect(withoutUnfitNumbers(fields, false)).toStrictEqual(fields);
    expect(withoutUnfitNumbers(fields, true)).toStrictEqual(fields);
  });

  it('of a cost say of what must be there that it is not known', () => {
    expect(withoutUnfitNumbers({ inputTokens: -1, outputTokens: 2, totalUsd: 3 }, true)).toStrictEqual({
      inputTokens: 0,
      inputKnown: false,
      outputTokens: 2,
      totalUsd: 3,
    });
    expect(withoutUnfitNumbers({ inputTokens: 1, outputTokens: 0.5, totalUsd: 3 }, true)).toStrictEqual({
      inputTokens: 1,
      outputTokens: 0,
      outputKnown: false,
      totalUsd: 3,
    });
    expect(withoutUnfitNumbers({ inputTokens: 1, outputTokens: 2, totalUsd: Number.NaN }, true)).toStrictEqual({
      inputTokens: 1,
      outputTokens: 2,
      totalUsd: 0,
      priced: false,
    });
    // What need not be there is left out.
    expect(withoutUnfitNumbers({ cachedTokens: -1 }, true)).toEqual({});
  });
});
