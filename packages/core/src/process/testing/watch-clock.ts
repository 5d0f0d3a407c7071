/** The clock of the system, with a view of the timers that still wait. */
import { type Clock, systemClock } from '../../clock.ts';

export interface WatchedClock extends Clock {
  /** The durations of the timers that have neither called back nor been cancelled. */
  readonly waiting: () => number[];
}

export function watchClock(): WatchedClock {
  const waiting = new Map<() => void, number>();
  return {
    now: systemClock.now,
    after(ms, callback) {
      const cancel = systemClock.after(ms, () => {
        waiting.delete(cancel);
        callback();
      });
      waiting.set(cancel, ms);
      return () => {
        waiting.delete(cancel);
        cancel();
      };
    },
    waiting: () => [...waiting.values()],
  };
}
