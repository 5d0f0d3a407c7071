/** Makes native ids unique within a run: an id that comes again gets the suffix `#2`, `#3` and so on. */

export class UniqueIds {
  readonly #used = new Set<string>();
  /** The number that an id had last, since a search from the beginning would take quadratic time where one comes again and again. */
  readonly #counts = new Map<string, number>();

  make(nativeId: string): string {
    let id = nativeId;
    let count = this.#counts.get(nativeId) ?? 1;
    while (this.#used.has(id)) {
      count++;
      id = `${nativeId}#${count}`;
    }
    this.#counts.set(nativeId, count);
    this.#used.add(id);
    return id;
  }
}
