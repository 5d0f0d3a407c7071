/** Entries as a reader of the store gets them. */
import { createEntryDecoder, type EntryDecoder, type JournalEntry, type RunHeader } from '@agent-mux/events/journal';
import { ChunkLines } from './chunk-lines.ts';
import { ADVICE, type Chunk, type Hidden } from './chunks.ts';
import { DeltaLines } from './delta-lines.ts';
import { storeError } from './errors.ts';

export interface StoredEntry {
  /** The place in the tree: dense, from 0, over all its runs. */
  readonly pos: number;
  /** The run that the entry belongs to. */
  readonly run: RunHeader;
  readonly entry: JournalEntry;
  /**
   * Present where the entry differs from what the run had: `secret` where a secret was hidden in it, `beginning` where a part was hidden
   * that might only have become one.
   */
  readonly hidden?: Hidden;
  /** The place among all entries of the context, for `tail({ contextId }, { from })`. */
  readonly cursor: string;
}

/** The text that the line of each entry of a run contains. */
export function markOf(runId: string): string {
  return `"runId":${JSON.stringify(runId)}`;
}

/** Decodes the entries of one tree, or of one run in it. It must be given all of them, from the first one on. */
export class EntryReader {
  readonly #decoder: EntryDecoder = createEntryDecoder();
  readonly #deltas = new DeltaLines();
  readonly #headers = new Map<string, RunHeader>();
  #run: RunHeader | undefined;
  readonly #file: string;
  readonly #only: string | undefined;
  /** The places where the only run opens and closes, according to the table of runs. */
  readonly #opened: number | undefined;
  readonly #closed: number | undefined;
  /** The text that each line of the only run contains. */
  readonly #mark: string | undefined;
  /** The next place in the tree. */
  pos: number;

  readonly #from: number;

  constructor(
    file: string,
    {
      pos = 0,
      from = 0,
      only,
      closed,
    }: {
      readonly pos?: number;
      readonly from?: number;
      /** The only run to read. It opens at `pos`. */
      readonly only?: string;
      readonly closed?: number | undefined;
    } = {},
  ) {
    this.#file = file;
    this.#only = only;
    this.#opened = only === undefined ? undefined : pos;
    this.#closed = closed;
    this.#mark = only === undefined ? undefined : markOf(only);
    this.#from = from;
    this.pos = pos;
  }

  /** The entries of a chunk from this reader's place up to `end`; those before `from` are read and left out. */
  read(chunk: Chunk, end: number = Number.POSITIVE_INFINITY): IterableIterator<StoredEntry, undefined> {
    const last = Math.min(chunk.first + chunk.count, end);
    const lines = new ChunkLines(chunk, this.#deltas, this.pos);
    // A generator would save and restore with each entry everything that it works with, which costs as much as the rest.
    return {
      next: () => {
        while (this.pos < last) {
          const value = this.#take(lines);
          if (value !== undefined) {
            return { done: false, value };
          }
        }
        return { done: true, value: undefined };
      },
      [Symbol.iterator]() {
        return this;
      },
    };
  }

  /** The next entry of a chunk; undefined where it was not asked for. */
  #take(lines: ChunkLines): StoredEntry | undefined {
    const pos = this.pos++;
    const delta = lines.next();
    // Rare cases share one call, because code compiled for the common ones is thrown away when it meets something new.
    if (delta === undefined || pos === this.#opened || pos === this.#closed) {
      return this.#takeSeldom(lines, delta, pos);
    }
    if (this.#only !== undefined && delta.runId !== this.#only) {
      return undefined;
    }
    return this.#give(lines, this.#decode(delta, pos, lines.id), pos);
  }

  #takeSeldom(lines: ChunkLines, delta: unknown, pos: number): StoredEntry | undefined {
    const bound = pos === this.#opened ? 'open' : pos === this.#closed ? 'close' : undefined;
    if (bound === undefined && !this.#isMarked(lines.line)) {
      return undefined;
    }
    const entry = this.#decode(delta ?? lines.value, pos, lines.id);
    if (delta === undefined) {
      this.#deltas.learn(lines.line, entry);
    }
    if (bound !== undefined) {
      this.#demandBound(entry, bound, pos);
    }
    if (this.#only !== undefined && entry.runId !== this.#only) {
      return undefined;
    }
    if ('entry' in entry && entry.entry === 'open') {
      this.#headers.set(entry.runId, entry.header);
    }
    return this.#give(lines, entry, pos);
  }

  #give(lines: ChunkLines, entry: JournalEntry, pos: number): StoredEntry | undefined {
    // Most entries are of the same run as the one before.
    if (this.#run?.runId !== entry.runId) {
      this.#run = this.#headers.get(entry.runId);
    }
    const run = this.#run;
    if (run === undefined) {
      throw storeError(
        `Entry ${pos} in chunk ${lines.id} of ${this.#file} belongs to a run that was not opened before it.`,
      );
    }
    if (pos < this.#from) {
      return undefined;
    }
    const place = { pos, run, entry, cursor: lines.cursorAt(pos) };
    const why = lines.hiddenAt(pos);
    return why === undefined ? place : { ...place, hidden: why };
  }

  /** Quotes within a text are escaped, so that the mark cannot occur in the lines of another run except as its id. */
  #isMarked(line: string): boolean {
    return this.#mark === undefined || line.includes(this.#mark);
  }

  /**
   * Throws where an index is damaged and leads to the row of another run: the entries read by it would belong to another run, or be
   * incomplete.
   */
  #demandBound(entry: JournalEntry, bound: 'open' | 'close', pos: number): void {
    if (entry.runId === this.#only && 'entry' in entry && entry.entry === bound) {
      return;
    }
    throw storeError(
      `The table of runs in ${this.#file} is damaged: entry ${pos} is not the \`${bound}\` of the run ${this.#only}. ${ADVICE}`,
    );
  }

  #decode(line: unknown, pos: number, chunk: number): JournalEntry {
    try {
      return this.#decoder.decode(line);
    } catch (cause) {
      const what = cause instanceof Error ? cause.message : String(cause);
      throw storeError(`Entry ${pos} in chunk ${chunk} of ${this.#file} cannot be read: ${what}`, cause);
    }
  }
}
