/** Says what is new about a native line: types and fields that no tested version has. */

/** Known fields by kind of line, each a list of names with spaces between. */
export type KnownFields = Readonly<Record<string, string>>;

const NONE: readonly string[] = Object.freeze([]);

export class Novelties {
  readonly #known: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #told = new Set<string>();

  constructor(known: KnownFields) {
    this.#known = new Map(Object.entries(known).map(([kind, names]) => [kind, new Set(names.split(' '))]));
  }

  /** Names of what is not known, `kind` or `kind.field`; a field only once, or one of a release would fill the stream. */
  of(kind: string, line: object): readonly string[] {
    const known = this.#known.get(kind);
    if (known === undefined) {
      return [kind];
    }
    let names: string[] | undefined;
    for (const field in line) {
      if (!known.has(field) && !this.#told.has(`${kind}.${field}`)) {
        this.#told.add(`${kind}.${field}`);
        names ??= [];
        names.push(`${kind}.${field}`);
      }
    }
    return names ?? NONE;
  }
}
