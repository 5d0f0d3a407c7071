/**
 * Takes the output of a process in a file and reads it while it grows, for a CLI that drops at its exit what a pipe has
 * not taken yet.
 */
import { closeSync, createWriteStream, fstatSync, readSync, type WriteStream } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import { openNamelessFile } from './nameless-file.ts';

/** The longest time that a line is in the file before it is seen. */
const EVERY_MS = 20;
/** The size of a chunk, which is that of a pipe's chunks; the event loop has its turn between two of them. */
const CHUNK_BYTES = 64 * 1024;

export class OutputFile {
  /** The stream that becomes the stdout of the process; this program does not write to it. */
  readonly stream: WriteStream;
  readonly #fd: number;
  readonly #clock: Clock;
  readonly #scratch = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  #output: (chunk: Buffer) => void = () => undefined;
  #at = 0;
  #isPaused = false;
  #isFollowed = false;
  #cancel: () => void = () => undefined;

  private constructor(fd: number, clock: Clock) {
    this.#fd = fd;
    // The stream is needed because execa takes no bare file descriptor.
    this.stream = createWriteStream('', { fd, autoClose: false });
    this.#clock = clock;
  }

  /** Opens such a file; undefined where none can be made. */
  static open(clock: Clock): OutputFile | undefined {
    const fd = openNamelessFile('ax+');
    return fd === undefined ? undefined : new OutputFile(fd, clock);
  }

  /** Hands over what the process writes until `leave`. */
  follow(output: (chunk: Buffer) => void): void {
    this.#output = output;
    this.#isFollowed = true;
    this.#plan();
  }

  pause(): void {
    this.#isPaused = true;
    this.#cancel();
  }

  resume(): void {
    this.#isPaused = false;
    this.#plan();
  }

  /** Stops the reading; only `readRest` then reads the rest. */
  leave(): void {
    this.#isFollowed = false;
    this.#cancel();
  }

  /** Hands over everything that the file contains now, paused or not, and closes it. */
  async readRest(): Promise<void> {
    this.leave();
    try {
      // A process that nobody could end may go on writing, which is not waited for.
      const end = fstatSync(this.#fd).size;
      while (this.#at < end && this.#readChunk() > 0) {
        await turn();
      }
    } finally {
      this.close();
    }
  }

  close(): void {
    this.leave();
    closeSync(this.#fd);
  }

  #plan(waitMs = EVERY_MS): void {
    this.#cancel();
    if (this.#isFollowed && !this.#isPaused) {
      this.#cancel = this.#clock.after(waitMs, () => this.#look());
    }
  }

  #look(): void {
    try {
      this.#plan(this.#readChunk() === CHUNK_BYTES ? 0 : EVERY_MS);
    } catch {
      // `readRest` goes on from here, and its failure is told.
      this.leave();
    }
  }

  /**
   * Returns the number of bytes. Each read names its position, because the process writes through the same description
   * of the file.
   */
  #readChunk(): number {
    const bytes = readSync(this.#fd, this.#scratch, 0, CHUNK_BYTES, this.#at);
    this.#at += bytes;
    if (bytes > 0) {
      this.#output(Buffer.from(this.#scratch.subarray(0, bytes)));
    }
    return bytes;
  }
}
