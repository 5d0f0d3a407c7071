import { describe, expect, it } from 'vitest';
import { type HostClock, SteadyClock } from './clock.ts';

const HOUR = 3_600_000;

/** A machine whose time of day the test sets. */
function createMachine() {
  const at = { ofDay: 1_000_000, monotonic: 77.25 };
  const host: HostClock = {
    now: () => Math.floor(at.ofDay),
    monotonic: () => at.monotonic,
    after: () => () => {},
  };
  const pass = (ms: number): void => {
    at.ofDay += ms;
    at.monotonic += ms;
  };
  const set = (step: number): void => {
    at.ofDay += step;
  };
  return { clock: new SteadyClock(host), pass, set };
}

describe('the clock of a run', () => {
  it.each([HOUR, -HOUR])('measures what has passed, and shows the time of day, when that is set by %i ms', (step) => {
    const { clock, pass, set } = createMachine();
    expect([clock.now(), clock.timestampOf(clock.now())]).toEqual([1_000_000, 1_000_000]);
    pass(500.4);
    set(step);
    const now = clock.now();
    expect([now, clock.timestampOf(now), clock.ofDay.now()]).toEqual([1_000_500, 1_000_500 + step, 1_000_500 + step]);
    set(-step);
    pass(0.7);
    const later = clock.now();
    expect([later, clock.timestampOf(later)]).toEqual([1_000_501, 1_000_501]);
  });

  it('takes the drift of two clocks for no step, so that a replay by recorded times gives the same timestamps', () => {
    const { clock, pass, set } = createMachine();
    for (let round = 0; round < 10; round++) {
      pass(1_000);
      set(1.5);
      const now = clock.now();
      expect(clock.timestampOf(now)).toBe(now);
    }
  });
});
