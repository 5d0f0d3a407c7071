/** The iterators over a journal: each has a cursor of its own, and waits where it has read everything. */
import type { JournalEntry } from '@agent-mux/events/journal';
import { type Entries, Reader, type ReaderKind, take } from './journal-reader.ts';
import type { RetainedCursor } from './retained-entries.ts';

/** Whoever has the entries. */
export interface IteratorHooks {
  /** Hears that an iterator was given an entry that was there already. */
  taken(): void;
  /** Hears that nobody reads an iterator any more. */
  left(): void;
}

type Step = Promise<IteratorResult<JournalEntry, undefined>>;

const DONE: IteratorResult<never, undefined> = Object.freeze({ done: true, value: undefined });

// An iterator that nobody can call any more has no reader.
const collected = new FinalizationRegistry<() => void>((detach) => detach());

export class JournalIterators {
  readonly #hooks: IteratorHooks;
  readonly #readers = new Set<Reader>();
  #isClosed = false;
  /** The number of readers with a `next()` that waits. */
  #hungry = 0;

  constructor(hooks: IteratorHooks) {
    this.#hooks = hooks;
  }

  /** The attached readers. */
  get readers(): ReadonlySet<Readonly<Reader>> {
    return this.#readers;
  }

  /** Opens an iterator that begins at the cursor. */
  open(kind: ReaderKind, cursor: RetainedCursor): Entries {
    const reader = new Reader(cursor, kind);
    this.#readers.add(reader);
    const iterator = new EntryIterator(this, reader);
    collected.register(iterator, this.#detacher(reader));
    return iterator;
  }

  // Made where no variable is the iterator: a function holds all that its neighbours hold, and it would never be collected.
  #detacher(reader: Reader): () => void {
    return () => this.detach(reader);
  }

  /** Gives new entries to the readers that wait for them. */
  feed(): void {
    if (this.#hungry === 0) {
      return;
    }
    for (const reader of this.#readers) {
      if (reader.waiting.length > 0) {
        this.#feed(reader);
      }
    }
  }

  /** Ends the iterators once they have read what is left, because no entry comes any more. */
  close(): void {
    this.#isClosed = true;
    for (const reader of this.#readers) {
      this.#feed(reader);
      this.#dismiss(reader);
    }
  }

  /** Returns the next entry for a reader; `iterator` is who asks. */
  next(reader: Reader, iterator: object): Step {
    reader.hasBegun = true;
    if (reader.isAttached && reader.waiting.length === 0 && reader.cursor.mustLoad) {
      // Reading far through a file in one turn would keep the host from everything else, even from collecting garbage.
      setImmediate(() => {
        try {
          this.#feed(reader);
          if (this.#isClosed) {
            this.#dismiss(reader);
          }
          this.#hooks.taken();
        } catch (error) {
          // Nobody is above this call: whoever waits for an entry hears that there is none to be had.
          this.#dismiss(reader, () => Promise.reject(error));
        }
      });
      return this.#wait(reader, iterator);
    }
    const entry = reader.waiting.length === 0 && reader.isAttached ? take(reader) : undefined;
    if (entry !== undefined) {
      this.#hooks.taken();
      return Promise.resolve({ done: false, value: entry });
    }
    if ((this.#isClosed && reader.waiting.length === 0) || !reader.isAttached) {
      this.detach(reader);
      return Promise.resolve(DONE);
    }
    return this.#wait(reader, iterator);
  }

  #wait(reader: Reader, iterator: object): Step {
    reader.holder = iterator;
    return new Promise((resolve) => {
      if (reader.waiting.push(resolve) === 1) {
        this.#hungry++;
      }
    });
  }

  /** Lets a reader go, if it has not gone yet. */
  detach(reader: Reader): void {
    if (!reader.isAttached) {
      return;
    }
    reader.isAttached = false;
    this.#readers.delete(reader);
    this.#dismiss(reader);
    this.#hooks.left();
  }

  #dismiss(reader: Reader, end: () => Step | Awaited<Step> = () => DONE): void {
    if (reader.waiting.length > 0) {
      this.#hungry--;
    }
    reader.holder = undefined;
    for (const resolve of reader.waiting.splice(0)) {
      resolve(end());
    }
  }

  #feed(reader: Reader): void {
    while (reader.waiting.length > 0) {
      const entry = take(reader);
      if (entry === undefined) {
        return;
      }
      const resolve = reader.waiting.shift();
      if (reader.waiting.length === 0) {
        this.#hungry--;
        reader.holder = undefined;
      }
      resolve?.({ done: false, value: entry });
    }
  }
}

/** It holds no more than its reader: whoever has forgotten it reads no more. */
class EntryIterator implements Entries {
  readonly #iterators: JournalIterators;
  readonly #reader: Reader;

  constructor(iterators: JournalIterators, reader: Reader) {
    this.#iterators = iterators;
    this.#reader = reader;
  }

  next(): Step {
    return this.#iterators.next(this.#reader, this);
  }

  return(): Step {
    this.#iterators.detach(this.#reader);
    return Promise.resolve(DONE);
  }

  // It handles no error, so that the error goes on to whoever threw it in, as with a generator.
  async throw(error: unknown): Promise<never> {
    await this.return();
    throw error;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
