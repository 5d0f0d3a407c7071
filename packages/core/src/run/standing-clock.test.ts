import { describe, expect, it } from 'vitest';
import { RunTimers } from './run-timers.ts';
import { StandingClock } from './standing-clock.ts';
import { createManualClock, type ManualClock } from './testing/manual-clock.ts';

describe('a clock that stands still', () => {
  it('calls back late by the time that it stood, whoever held it, and takes back what is cancelled', () => {
    const clock = createManualClock();
    const time = new StandingClock(clock);
    const calls: string[] = [];
    time.after(100, () => calls.push('a'));
    const cancel = time.after(100, () => calls.push('never'));
    clock.pass(60);
    time.stand('paused');
    clock.pass(500);
    time.stand('pressure');
    time.goOn('paused');
    time.after(10, () => calls.push('b'));
    cancel();
    clock.pass(500);
    expect([time.now(), clock.size]).toEqual([1_000_060, 0]);
    time.goOn('pressure');
    time.goOn('pressure');
    clock.pass(10);
    expect(calls).toEqual(['b']);
    clock.pass(29);
    expect(calls).toEqual(['b']);
    clock.pass(1);
    expect([calls, time.now(), clock.size]).toEqual([['b', 'a'], 1_000_100, 0]);
  });
});

it('calls back at once where there is nothing to wait for', () => {
  const clock = createManualClock();
  const time = new StandingClock(clock);
  let count = 0;
  time.after(0, () => count++);
  clock.pass(0);
  expect(count).toBe(1);
});

describe('the limits of a run', () => {
  function start(limits: { timeout?: number; inactivityTimeout?: number }): {
    clock: ManualClock;
    time: StandingClock;
    timers: RunTimers;
    expired: string[];
    at: { work: boolean };
  } {
    const clock = createManualClock();
    const time = new StandingClock(clock);
    const expired: string[] = [];
    const at = { work: true };
    const timers = new RunTimers({
      clock,
      time,
      timeout: 0,
      inactivityTimeout: 0,
      ...limits,
      isAtWork: () => at.work,
      onTimeout: (kind) => expired.push(kind),
    });
    timers.start();
    return { clock, time, timers, expired, at };
  }

  it('end it once, at the first that is reached', () => {
    const { clock, expired } = start({ timeout: 1_000, inactivityTimeout: 400 });
    clock.pass(399);
    expect(expired).toEqual([]);
    clock.pass(5_000);
    expect([expired, clock.size]).toEqual([['inactivity'], 0]);
  });

  it('take any word for activity, and count no silence while the clock stands', () => {
    const { clock, time, timers, expired } = start({ inactivityTimeout: 400 });
    for (let round = 0; round < 3; round++) {
      clock.pass(300);
      timers.touch(clock.now());
    }
    time.stand('paused');
    clock.pass(10_000);
    time.goOn('paused');
    clock.pass(399);
    expect(expired).toEqual([]);
    clock.pass(1);
    expect(expired).toEqual(['inactivity']);
  });

  it('end the run at its time, whoever holds the agent up', () => {
    const { clock, time, expired } = start({ timeout: 1_000, inactivityTimeout: 400 });
    time.stand('pressure');
    clock.pass(500);
    time.stand('paused');
    clock.pass(499);
    expect(expired).toEqual([]);
    clock.pass(1);
    expect(expired).toEqual(['run']);
  });

  it('end no run that only has to leave, and at once one that was to leave and goes on after its time', () => {
    const { clock, timers, expired } = start({ timeout: 1_000 });
    timers.leave();
    clock.pass(5_000);
    expect(expired).toEqual([]);
    timers.stay();
    expect(expired).toEqual(['run']);
  });

  it('end at its time a run that was to leave and goes on before it', () => {
    const { clock, timers, expired } = start({ timeout: 1_000 });
    timers.leave();
    clock.pass(999);
    timers.stay();
    expect(expired).toEqual([]);
    clock.pass(1);
    expect(expired).toEqual(['run']);
  });

  it.each([
    [{ timeout: 1 }, 'run'],
    [{ inactivityTimeout: 1 }, 'inactivity'],
  ])('may be as short as a millisecond: %j', (limits, kind) => {
    const { clock, expired } = start(limits);
    expect(expired).toEqual([]);
    clock.pass(1);
    expect(expired).toEqual([kind]);
  });

  it('set no timer for each millisecond', () => {
    const clock = createManualClock();
    let count = 0;
    const after: ManualClock['after'] = (ms, callback) => {
      count++;
      return clock.after(ms, callback);
    };
    const time = new StandingClock({ now: clock.now, after });
    const isAtWork = () => true;
    new RunTimers({ clock, time, timeout: 0, inactivityTimeout: 400, isAtWork, onTimeout: () => {} }).start();
    clock.pass(400);
    expect([count, clock.size]).toEqual([1, 0]);
  });

  it('count no silence in which the agent waits for us', () => {
    const { clock, expired, at } = start({ inactivityTimeout: 400 });
    at.work = false;
    clock.pass(2_000);
    at.work = true;
    clock.pass(399);
    expect(expired).toEqual([]);
    clock.pass(400);
    expect(expired).toEqual(['inactivity']);
  });

  it('end a silence that follows what was said while the agent stood, in its time', () => {
    const { clock, time, timers, expired } = start({ inactivityTimeout: 400 });
    time.stand('paused');
    clock.pass(3_000);
    timers.touch(clock.now());
    clock.pass(3_000);
    time.goOn('paused');
    clock.pass(399);
    expect(expired).toEqual([]);
    clock.pass(1);
    expect(expired).toEqual(['inactivity']);
  });

  it('leave no timer behind when they are stopped, nor where there is none', () => {
    const { clock, timers } = start({ timeout: 1_000, inactivityTimeout: 400 });
    timers.stop();
    expect([clock.size, start({}).clock.size]).toEqual([0, 0]);
  });
});
