import { describe, expect, it } from 'vitest';
import { noteDroppedText } from './early-collection.ts';
import { ENOUGH, LONG, presses, settle } from './testing/presses.ts';

const ALL = ENOUGH * LONG;

describe('texts that are dropped', () => {
  it('make V8 collect when there are 24 MiB of them, and again after as many', () => {
    settle();
    for (let round = 0; round < 2; round++) {
      const told = Array.from({ length: ENOUGH }, () => presses(() => noteDroppedText(LONG)));
      expect(told.indexOf(true)).toBe(ENOUGH - 1);
    }
  });

  it('count exactly', () => {
    settle();
    expect(presses(() => noteDroppedText(ALL - 1 - LONG))).toBe(false);
    expect(presses(() => noteDroppedText(LONG))).toBe(false);
    expect(presses(() => noteDroppedText(LONG))).toBe(true);
  });

  it('count for nothing while they are short', () => {
    settle();
    for (let n = 0; n < 2 * ENOUGH; n++) {
      expect(presses(() => noteDroppedText(LONG - 1))).toBe(false);
    }
  });
});
