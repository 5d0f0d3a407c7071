/**
 * Lets a few processes start at a time, first come first served: if all started at once, none of them would speak
 * before the last is loaded.
 */
import { availableParallelism } from 'node:os';
import type { Clock } from '../clock.ts';

/** A CLI that says nothing for so long has loaded, or waits for something other than a processor. */
const START_MS = 250;

/** The number of processes that may start at a time on a machine with so many processors. */
export function startPlaces(processors: number): number {
  return Math.max(4, 2 * processors);
}

export class StartQueue {
  readonly #places: number;
  #taken = 0;
  #waiting: { readonly isCancelled: () => boolean; readonly resolve: (isCancelled: boolean) => void }[] = [];

  constructor(places: number = startPlaces(availableParallelism())) {
    this.#places = places;
  }

  /**
   * Resolves when there is a place, with a function that gives the place back, or with undefined once the start is
   * cancelled.
   */
  async enter(isCancelled: () => boolean, clock: Clock): Promise<(() => void) | undefined> {
    if (this.#taken < this.#places) {
      this.#taken++;
    } else if (await new Promise<boolean>((resolve) => this.#waiting.push({ isCancelled, resolve }))) {
      return undefined;
    }
    let cancel: (() => void) | undefined;
    const leave = (): void => {
      if (cancel !== undefined) {
        cancel();
        cancel = undefined;
        this.#leave();
      }
    };
    cancel = clock.after(START_MS, leave);
    return leave;
  }

  /** Removes the starts that have been cancelled meanwhile. */
  sweep(): void {
    const cancelled = this.#waiting.filter(({ isCancelled }) => isCancelled());
    this.#waiting = this.#waiting.filter((waiting) => !cancelled.includes(waiting));
    for (const { resolve } of cancelled) {
      resolve(true);
    }
  }

  #leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) {
      this.#taken--;
    } else {
      // The place passes to the next one without becoming free, so that nobody who comes in between can overtake.
      next.resolve(false);
    }
  }
}

/** The queue of all starts of this host. */
export const starts: StartQueue = new StartQueue();
