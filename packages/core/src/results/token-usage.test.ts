import { describe, expect, it } from 'vitest';
import { addUsage } from './token-usage.ts';

describe('the sum of tokens', () => {
  it('begins with the first usage, where what is not told counts for nothing', () => {
    expect(addUsage(null, { inputTokens: 3, outputTokens: 2 })).toStrictEqual({
      inputTokens: 3,
      outputTokens: 2,
      thinkingTokens: 0,
      cachedTokens: 0,
      totalTokens: 5,
    });
  });

  it('adds each number to its own, and the total is the input and the output', () => {
    const sum = addUsage(null, { inputTokens: 3, outputTokens: 2, thinkingTokens: 1, cachedTokens: 2 });
    expect(addUsage(sum, { inputTokens: 30, outputTokens: 20, thinkingTokens: 10, cachedTokens: 20 })).toStrictEqual({
      inputTokens: 33,
      outputTokens: 22,
      thinkingTokens: 11,
      cachedTokens: 22,
      totalTokens: 55,
    });
  });

  it('keeps a number to which nothing is added', () => {
    const sum = addUsage(null, { inputTokens: 3, outputTokens: 2, thinkingTokens: 1, cachedTokens: 2 });
    expect(addUsage(sum, { inputTokens: 0, outputTokens: 0 })).toStrictEqual(sum);
  });

  it.each(['inputKnown', 'outputKnown'] as const)(
    'is not known where %s was denied once, whichever part says so',
    (name) => {
      const counts = { inputTokens: 1, outputTokens: 1 };
      const lacking = addUsage(null, { ...counts, [name]: false });
      expect(lacking[name]).toBe(false);
      expect(addUsage(lacking, counts)[name]).toBe(false);
      expect(addUsage(addUsage(null, counts), { ...counts, [name]: false })[name]).toBe(false);
      expect(addUsage(addUsage(null, counts), { ...counts, [name]: true })).not.toHaveProperty(name);
    },
  );

  it('stays as it was where it would be no number that can be told, and says so', () => {
    const sum = addUsage(null, { inputTokens: Number.MAX_SAFE_INTEGER, outputTokens: 1 });
    expect(addUsage(sum, { inputTokens: 1, outputTokens: 1 })).toMatchObject({
      inputTokens: Number.MAX_SAFE_INTEGER,
      inputKnown: false,
      outputTokens: 2,
    });
  });
});
