/** The moment that is being handled: when it is, when the draft at hand arrived, and what native text it came from. */

export class Moment {
  /** Goes on the events. */
  now = 0;
  /** Durations are measured with it: a draft that was withheld keeps the time of its arrival. Never decreases. */
  arrival = 0;
  raw: string | undefined = undefined;
  readonly #timestampOf: (moment: number) => number;
  #lastArrival = 0;

  constructor(timestampOf: (moment: number) => number = (moment) => moment) {
    this.#timestampOf = timestampOf;
  }

  /** A call from outside. */
  begin(now: number, raw: string | undefined): void {
    this.now = this.#timestampOf(now);
    if (now > this.#lastArrival) {
      this.#lastArrival = now;
    }
    this.arrival = this.#lastArrival;
    this.raw = raw;
  }

  /** Something that arrived earlier is handled only now. */
  recall(arrival: number, raw: string | undefined): void {
    this.arrival = arrival;
    this.raw = raw;
  }
}
