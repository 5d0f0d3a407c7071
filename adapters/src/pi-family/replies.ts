/** Commands that were written, and what their answers mean. */
import { idOf, textOf } from '../shared/index.ts';
import type { NativeLine } from './native.ts';

const PREFIX = 'amux-';
/** Commands that keep an agent busy until it has answered. */
const LASTING: ReadonlySet<string> = new Set(['compact', 'abort']);

export class Commands {
  readonly #open = new Map<string, string>();
  #next = 1;

  /** Whether one of them still occupies the agent. */
  get areLasting(): boolean {
    for (const type of this.#open.values()) {
      if (LASTING.has(type)) {
        return true;
      }
    }
    return false;
  }

  /** The line of a command of ours. */
  line(command: Readonly<Record<string, unknown>>): string {
    return JSON.stringify({ id: `${PREFIX}${this.#next++}`, ...command });
  }

  /** Takes a command that was written, also by another client, since a recording may be of one. */
  written(line: NativeLine): void {
    const id = idOf(line.id);
    if (id === undefined) {
      return;
    }
    this.#open.set(id, textOf(line.type) ?? '?');
    const number = id.startsWith(PREFIX) ? Number(id.slice(PREFIX.length)) : Number.NaN;
    if (Number.isInteger(number)) {
      this.#next = Math.max(this.#next, number + 1);
    }
  }

  answered(line: NativeLine): void {
    this.#open.delete(idOf(line.id) ?? '');
  }
}
