/**
 * A file that is written line by line without holding up the process, and that has its name only when it is complete.
 */
import { closeSync, mkdirSync, openSync, renameSync, write, writeSync } from 'node:fs';
import { join } from 'node:path';
import { asError } from '../describe-error.ts';

// A batch is large enough to be worth a system call. Beyond the limit the disk is slower than the agent, which then has
// to wait.
const BATCH = 64 * 1024;
const LIMIT = 8 * 1024 * 1024;

export class RecordFile {
  readonly #path: string;
  readonly #onError: (error: Error) => void;
  #file: number | undefined;
  #lines: string[] = [];
  #waiting = 0;
  #position = 0;
  #flying = Promise.resolve();
  #flyingBytes = 0;

  /**
   * Opens the file. `onError` is called once, after which everything is dropped. The unfinished file has the ending
   * `.partial`.
   */
  constructor(dir: string, name: string, onError: (error: Error) => void) {
    this.#path = join(dir, name);
    this.#onError = onError;
    try {
      mkdirSync(dir, { recursive: true });
      this.#file = openSync(`${this.#path}.partial`, 'wx', 0o600);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Takes a line without its end. Never throws. */
  append(line: string): void {
    if (this.#file === undefined) {
      return;
    }
    this.#lines.push(line, '\n');
    this.#waiting += line.length;
    if (this.#waiting < BATCH) {
      return;
    }
    if (this.#flyingBytes < LIMIT) {
      this.#send(this.#file);
      return;
    }
    try {
      const { bytes, at } = this.#takeBatch();
      writeAllSync(this.#file, bytes, at);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Writes the rest and gives the file its name. Resolves with whether all went well; never rejects. */
  async close(): Promise<boolean> {
    if (this.#file !== undefined && this.#lines.length > 0) {
      this.#send(this.#file);
    }
    await this.#flying;
    if (this.#file === undefined) {
      return false;
    }
    try {
      closeSync(this.#file);
      this.#file = undefined;
      renameSync(`${this.#path}.partial`, this.#path);
      return true;
    } catch (error) {
      this.#fail(error);
      return false;
    }
  }

  #send(target: number): void {
    const { bytes, at } = this.#takeBatch();
    this.#flyingBytes += bytes.length;
    this.#flying = this.#flying
      .then(() => (this.#file === target ? writeAll(target, bytes, at) : undefined))
      .catch((error: unknown) => {
        if (this.#file === target) {
          this.#fail(error);
        }
      })
      .then(() => {
        this.#flyingBytes -= bytes.length;
      });
  }

  #takeBatch(): { readonly bytes: Buffer; readonly at: number } {
    const bytes = Buffer.from(this.#lines.join(''), 'utf8');
    this.#lines = [];
    this.#waiting = 0;
    const at = this.#position;
    this.#position += bytes.length;
    return { bytes, at };
  }

  #fail(error: unknown): void {
    const broken = this.#file;
    if (broken !== undefined) {
      this.#file = undefined;
      void this.#flying.then(() => closeQuietly(broken));
    }
    this.#lines = [];
    this.#onError(asError(error));
  }
}

// Positions are given, so that a batch that is written synchronously may overtake one that is on its way.
async function writeAll(file: number, bytes: Buffer, at: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    done += await new Promise<number>((resolve, reject) => {
      write(file, bytes, done, bytes.length - done, at + done, (error, written) =>
        error === null ? resolve(written) : reject(error),
      );
    });
  }
}

function writeAllSync(file: number, bytes: Buffer, at: number): void {
  for (let done = 0; done < bytes.length; ) {
    done += writeSync(file, bytes, done, bytes.length - done, at + done);
  }
}

function closeQuietly(file: number): void {
  try {
    closeSync(file);
  } catch {
    // The fault that led here has been reported already.
  }
}
