import { expect, it } from 'vitest';
import type { DialectState } from '../adapter/index.ts';
import { lastWordsOf, Reprieve, reprieveOf } from './last-words.ts';
import { createManualClock } from './testing/manual-clock.ts';

const dialect = (turn: boolean) => ({ state: { turn } as DialectState, interrupt: () => ({ write: ['stop'] }) });
const elsewhere = { worksElsewhere: true } as const;

it.each([
  ['an open turn that works elsewhere', elsewhere, true, undefined, ['stop'], 0],
  ['one that was told a while ago', elsewhere, true, 700, [], 400],
  ['one that was told just now', elsewhere, true, 1_000, [], 700],
  ['one that was told long ago', elsewhere, true, 100, [], 0],
  ['one that was told at the first moment of its clock', elsewhere, true, 0, [], 0],
  ['no turn', elsewhere, false, 1_000, [], 0],
  ['a turn that works here', {}, true, 1_000, [], 0],
  ['a turn that works here and was told nothing', {}, true, undefined, [], 0],
])('of %s, what is still said, and how long it is waited for', (_, mode, turn, toldAt, words, ms) => {
  expect([
    lastWordsOf(mode, dialect(turn), { toldAt }),
    reprieveOf({ mode, gracePeriodMs: 700 }, dialect(turn), { toldAt, now: 1_000 }),
  ]).toEqual([words, ms]);
});

/** A reprieve of 300 ms that has begun, and what it has done. */
function begin(ms = 300) {
  const clock = createManualClock();
  const reprieve = new Reprieve();
  const ends: number[] = [];
  const start = clock.now();
  const again = (left: number): void => reprieve.begin(clock, left, () => ends.push(clock.now() - start));
  again(ms);
  return { clock, reprieve, ends, again };
}

it('a reprieve ends once, with its time or before it', () => {
  const { clock, reprieve, ends } = begin();
  clock.pass(299);
  expect(ends).toEqual([]);
  clock.pass(1);
  reprieve.over();
  expect([ends, clock.size]).toEqual([[300], 0]);
  const early = begin();
  early.clock.pass(100);
  early.reprieve.over();
  early.clock.pass(1_000);
  expect([early.ends, early.clock.size]).toEqual([[100], 0]);
});

it('a reprieve that has begun is no longer for a second stop, and is over where nothing is left of it', () => {
  const { clock, ends, again } = begin();
  clock.pass(100);
  again(300);
  clock.pass(200);
  expect([ends, clock.size]).toEqual([[300], 0]);
  const cut = begin();
  cut.again(0);
  expect([cut.ends, cut.clock.size, begin(0).ends]).toEqual([[0], 0, [0]]);
});

it('a reprieve of a CLI that hears nothing ends at once, also where that was known before', () => {
  const { reprieve, ends, clock } = begin();
  clock.pass(50);
  reprieve.giveUp();
  expect([ends, clock.size]).toEqual([[50], 0]);
  const known = new Reprieve();
  known.over();
  known.giveUp();
  let count = 0;
  known.begin(clock, 300, () => count++);
  expect([count, clock.size]).toEqual([1, 0]);
});
