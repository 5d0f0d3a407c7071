/**
 * The places of entries that are no events. An iterator over events passes over them, so they are no work that waits
 * for it.
 */
export class PassedOver {
  /** The places in ascending order. */
  #places: number[] = [];

  note(place: number): void {
    this.#places.push(place);
  }

  countFrom(place: number): number {
    return this.#places.length - this.#indexOf(place);
  }

  /** Forgets the places before this one, because nobody reads there. */
  forgetBefore(place: number): void {
    const index = this.#indexOf(place);
    // Places are forgotten in large pieces, since each piece costs as much as what it leaves.
    if (index > 1_024 && index > this.#places.length / 2) {
      this.#places = this.#places.slice(index);
    }
  }

  /** Finds the first one that is not before this place. */
  #indexOf(place: number): number {
    let [from, to] = [0, this.#places.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.#places[middle] ?? place) < place) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }
}
