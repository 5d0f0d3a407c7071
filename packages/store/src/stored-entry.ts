/** Entries as a reader of the store gets them. */
import { createEntryDecoder, type EntryDecoder, type JournalEntry, type RunHeader } from '@agent-mux/events/journal';
import type { Chunk, Hidden } from './chunks.ts';
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

/** Decodes the entries of one tree, or of one run in it. It must be given all of them, from their first on. */
export class EntryReader {
  readonly #decoder: EntryDecoder = createEntryDecoder();
  readonly #headers = new Map<string, RunHeader>();
  readonly #file: string;
  readonly #only: string | undefined;
  /** What stands in each line of the run that is read alone. */
  readonly #mark: string | undefined;
  /** The next place in the tree. */
  pos: number;

  readonly #from: number;

  constructor(
    file: string,
    { pos = 0, from = 0, only }: { readonly pos?: number; readonly from?: number; readonly only?: string } = {},
  ) {
    this.#file = file;
    this.#only = only;
    this.#mark = only === undefined ? undefined : `"runId":"${only}"`;
    this.#from = from;
    this.pos = pos;
  }

  /** The entries of a chunk from the place on where this reader is, and before `end`; those before `from` are read and not given. */
  *read(
    { id, first, lines, hidden }: Chunk,
    end: number = Number.POSITIVE_INFINITY,
  ): Generator<StoredEntry, void, undefined> {
    const begin = this.pos - first;
    const values = this.#parse(lines, begin);
    for (let at = begin; at < lines.length; at++) {
      if (first + at >= end) {
        this.pos = end;
        return;
      }
      const line = lines[at] ?? '';
      this.pos = first + at + 1;
      // Quotes within a text are escaped, so that this stands in no other run's lines but by its name.
      if (values === undefined && this.#mark !== undefined && !line.includes(this.#mark)) continue;
      const entry = this.#decode(values === undefined ? line : values[at - begin], first + at, id);
      if (this.#only !== undefined && entry.runId !== this.#only) continue;
      if ('entry' in entry && entry.entry === 'open') this.#headers.set(entry.runId, entry.header);
      const run = this.#headers.get(entry.runId);
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

  /** All lines at once, which costs half of what they cost one by one. undefined: one by one, to say which is wrong, or to leave out those of other runs. */
  #parse(lines: readonly string[], begin: number): readonly unknown[] | undefined {
    const [first = '', last = ''] = [lines[begin], lines.at(-1)];
    if (this.#mark !== undefined && !(first.includes(this.#mark) && last.includes(this.#mark))) return undefined;
    try {
      const values: unknown = JSON.parse(`[${(begin === 0 ? lines : lines.slice(begin)).join(',')}]`);
      return Array.isArray(values) && values.length === lines.length - begin ? values : undefined;
    } catch {
      return undefined;
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
