/** Somebody who iterates over a journal. */
import { isEventEntry, type JournalEntry } from '@agent-mux/events/journal';
import type { RetainedCursor } from './retained-entries.ts';

/** What `entries()` of a handle takes. */
export interface EntriesOptions {
  /**
   * Whoever reads only looks on, as a log or a tracer does, and is nobody who could answer: a question that nobody else hears of is
   * denied after `interactionGraceMs`, as if nobody read. @defaultValue false
   */
  readonly observes?: boolean;
}

/** What an iterator over all entries is. */
export type Entries = AsyncIterableIterator<JournalEntry, undefined, undefined>;

export interface Reader {
  readonly cursor: RetainedCursor;
  /** What is none of these is passed over. */
  readonly wants: 'entries' | 'events';
  /** Whoever reads it only looks on, and answers nothing. */
  readonly observes: boolean;
  readonly waiting: ((result: IteratorResult<JournalEntry, undefined>) => void)[];
  isAttached: boolean;
  /** It has asked for something. Before that nobody knows that it ever will, and the agent does not wait for it. */
  hasBegun: boolean;
}

/** The next entry that the reader wants. */
export function take({ cursor, wants }: Reader): JournalEntry | undefined {
  let entry = cursor.next();
  while (wants === 'events' && entry !== undefined && !isEventEntry(entry)) {
    entry = cursor.next();
  }
  return entry;
}
