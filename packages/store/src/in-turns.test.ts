import { expect, it } from 'vitest';
import { inTurns } from './in-turns.ts';

it.each([0, 1])('lets go of what it reads from where entry %i of a lot cannot be read', async (bad) => {
  let isOpen = false;
  function* lot(): Generator<number, void, undefined> {
    for (let at = 0; at < 3; at++) {
      if (at === bad) {
        throw new Error('damaged');
      }
      yield at;
    }
  }
  function* lots(): Generator<Iterator<number>, void, undefined> {
    isOpen = true;
    try {
      yield lot();
    } finally {
      isOpen = false;
    }
  }
  const entries = inTurns(lots());
  for (let at = 0; at < bad; at++) {
    expect(await entries.next()).toEqual({ done: false, value: at });
  }
  await expect(entries.next()).rejects.toThrow('damaged');
  expect(isOpen).toBe(false);
});
