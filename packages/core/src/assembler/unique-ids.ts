/** Makes native ids unique within a run: an id that comes again gets the suffix `#2`, `#3` and so on. */

export class UniqueIds {
  readonly #used = new Set<string>();

  make(nativeId: string): string {
    let id = nativeId;
    for (let count = 2; this.#used.has(id); count++) {
      id = `${nativeId}#${count}`;
    }
    this.#used.add(id);
    return id;
  }
}
