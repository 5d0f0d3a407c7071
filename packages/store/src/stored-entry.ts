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
  /** The next place in the tree. */
  pos: number;

  constructor(file: string, { pos = 0, only }: { readonly pos?: number; readonly only?: string } = {}) {
    this.#file = file;
    this.#only = only;
    this.pos = pos;
  }

  /** The entries of a chunk from the place on where this reader is. */
  *read({ id, first, lines, hidden }: Chunk): Generator<StoredEntry, void, undefined> {
    for (let at = this.pos - first; at < lines.length; at++) {
      const line = lines[at] ?? '';
      this.pos = first + at + 1;
      // Quotes within a text are escaped, so that this stands in no other run's lines but by its name.
      if (this.#only !== undefined && !line.includes(`"runId":"${this.#only}"`)) continue;
      const entry = this.#decode(line, first + at, id);
      if (this.#only !== undefined && entry.runId !== this.#only) continue;
      if ('entry' in entry && entry.entry === 'open') this.#headers.set(entry.runId, entry.header);
      const run = this.#headers.get(entry.runId);
      if (run === undefined) {
        throw storeError(
          `Entry ${first + at} in chunk ${id} of ${this.#file} belongs to a run that was not opened before it.`,
        );
      }
      const why = hidden.get(at);
      yield { pos: first + at, run, entry, ...(why === undefined ? {} : { hidden: why }), cursor: `${id}.${at}` };
    }
  }

  #decode(line: string, pos: number, chunk: number): JournalEntry {
    try {
      return this.#decoder.decode(line);
    } catch (cause) {
      const what = cause instanceof Error ? cause.message : String(cause);
      throw storeError(`Entry ${pos} in chunk ${chunk} of ${this.#file} cannot be read: ${what}`, cause);
    }
  }
}
