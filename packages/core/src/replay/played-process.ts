/** A process of a recording that is being replayed: its dialect, and the end of what it wrote to stderr. */
import type { Dialect } from '../adapter/index.ts';
import { RingTail } from '../process/index.ts';
import { readBytes, type WireEntry } from '../recording/index.ts';

const NEWLINE = Buffer.from('\n');

export class PlayedProcess {
  readonly dialect: Dialect;
  /** Whether a message of any direction was handed to the dialect. */
  hasHeard = false;
  readonly #stderr = new RingTail();

  constructor(dialect: Dialect) {
    this.dialect = dialect;
  }

  /** Takes a line of stderr. */
  keep(entry: WireEntry): void {
    this.#stderr.push(readBytes(entry));
    if (entry.partial !== true) {
      this.#stderr.push(NEWLINE);
    }
  }

  get stderr(): string {
    return this.#stderr.text();
  }
}
