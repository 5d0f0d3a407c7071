/** The ids of what a CLI may say again, and which must not be counted twice. */
import { idOf } from './native-value.ts';

export class SeenIds {
  readonly #seen = new Set<string>();

  /** Whether the id was here before. What has none is never taken for a copy. */
  isRepeated(native: unknown): boolean {
    const id = idOf(native);
    if (id === undefined) {
      return false;
    }
    const isRepeated = this.#seen.has(id);
    this.#seen.add(id);
    return isRepeated;
  }
}
