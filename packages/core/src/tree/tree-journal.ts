/**
 * The entries of all runs of a tree in one list, which is only kept where more than one run has entries, or somebody
 * reads it.
 */
import { isEventEntry, type JournalEntry, type RunHeader, type TreeEntry } from '@agent-mux/events/journal';
import { type EntriesOptions, Journal } from '../readers/index.ts';
import type { Run } from '../run/index.ts';

export interface TreeJournalOptions {
  /** The run at the top; its own journal is that of the tree as long as it is alone. */
  readonly root: () => Run | undefined;
  readonly onPressure: () => void;
  readonly onWarning: (message: string) => void;
}

export class TreeJournal {
  readonly #options: TreeJournalOptions;
  readonly #headers = new Map<string, RunHeader>();
  #journal: Journal | undefined;
  /** The place in the tree of the first entry of the list. */
  #base = 0;
  #isClosed = false;

  constructor(options: TreeJournalOptions) {
    this.#options = options;
  }

  get isFull(): boolean {
    return this.#journal?.isFull === true;
  }

  /** Whether somebody reads it, and so hears what the runs ask. */
  get isRead(): boolean {
    return this.#journal?.isHeard('approval_request') === true;
  }

  append(entry: JournalEntry): void {
    if (!isEventEntry(entry) && entry.entry === 'open') {
      // As long as there is one run, its own journal is that of the tree.
      if (this.#headers.size > 0) {
        this.#journal ??= this.#join();
      }
      this.#headers.set(entry.runId, entry.header);
    }
    this.#journal?.append(entry);
  }

  /** Ends the readers once they have read what is left, because nothing more comes. */
  close(): void {
    this.#isClosed = true;
    this.#journal?.close();
  }

  /** Opens a new iterator, from the oldest retained entry on. */
  read(options: EntriesOptions = {}): AsyncIterableIterator<TreeEntry, undefined, undefined> {
    const isNew = this.#journal === undefined;
    const journal = this.#journal ?? this.#create();
    let place = journal.first;
    const entries = journal.entries(options);
    // The list is filled only now, so that nothing is forgotten before it is read.
    if (isNew) {
      try {
        this.#fill(journal, this.#options.root()?.life.parts.journal.readAll() ?? []);
      } catch (error) {
        // The list would have a gap, and an iterator that nobody reads would hold the agent back.
        this.#journal = undefined;
        void entries.return?.();
        return failing(error);
      }
    }
    const number = ({ value }: IteratorResult<JournalEntry, undefined>): IteratorResult<TreeEntry, undefined> => {
      const run = value === undefined ? undefined : this.#headers.get(value.runId);
      if (value === undefined || run === undefined) {
        return { done: true, value: undefined };
      }
      return { done: false, value: { pos: this.#base + place++, run, entry: value } };
    };
    return {
      next: () => entries.next().then(number),
      return: async () => {
        await entries.return?.();
        return { done: true, value: undefined };
      },
      [Symbol.asyncIterator]() {
        return this;
      },
    };
  }

  // The list begins with the entries of the first run, as far as they are still in memory.
  #join(): Journal {
    const journal = this.#create();
    // Nobody may ever read the tree, so it keeps no more than a run that somebody has read.
    journal.await();
    this.#fill(journal, this.#options.root()?.life.parts.journal.retained ?? []);
    return journal;
  }

  #create(): Journal {
    const { onPressure, onWarning, root } = this.#options;
    const { highWaterMark = 1_000, collectEvents: collect = false } = root()?.prepared ?? {};
    this.#journal = new Journal({ highWaterMark, collect, onPressure, onWarning });
    return this.#journal;
  }

  #fill(journal: Journal, entries: Iterable<JournalEntry>): void {
    for (const entry of entries) {
      journal.append(entry);
    }
    this.#base = (this.#options.root()?.life.parts.journal.length ?? 0) - journal.length;
    if (this.#isClosed) {
      journal.close();
    }
  }
}

/** An iterator of entries that cannot be read. */
async function* failing(error: unknown): AsyncGenerator<TreeEntry, undefined, undefined> {
  yield Promise.reject(error);
}
