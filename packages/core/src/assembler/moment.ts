/**
 * The moment that is being handled: its time, when the draft at hand arrived, and the native text that it came from.
 */

import { BEFORE_ALL } from '../clock.ts';
import type { AssemblerOptions } from './contract.ts';

export class Moment {
  /** The time that events carry. */
  now: number = BEFORE_ALL;
  /**
   * The time with which durations are measured: a draft that was withheld keeps the time of its arrival. Never
   * decreases.
   */
  arrival: number = BEFORE_ALL;
  raw: string | undefined = undefined;
  readonly #clock: NonNullable<AssemblerOptions['clock']>;
  #lastArrival = BEFORE_ALL;

  constructor(clock: AssemblerOptions['clock'] = { timestampOf: (moment) => moment }) {
    this.#clock = clock;
  }

  /** Begins a call from outside. */
  begin(now: number, raw: string | undefined): void {
    this.now = this.#clock.timestampOf(now);
    if (now > this.#lastArrival) {
      this.#lastArrival = now;
    }
    this.arrival = this.#lastArrival;
    this.raw = raw;
  }

  /** Goes back to something that arrived earlier and is only handled now. */
  recall(arrival: number, raw: string | undefined): void {
    this.arrival = arrival;
    this.raw = raw;
  }
}
