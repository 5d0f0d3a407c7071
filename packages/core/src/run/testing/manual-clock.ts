/** A clock that a test moves. */
import type { Clock } from '../../clock.ts';

export interface ManualClock extends Clock {
  /** Moves on and calls the timers that fall due, in order. */
  pass(ms: number): void;
  /** The number of timers that are set. */
  readonly size: number;
}

export function createManualClock(): ManualClock {
  const timers = new Set<{ readonly at: number; readonly callback: () => void }>();
  let now = 1_000_000;
  return {
    now: () => now,
    after(ms, callback) {
      const timer = { at: now + ms, callback };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    pass(ms) {
      const end = now + ms;
      for (;;) {
        const [first] = [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
        if (first === undefined) {
          break;
        }
        now = Math.max(now, first.at);
        timers.delete(first);
        first.callback();
      }
      now = end;
    },
    get size() {
      return timers.size;
    },
  };
}
