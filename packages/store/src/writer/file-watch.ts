/**
 * Whether the file and its log are still those that were opened, and as long as they must be, because SQLite itself would go on writing
 * into a truncated file.
 */
import { type Stats, statSync } from 'node:fs';
import { type Database, readNumber, type Statement } from '../file/index.ts';

const LOG_HEADER = 32;
const FRAME_HEADER = 24;
/** How often to look again, because another process may truncate an empty log at any time, even between two looks. */
const LOOKS = 5;

export class FileWatch {
  readonly #file: string;
  readonly #log: string;
  readonly #nodes: readonly (readonly [path: string, node: number])[];
  readonly #frameSize: number;
  readonly #frames: Statement;
  readonly #versions: Statement;
  /** The version after the last commit of this connection. */
  #version = -1;
  #size = 0;

  constructor(db: Database, file: string) {
    // The first read makes SQLite open the log of changes.
    readNumber(db, 'SELECT count(*) FROM tree WHERE id = 0');
    this.#file = file;
    this.#log = `${file}-wal`;
    this.#nodes = [file, this.#log].map((path) => [path, statSync(path).ino]);
    this.#frameSize = FRAME_HEADER + readNumber(db, 'PRAGMA page_size');
    this.#frames = db.prepare('PRAGMA wal_checkpoint(NOOP)');
    this.#versions = db.prepare('PRAGMA data_version');
  }

  /** Throws where the written data would vanish with the process. */
  demandNames(): void {
    for (const [path, node] of this.#nodes) {
      if (look(path)?.ino !== node) {
        throw new Error(`${path} was deleted or replaced while it was in use. Put it back, or open the store again`);
      }
    }
  }

  /** Throws where a part of what was committed is missing. It must not be called within a transaction. */
  demandLengths(): void {
    this.demandNames();
    // The size is read first: whoever has made the file shorter since has committed something before that.
    const size = look(this.#file)?.size ?? 0;
    if (Number(this.#versions.get()?.['data_version']) === this.#version && size < this.#size) {
      throw cutOff(this.#file);
    }
    for (let looks = 1; !this.#hasAllFrames(); looks++) {
      if (looks === LOOKS) {
        throw cutOff(this.#log);
      }
    }
  }

  /** Records a commit. */
  note(): void {
    this.#version = Number(this.#versions.get()?.['data_version']);
    this.#size = look(this.#file)?.size ?? 0;
  }

  #hasAllFrames(): boolean {
    const frames = Number(this.#frames.get()?.['log']);
    return frames <= 0 || (look(this.#log)?.size ?? 0) >= LOG_HEADER + frames * this.#frameSize;
  }
}

function look(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false });
}

function cutOff(path: string): Error {
  return new Error(`${path} was cut off while it was in use. Bring it back from a copy`);
}
