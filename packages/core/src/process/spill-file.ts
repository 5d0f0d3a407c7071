/** Output that waits too long for memory, in a file without a name. */
import { closeSync, readSync, writevSync } from 'node:fs';
import { openNamelessFile } from './nameless-file.ts';

// It has the readers that were dropped with something still waiting.
const forgotten = new FinalizationRegistry<number>((fd) => closeSync(fd));

export class SpillFile {
  readonly #fd: number;
  #end = 0;

  private constructor(fd: number) {
    this.#fd = fd;
    forgotten.register(this, fd, this);
  }

  /** Opens such a file; undefined where none can be made. */
  static open(): SpillFile | undefined {
    const fd = openNamelessFile('wx+');
    return fd === undefined ? undefined : new SpillFile(fd);
  }

  /** Appends chunks and returns their position; undefined where the disk does not take them. */
  append(chunks: readonly Buffer[], bytes: number): number | undefined {
    const at = this.#end;
    try {
      if (writevSync(this.#fd, chunks, at) < bytes) {
        return undefined;
      }
    } catch {
      // A full disk loses nothing, the caller has it still.
      return undefined;
    }
    this.#end += bytes;
    return at;
  }

  /** Fills the buffer with what the file contains there, and returns it. */
  read(at: number, buffer: Buffer): Buffer {
    for (let filled = 0; filled < buffer.length; ) {
      const count = readSync(this.#fd, buffer, filled, buffer.length - filled, at + filled);
      if (count === 0) {
        throw new Error('A file that nobody else can open has lost its end.');
      }
      filled += count;
    }
    return buffer;
  }

  close(): void {
    forgotten.unregister(this);
    closeSync(this.#fd);
  }
}
