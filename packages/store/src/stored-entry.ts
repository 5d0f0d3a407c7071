/** Entries as a reader of the store gets them. */
import { createEntryDecoder, type EntryDecoder, type JournalEntry, type RunHeader } from '@agent-mux/events/journal';
import { ADVICE, type Chunk, type Hidden } from './chunks.ts';
import { DeltaLines } from './delta-lines.ts';
import { storeError } from './errors.ts';

export interface StoredEntry {
  /** The place in the tree: dense, from 0, over all its runs. */
  readonly pos: number;
  /** Of the run that the entry belongs to. */
  readonly run: RunHeader;
  readonly entry: JournalEntry;
  /**
   * Present where the entry is not as the run had it: `secret`, a secret was hidden in it; `beginning`, a part was hidden that
   * might only have become one.
   */
  readonly hidden?: Hidden;
  /** The place among all entries of the context, for `tail({ contextId }, { from })`. */
  readonly cursor: string;
}

const MOST_AT_ONCE = 64;

/** What stands in the line of each entry of a run. */
export function markOf(runId: string): string {
  return `"runId":${JSON.stringify(runId)}`;
}

/** Decodes the entries of one tree, or of one run in it. It must be given all of them, from their first on. */
export class EntryReader {
  readonly #decoder: EntryDecoder = createEntryDecoder();
  readonly #deltas = new DeltaLines();
  readonly #headers = new Map<string, RunHeader>();
  #run: RunHeader | undefined;
  readonly #file: string;
  readonly #only: string | undefined;
  /** Where the run that is read alone opens, and where it closes, by the table of runs. */
  readonly #opened: number | undefined;
  readonly #closed: number | undefined;
  /** What stands in each line of the run that is read alone. */
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
      /** The run that is read alone. It opens at `pos`. */
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

  /** The entries of a chunk from the place on where this reader is, and before `end`; those before `from` are read and not given. */
  *read(
    { id, first, lines, hidden }: Chunk,
    end: number = Number.POSITIVE_INFINITY,
  ): Generator<StoredEntry, void, undefined> {
    let parsed: readonly unknown[] = [];
    let parsedFrom = 0;
    for (let at = this.pos - first; at < lines.length; at++) {
      if (first + at >= end) {
        this.pos = end;
        return;
      }
      const line = lines[at] ?? '';
      this.pos = first + at + 1;
      const delta = this.#deltas.read(line);
      const bound = first + at === this.#opened ? 'open' : first + at === this.#closed ? 'close' : undefined;
      if (bound === undefined && this.#only !== undefined && delta !== undefined && delta.runId !== this.#only)
        continue;
      let value: unknown = delta;
      if (delta === undefined) {
        // Quotes within a text are escaped, so that this stands in no other run's lines but by its name.
        if (bound === undefined && this.#mark !== undefined && !line.includes(this.#mark)) continue;
        if (at >= parsedFrom + parsed.length) [parsed, parsedFrom] = [this.#parse(lines, at), at];
        value = parsed[at - parsedFrom] ?? line;
      }
      const entry = this.#decode(value, first + at, id);
      if (delta === undefined) this.#deltas.learn(line, entry);
      if (bound !== undefined) this.#demandBound(entry, bound, first + at);
      if (this.#only !== undefined && entry.runId !== this.#only) continue;
      if ('entry' in entry && entry.entry === 'open') this.#headers.set(entry.runId, entry.header);
      // Most entries are of the same run as the one before.
      const run = this.#run?.runId === entry.runId ? this.#run : this.#headers.get(entry.runId);
      this.#run = run;
      if (run === undefined) {
        throw storeError(
          `Entry ${first + at} in chunk ${id} of ${this.#file} belongs to a run that was not opened before it.`,
        );
      }
      if (first + at < this.#from) continue;
      const why = hidden.size === 0 ? undefined : hidden.get(at);
      const place = { pos: first + at, run, entry, cursor: `${id}.${at}` };
      yield why === undefined ? place : { ...place, hidden: why };
    }
  }

  /** An index that is damaged leads to the row of another run: what is read by it would be none of this run's, or not all. */
  #demandBound(entry: JournalEntry, bound: 'open' | 'close', pos: number): void {
    if (entry.runId === this.#only && 'entry' in entry && entry.entry === bound) return;
    throw storeError(
      `The table of runs in ${this.#file} is damaged: entry ${pos} is not the \`${bound}\` of the run ${this.#only}. ${ADVICE}`,
    );
  }

  /** Lines up to the next delta at once, which costs half of what they cost one by one. None, where one is wrong: one by one they say which. */
  #parse(lines: readonly string[], from: number): readonly unknown[] {
    let to = from + 1;
    while (to < lines.length && to - from < MOST_AT_ONCE && this.#deltas.read(lines[to] ?? '') === undefined) to++;
    try {
      const values: unknown = JSON.parse(`[${lines.slice(from, to).join(',')}]`);
      return Array.isArray(values) && values.length === to - from ? values : [];
    } catch {
      return [];
    }
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
