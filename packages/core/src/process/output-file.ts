/** Takes what a process prints in a file and reads it while it grows, for a CLI that drops at its exit what a pipe has not taken yet. */
import { closeSync, createWriteStream, fstatSync, readSync, type WriteStream } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import { openNamelessFile } from './nameless-file.ts';

/** How long a line may stand in the file before it is seen. */
const EVERY_MS = 20;
/** As large as a pipe gives them; between two of them the event loop has its turn. */
const CHUNK_BYTES = 64 * 1024;

export class OutputFile {
  /** What the process is given as its stdout; nobody writes to it here. */
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
    // execa takes no bare number of a file.
    this.stream = createWriteStream('', { fd, autoClose: false });
    this.#clock = clock;
  }

  /** undefined where no file can be made. */
  static open(clock: Clock): OutputFile | undefined {
    const fd = openNamelessFile('ax+');
    return fd === undefined ? undefined : new OutputFile(fd, clock);
  }

  /** Hands over what comes until `leave`. */
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

  /** No more by itself; the rest is read by `readRest`. */
  leave(): void {
    this.#isFollowed = false;
    this.#cancel();
  }

  /** Hands over all that stands in it now, paused or not, and closes it. */
  async readRest(): Promise<void> {
    this.leave();
    try {
      // What a process that nobody could end goes on to write is not waited for.
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

  /** How many bytes there were. The place is said with each read: the process writes through the same description of the file. */
  #readChunk(): number {
    const bytes = readSync(this.#fd, this.#scratch, 0, CHUNK_BYTES, this.#at);
    this.#at += bytes;
    if (bytes > 0) {
      this.#output(Buffer.from(this.#scratch.subarray(0, bytes)));
    }
    return bytes;
  }
}
