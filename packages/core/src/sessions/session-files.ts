/** The only door to the file system of this room: it reads, and has nothing that could write. */
import { open, readdir, readFile, realpath, stat } from 'node:fs/promises';

/** The facts about a file that is not opened. */
interface FileFacts {
  readonly isFile: boolean;
  readonly modifiedMs: number;
  readonly bytes: number;
  /** An identity that two names of one file share. */
  readonly identity: string;
}

export interface OpenFile {
  /** Reads as many bytes as there are, at most `length`. */
  read(position: number, length: number): Promise<Buffer>;
  /** Reads from the start to the end of the file. */
  chunks(): AsyncIterable<Buffer>;
  close(): Promise<void>;
}

/** The file system, which can only be read. */
export interface SessionFiles {
  /** Returns the names in a folder. Rejects as the system does. */
  names(folder: string): Promise<readonly string[]>;
  facts(path: string): Promise<FileFacts>;
  /** Resolves links; the path stays as it is where there is no such folder. */
  realPath(path: string): Promise<string>;
  open(path: string): Promise<OpenFile>;
  /** Returns a small text file as a whole; undefined where it is missing, unreadable or larger than `maxBytes`. */
  text(path: string, maxBytes: number): Promise<string | undefined>;
}

export const systemFiles: SessionFiles = {
  names: (folder) => readdir(folder),
  async facts(path) {
    const found = await stat(path);
    return {
      isFile: found.isFile(),
      modifiedMs: found.mtimeMs,
      bytes: found.size,
      identity: `${found.dev}:${found.ino}`,
    };
  },
  // A folder may be gone while its sessions are not.
  realPath: (path) => realpath(path).catch(() => path),
  async open(path) {
    const handle = await open(path, 'r');
    return {
      async read(position, length) {
        const buffer = Buffer.alloc(length);
        let filled = 0;
        while (filled < length) {
          const { bytesRead } = await handle.read(buffer, filled, length - filled, position + filled);
          if (bytesRead === 0) {
            break;
          }
          filled += bytesRead;
        }
        return buffer.subarray(0, filled);
      },
      chunks: () => handle.createReadStream({ autoClose: false, start: 0, highWaterMark: 1024 * 1024 }),
      close: () => handle.close(),
    };
  },
  async text(path, maxBytes) {
    try {
      const { isFile, size } = await stat(path).then((found) => ({ isFile: found.isFile(), size: found.size }));
      return isFile && size <= maxBytes ? await readFile(path, 'utf8') : undefined;
    } catch {
      // An index that is not there tells nothing, and the sessions can be read without it.
      return undefined;
    }
  },
};
