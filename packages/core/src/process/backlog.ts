/** Output that waits for its reader, in order. A long one is kept deflated: the lines of an agent are mostly the same. */

type Source = 'stdout' | 'stderr';

export interface Output {
  readonly source: Source;
  readonly chunk: Buffer;
}

interface Batch {
  readonly source: Source;
  bytes: number;
  chunks: readonly Buffer[] | Buffer[];
  isDeflated: boolean;
}

/** As long as less waits, nothing is deflated. */
const PLAIN_BYTES = 4 * 1024 * 1024;
const BATCH_BYTES = 256 * 1024;
/** As large as a pipe gives them: who asks for no more in between is heard in time. */
const CHUNK_BYTES = 64 * 1024;

export class Backlog {
  #batches: Batch[] = [];
  /** How many batches have been taken as a whole. */
  #taken = 0;
  /** What is left of the batch that is being taken. */
  #opened: Output[] = [];
  #bytes = 0;

  /** What waits, as it was before it was deflated. */
  get bytes(): number {
    return this.#bytes;
  }

  get isEmpty(): boolean {
    return this.#opened.length === 0 && this.#taken === this.#batches.length;
  }

  push(source: Source, chunk: Buffer): void {
    this.#bytes += chunk.length;
    const last = this.#taken < this.#batches.length ? this.#batches.at(-1) : undefined;
    if (last === undefined || last.source !== source || last.bytes >= BATCH_BYTES) {
      this.#batches.push({ source, bytes: chunk.length, chunks: [chunk], isDeflated: false });
    } else {
      (last.chunks as Buffer[]).push(chunk);
      last.bytes += chunk.length;
    }
    const full = this.#batches.at(-1);
    if (full !== undefined && full.bytes >= BATCH_BYTES && this.#bytes > PLAIN_BYTES) {
      deflate(full);
    }
  }

  /** The next chunk, which then waits no more. */
  take(): Output | undefined {
    if (this.#opened.length === 0) {
      this.#open();
    }
    const next = this.#opened.pop();
    this.#bytes -= next?.chunk.length ?? 0;
    return next;
  }

  #open(): void {
    const batch = this.#batches[this.#taken];
    if (batch === undefined) {
      return;
    }
    this.#taken += 1;
    const { source } = batch;
    this.#opened = piecesOf(batch)
      .map((chunk) => ({ source, chunk }))
      .reverse();
    batch.chunks = [];
    // Not after each batch, which would cost the square of a long backlog.
    if (this.#taken * 2 >= this.#batches.length) {
      this.#batches = this.#batches.slice(this.#taken);
      this.#taken = 0;
    }
  }
}

// Loaded when it is needed, which is hardly ever.
const zlib = () => process.getBuiltinModule('node:zlib');

function deflate(batch: Batch): void {
  batch.chunks = [zlib().deflateRawSync(Buffer.concat(batch.chunks, batch.bytes), { level: 1 })];
  batch.isDeflated = true;
}

function piecesOf({ chunks, isDeflated }: Batch): readonly Buffer[] {
  const [only] = chunks;
  if (!isDeflated || only === undefined) {
    return chunks;
  }
  const whole = zlib().inflateRawSync(only);
  const count = Math.ceil(whole.length / CHUNK_BYTES);
  return Array.from({ length: count }, (_, index) => whole.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES));
}
