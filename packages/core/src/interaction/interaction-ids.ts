/** Public ids of interactions: `<runId>-i<n>` for each native key that a dialect opens. */
export class InteractionIds {
  readonly #runId: string;
  readonly #ids = new Map<string, string>();
  readonly #keys = new Map<string, string>();

  constructor(runId: string) {
    this.#runId = runId;
  }

  /** A new id for a key; a key that a CLI uses again gets another id. */
  open(key: string): string {
    const id = `${this.#runId}-i${this.#keys.size}`;
    this.#ids.set(key, id);
    this.#keys.set(id, key);
    return id;
  }

  /** The newest id of a key. */
  get(key: string): string | undefined {
    return this.#ids.get(key);
  }

  /** The key that an id was made for. */
  keyOf(id: string): string | undefined {
    return this.#keys.get(id);
  }
}
