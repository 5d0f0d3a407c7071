/**
 * Output that waits for its reader, in order. A long backlog waits in a file, so that a slow reader costs no memory.
 */
import { SpillFile } from './spill-file.ts';

type Source = 'stdout' | 'stderr';

export interface Output {
  readonly source: Source;
  readonly chunk: Buffer;
}

interface Batch {
  readonly source: Source;
  bytes: number;
  chunks: Buffer[];
  /** The position in the file, which then contains its chunks. */
  at?: number;
}

/** The size up to which the whole backlog is in memory. */
const PLAIN_BYTES = 1024 * 1024;
const BATCH_BYTES = 256 * 1024;
/** The size of a chunk, which is that of a pipe's chunks, so that a reader can pause in between. */
const CHUNK_BYTES = 64 * 1024;

export class Backlog {
  /** The batches that came since the last ones were turned. */
  #batches: Batch[] = [];
  /** The batches before them, the next one last, because taking the first of a long list costs the square of its length. */
  #turned: Batch[] = [];
  /** The rest of the batch that is being taken. */
  #opened: Output[] = [];
  #bytes = 0;
  #file: SpillFile | undefined;
  readonly #onFullDisk: () => void;
  #hasTold = false;

  /** Creates a backlog. `onFullDisk` is called once, when a part that should wait in a file waits in memory. */
  constructor(onFullDisk: () => void = () => {}) {
    this.#onFullDisk = onFullDisk;
  }

  /** The number of waiting bytes, in memory and in the file. */
  get bytes(): number {
    return this.#bytes;
  }

  get isEmpty(): boolean {
    return this.#opened.length === 0 && this.#turned.length === 0 && this.#batches.length === 0;
  }

  push(source: Source, chunk: Buffer): void {
    this.#bytes += chunk.length;
    let last = this.#batches.at(-1);
    if (last === undefined || last.source !== source || last.bytes >= BATCH_BYTES) {
      last = { source, bytes: 0, chunks: [] };
      this.#batches.push(last);
    }
    last.chunks.push(chunk);
    last.bytes += chunk.length;
    if (last.bytes >= BATCH_BYTES && this.#bytes > PLAIN_BYTES) {
      this.#spill(last);
    }
  }

  /** Takes the next chunk, which then waits no more. */
  take(): Output | undefined {
    if (this.#opened.length === 0) {
      this.#open();
    }
    const next = this.#opened.pop();
    this.#bytes -= next?.chunk.length ?? 0;
    if (this.isEmpty) {
      this.#file?.close();
      this.#file = undefined;
    }
    return next;
  }

  #spill(batch: Batch): void {
    this.#file ??= SpillFile.open();
    const at = this.#file?.append(batch.chunks, batch.bytes);
    if (at !== undefined) {
      batch.at = at;
      batch.chunks = [];
    } else if (!this.#hasTold) {
      this.#hasTold = true;
      this.#onFullDisk();
    }
  }

  #open(): void {
    if (this.#turned.length === 0) {
      this.#turned = this.#batches.reverse();
      this.#batches = [];
    }
    const batch = this.#turned.pop();
    if (batch === undefined) {
      return;
    }
    const { source } = batch;
    this.#opened = this.#chunksOf(batch)
      .map((chunk) => ({ source, chunk }))
      .reverse();
  }

  #chunksOf({ at, bytes, chunks }: Batch): readonly Buffer[] {
    if (at === undefined || this.#file === undefined) {
      return chunks;
    }
    const whole = this.#file.read(at, Buffer.allocUnsafeSlow(bytes));
    const count = Math.ceil(bytes / CHUNK_BYTES);
    return Array.from({ length: count }, (_, index) => whole.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES));
  }
}
