/** Public ids of interactions: `<runId>-i<n>` for each native key that a dialect opens. */

export interface InteractionIds {
  /** A new id for a key; a key that a CLI uses again gets another id. */
  open(key: string): string;
  /** The newest id of a key. */
  get(key: string): string | undefined;
  /** The key that an id was made for. */
  keyOf(id: string): string | undefined;
}

export function createInteractionIds(runId: string): InteractionIds {
  const ids = new Map<string, string>();
  const keys = new Map<string, string>();
  let count = 0;
  return {
    open(key) {
      const id = `${runId}-i${count++}`;
      ids.set(key, id);
      keys.set(id, key);
      return id;
    },
    get: (key) => ids.get(key),
    keyOf: (id) => keys.get(id),
  };
}
