/** The waits of a run for code that others wrote, which may never answer. */
import type { Clock } from '../clock.ts';

/**
 * How long a run waits for its store or its recording to take what is to be on the disk. It is far more than a slow
 * disk needs, because what it ends is given up.
 */
export const PATIENCE_MS = 30_000;

export class Waits {
  readonly #clock: Clock;
  #isStopped = false;
  // One promise for all of them would keep something of each for as long as the run.
  readonly #waiting = new Set<() => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Ends the waits that a run has before its end, because it is being stopped. */
  stop(): void {
    this.#isStopped = true;
    for (const leave of this.#waiting) {
      leave();
    }
    this.#waiting.clear();
  }

  /** Settles as the answer does, but resolves with undefined where the run is stopped first. */
  unlessStopped<T>(answer: PromiseLike<T>): Promise<T | undefined> {
    return new Promise((resolve, reject) => {
      const leave = (): void => resolve(undefined);
      if (this.#isStopped) {
        leave();
      } else {
        this.#waiting.add(leave);
      }
      Promise.resolve(answer)
        .then(resolve, reject)
        .finally(() => this.#waiting.delete(leave));
    });
  }

  /** Settles as the answer does, but rejects where it takes longer than a run has patience. */
  bounded<T>(answer: PromiseLike<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const cancel = this.#clock.after(PATIENCE_MS, () =>
        reject(new Error(`there was no answer within ${PATIENCE_MS / 1_000} seconds`)),
      );
      Promise.resolve(answer).then(resolve, reject).finally(cancel);
    });
  }
}
