/** A file that is written line by line without holding up the process, and that has its name only when it is complete. */
import { closeSync, mkdirSync, openSync, renameSync, write, writeSync } from 'node:fs';
import { join } from 'node:path';
import { asError } from '../describe-error.ts';

export interface RecordFile {
  /** Takes a line without its end. Never throws. */
  append(line: string): void;
  /** Writes what is left and gives the file its name. Resolves with whether all went well; never rejects. */
  close(): Promise<boolean>;
}

// A batch is worth a system call; beyond the limit the disk is slower than the agent, and the agent has to wait.
const BATCH = 64 * 1024;
const LIMIT = 8 * 1024 * 1024;

/** `onError` is called once; after it everything is dropped. The unfinished file has the ending `.partial`. */
export function createRecordFile(dir: string, name: string, onError: (error: Error) => void): RecordFile {
  const path = join(dir, name);
  let file: number | undefined;
  let lines: string[] = [];
  let waiting = 0;
  let position = 0;
  let flying = Promise.resolve();
  let flyingBytes = 0;

  function fail(error: unknown): void {
    if (file !== undefined) {
      const broken = file;
      file = undefined;
      void flying.then(() => closeQuietly(broken));
    }
    lines = [];
    waiting = 0;
    onError(asError(error));
  }

  function takeBatch(): { readonly bytes: Buffer; readonly at: number } {
    const bytes = Buffer.from(lines.join(''), 'utf8');
    lines = [];
    waiting = 0;
    const at = position;
    position += bytes.length;
    return { bytes, at };
  }

  function send(target: number): void {
    const { bytes, at } = takeBatch();
    flyingBytes += bytes.length;
    flying = flying
      .then(() => (file === target ? writeAll(target, bytes, at) : undefined))
      .catch((error: unknown) => {
        if (file === target) {
          fail(error);
        }
      })
      .then(() => {
        flyingBytes -= bytes.length;
      });
  }

  try {
    mkdirSync(dir, { recursive: true });
    file = openSync(`${path}.partial`, 'wx', 0o600);
  } catch (error) {
    fail(error);
  }

  return {
    append(line) {
      if (file === undefined) {
        return;
      }
      lines.push(line, '\n');
      waiting += line.length;
      if (waiting < BATCH) {
        return;
      }
      if (flyingBytes < LIMIT) {
        send(file);
        return;
      }
      try {
        const { bytes, at } = takeBatch();
        writeAllSync(file, bytes, at);
      } catch (error) {
        fail(error);
      }
    },
    async close() {
      if (file !== undefined && lines.length > 0) {
        send(file);
      }
      await flying;
      if (file === undefined) {
        return false;
      }
      try {
        closeSync(file);
        file = undefined;
        renameSync(`${path}.partial`, path);
        return true;
      } catch (error) {
        fail(error);
        return false;
      }
    },
  };
}

// Positions are given, so that what is written at once may overtake what is on its way.
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
    // Why nothing is done: the fault that led here was told already.
  }
}
