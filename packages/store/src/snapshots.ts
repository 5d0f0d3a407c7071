/** Connections for reading, one for each concurrent reader. */
import { type Database, type Snapshot, snapshotOf } from './file/index.ts';

/** How many connections wait for their next use; each has a cache of 2 MB at most. */
const MOST_IDLE = 4;

export class Snapshots {
  readonly #open: () => Database;
  // Connections are used again, because SQLite keeps the file of a closed one open until the garbage collector has found all of its
  // statements.
  readonly #idle: Database[] = [];
  #isClosed = false;

  constructor(open: () => Database) {
    this.#open = open;
  }

  /** The file as it is now. */
  take(): Snapshot {
    const db = this.#idle.pop() ?? this.#open();
    return snapshotOf(db, () => {
      if (this.#isClosed || this.#idle.length >= MOST_IDLE) {
        db.close();
      } else {
        this.#idle.push(db);
      }
    });
  }

  /** Closes the idle connections; readers go on reading. */
  close(): void {
    this.#isClosed = true;
    for (const db of this.#idle.splice(0)) {
      db.close();
    }
  }
}
