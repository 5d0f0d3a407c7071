import { describe, expect, it } from 'vitest';
import { QUIET_MS, RunTimers } from './run-timers.ts';
import { StandingClock } from './standing-clock.ts';
import { createManualClock } from './testing/manual-clock.ts';

function setUp(options: {
  readonly beginsAt?: number;
  readonly canAsk?: boolean;
  readonly isAtWork?: () => boolean;
  readonly inactivity?: number;
  readonly answers?: number;
}) {
  const manual = createManualClock();
  const offset = options.beginsAt === undefined ? 0 : options.beginsAt - manual.now();
  const clock = { ...manual, now: () => manual.now() + offset };
  const heard: string[] = [];
  const timers: RunTimers = new RunTimers({
    clock,
    time: new StandingClock(clock),
    timeout: 0,
    inactivityTimeout: options.inactivity ?? 0,
    isAtWork: options.isAtWork ?? (() => true),
    onTimeout: (kind) => heard.push(`${kind} timeout`),
    canAsk: () => options.canAsk ?? true,
    onSilence: () => {
      heard.push('asked');
      timers.touch(clock.now());
      for (let count = 0; count < (options.answers ?? 1); count++) {
        clock.after(10, () => timers.touch(clock.now()));
      }
      return options.answers ?? 1;
    },
  });
  timers.start();
  const speak = (times: number): void => {
    for (let count = 0; count < times; count++) {
      timers.touch(clock.now());
    }
  };
  return { clock, heard, timers, speak };
}

it.each([0, 1, 3])('asks a silent agent once per silence, with %i answers', (answers) => {
  const { clock, heard, speak } = setUp({ answers });
  clock.pass(20_000);
  speak(5);
  clock.pass(29_000);
  expect(heard).toEqual([]);
  clock.pass(2_000);
  expect(heard).toEqual(['asked']);
  clock.pass(300_000);
  expect(heard).toEqual(['asked']);
  speak(1);
  clock.pass(61_000);
  expect(heard).toEqual(['asked', 'asked']);
});

it('asks an agent that says something once at its beginning as soon as that is 30 seconds ago', () => {
  const { clock, heard, speak } = setUp({});
  clock.pass(1);
  speak(1);
  clock.pass(29_999);
  expect(heard).toEqual([]);
  clock.pass(1);
  expect(heard).toEqual(['asked']);
});

it('asks an agent that has said nothing since the clock began', () => {
  const { clock, heard } = setUp({ beginsAt: 0 });
  clock.pass(30_000);
  expect(heard).toEqual(['asked']);
});

it('takes 30 seconds at work for a silence', () => {
  const { clock, heard, speak } = setUp({});
  clock.pass(29_999);
  expect(heard).toEqual([]);
  clock.pass(1);
  expect(heard).toEqual(['asked']);
  // The answer has come, and then a word that was not asked for.
  clock.pass(20_000);
  speak(1);
  clock.pass(29_999);
  expect(heard).toEqual(['asked']);
  clock.pass(1);
  expect(heard).toEqual(['asked', 'asked']);
});

it.each([
  { what: 'cannot be asked', options: { canAsk: false } },
  { what: 'waits for us', options: { isAtWork: () => false } },
])('asks no agent that $what', ({ options }) => {
  const { clock, heard } = setUp(options);
  clock.pass(600_000);
  expect(heard).toEqual([]);
});

it('counts the silence from the last word that was not asked for, but for once', () => {
  const { clock, heard } = setUp({ inactivity: 45_000 });
  clock.pass(200_000);
  expect(heard).toEqual(['asked', 'inactivity timeout']);
});

it('takes bytes that are no message yet for no silence, and for no answer either', () => {
  const { clock, heard, timers, speak } = setUp({ inactivity: 45_000 });
  speak(1);
  for (let count = 0; count < 10; count++) {
    clock.pass(20_000);
    timers.read(clock.now());
  }
  expect(heard).toEqual([]);
  clock.pass(30_000);
  expect(heard).toEqual(['asked']);
});

it('takes what is noted late for no earlier word', () => {
  const { clock, heard, timers, speak } = setUp({ inactivity: 45_000 });
  const before = clock.now();
  clock.pass(20_000);
  speak(1);
  timers.touch(before);
  clock.pass(29_000);
  expect(heard).toEqual([]);
  clock.pass(2_000);
  expect(heard).toEqual(['asked']);
});

it('leaves no timer behind', () => {
  const { clock, timers } = setUp({ inactivity: 45_000 });
  timers.stop();
  expect(clock.size).toBe(0);
});

describe('the wait for a CLI to be quiet', () => {
  it('begins anew with each message', () => {
    const { clock, heard, timers } = setUp({ canAsk: false });
    for (let count = 0; count < 3; count++) {
      timers.awaitQuiet(() => heard.push('quiet'));
      clock.pass(QUIET_MS - 1);
    }
    expect(heard).toEqual([]);
    clock.pass(1);
    expect(heard).toEqual(['quiet']);
    expect(clock.size).toBe(0);
  });

  it('ends though the CLI goes on talking, and the next one is as long', () => {
    const { clock, heard, timers } = setUp({ canAsk: false });
    const talk = (): void => {
      for (let passed = 0; passed < 1_000; passed += 10) {
        expect(heard).toEqual([]);
        timers.awaitQuiet(() => heard.push('quiet'));
        clock.pass(10);
      }
      expect(heard.splice(0)).toEqual(['quiet']);
    };
    talk();
    clock.pass(5_000);
    talk();
  });

  it('takes 50 ms, and a second at most', () => {
    const { clock, heard, timers } = setUp({ canAsk: false });
    const hear = (): void => timers.awaitQuiet(() => heard.push('quiet'));
    hear();
    clock.pass(49);
    expect(heard).toEqual([]);
    clock.pass(1);
    expect(heard.splice(0)).toEqual(['quiet']);
    for (let passed = 0; passed < 960; passed += 40) {
      hear();
      clock.pass(40);
    }
    // A message of the very moment at which the time is over does not put it off.
    clock.after(40, hear);
    hear();
    clock.pass(39);
    expect(heard).toEqual([]);
    clock.pass(1);
    expect(heard).toEqual(['quiet']);
  });

  it('is over with the run', () => {
    const { clock, heard, timers } = setUp({ canAsk: false });
    timers.awaitQuiet(() => heard.push('quiet'));
    timers.stop();
    clock.pass(1_000);
    expect([heard, clock.size]).toEqual([[], 0]);
  });
});
