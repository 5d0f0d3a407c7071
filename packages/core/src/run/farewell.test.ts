import { expect, it } from 'vitest';
import { Farewell } from './farewell.ts';
import { createManualClock } from './testing/manual-clock.ts';

/** A farewell with 500 ms for the agent, whose parts write down what is asked of them. */
function setUp() {
  const done: unknown[][] = [];
  const note =
    (what: string) =>
    (...given: unknown[]): void =>
      void done.push([what, ...given]);
  const clock = createManualClock();
  const goodbye = { write: ['bye'], endInput: true };
  const parts = {
    prepared: { settleMs: 500 },
    clock,
    act: note('act'),
    dialect: () => ({ close: () => goodbye }),
    say: note('say'),
    steerReading: note('steerReading'),
    time: { stand: note('stand') },
    timers: { leave: note('leave') },
    attempt: () => ({ stop: note('stop') }),
  };
  return {
    farewell: new Farewell(parts as unknown as ConstructorParameters<typeof Farewell>[0]),
    clock,
    done,
    goodbye,
  };
}

it('an agent that is done is told so, after the run knows it, and is ended if it stays', () => {
  const { farewell, clock, done, goodbye } = setUp();
  farewell.begin();
  expect(done.splice(0)).toEqual([
    ['act', { action: 'close' }],
    ['stand', 'leaving'],
    ['leave'],
    ['steerReading'],
    ['say', goodbye],
  ]);
  clock.pass(499);
  expect(done).toEqual([]);
  clock.pass(1);
  expect(done).toEqual([['stop']]);
});

it('an agent that is gone in time is not ended', () => {
  const { farewell, clock, done } = setUp();
  farewell.begin();
  done.splice(0);
  clock.pass(499);
  farewell.end();
  clock.pass(10_000);
  expect([done, clock.size]).toEqual([[], 0]);
});

it('an agent that leaves unasked needs no farewell', () => {
  const { farewell, clock, done } = setUp();
  farewell.end();
  expect([done, clock.size]).toEqual([[], 0]);
});
