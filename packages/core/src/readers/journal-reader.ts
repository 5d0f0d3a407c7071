/** A reader that iterates over a journal. */
import { isEventEntry, type JournalEntry } from '@agent-mux/events/journal';
import type { RetainedCursor } from './retained-entries.ts';

/** The options of `entries()` of a handle. */
export interface EntriesOptions {
  /**
   * Whether the reader only looks on, as a log or a tracer does, and could not answer. A question that nobody else
   * hears of is then denied after `interactionGraceMs`, as if nobody read. @defaultValue false
   */
  readonly observes?: boolean;
}

/** An iterator over all entries. */
export type Entries = AsyncIterableIterator<JournalEntry, undefined, undefined>;

type Result = IteratorResult<JournalEntry, undefined>;

export interface Reader {
  readonly cursor: RetainedCursor;
  /** The entries that it wants; all others are passed over. */
  readonly wants: 'entries' | 'events';
  /** Whether it only looks on, and answers nothing. */
  readonly observes: boolean;
  readonly waiting: ((result: Result | PromiseLike<Result>) => void)[];
  isAttached: boolean;
  /** The iterator while a `next()` of it waits: whoever waits may hold nothing but the promise, and has not forgotten it. */
  holder: object | undefined;
  /**
   * Whether it has asked for an entry. Before that nobody knows whether it ever will, and the agent does not wait for
   * it.
   */
  hasBegun: boolean;
}

/** Takes the next entry that the reader wants. */
export function take({ cursor, wants }: Reader): JournalEntry | undefined {
  let entry = cursor.next();
  while (wants === 'events' && entry !== undefined && !isEventEntry(entry)) {
    entry = cursor.next();
  }
  return entry;
}
