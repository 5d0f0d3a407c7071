/** Finds names that lead back to themselves. */

/** Each circle as its names, sorted. A name that only leads to a circle is in none. */
export function findCircles(graph: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const search = new CircleSearch(graph);
  for (const name of graph.keys()) {
    search.visit(name);
  }
  return search.found;
}

/** Tarjan's algorithm: one walk, in which each name learns the earliest one that it leads back to. */
class CircleSearch {
  readonly found: (readonly string[])[] = [];
  readonly #graph: ReadonlyMap<string, readonly string[]>;
  readonly #numbers = new Map<string, number>();
  readonly #earliest = new Map<string, number>();
  readonly #path: string[] = [];
  readonly #isOnPath = new Set<string>();

  constructor(graph: ReadonlyMap<string, readonly string[]>) {
    this.#graph = graph;
  }

  /** Returns the number of the earliest name on the path that this one leads to. */
  visit(name: string): number {
    const known = this.#earliest.get(name);
    if (known !== undefined) {
      return known;
    }
    const number = this.#numbers.size;
    this.#numbers.set(name, number);
    this.#earliest.set(name, number);
    this.#path.push(name);
    this.#isOnPath.add(name);
    let earliest = number;
    for (const next of this.#graph.get(name) ?? []) {
      if (!this.#numbers.has(next)) {
        earliest = Math.min(earliest, this.visit(next));
      } else if (this.#isOnPath.has(next)) {
        earliest = Math.min(earliest, this.#numbers.get(next) ?? number);
      }
    }
    this.#earliest.set(name, earliest);
    if (earliest === number) {
      this.#close(name);
    }
    return earliest;
  }

  #close(name: string): void {
    const circle = this.#path.splice(this.#path.indexOf(name));
    for (const member of circle) {
      this.#isOnPath.delete(member);
    }
    if (circle.length > 1 || this.#graph.get(name)?.includes(name) === true) {
      this.found.push(circle.sort());
    }
  }
}
