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

/** The entries that a reader wants, and what it does with them. */
export interface ReaderKind {
  /** The entries that it wants; all others are passed over. */
  readonly wants: 'entries' | 'events';
  /** Whether it only looks on, and answers nothing. */
  readonly observes: boolean;
}

export class Reader implements ReaderKind {
  readonly cursor: RetainedCursor;
  readonly wants: ReaderKind['wants'];
  readonly observes: boolean;
  readonly waiting: ((result: Result | PromiseLike<Result>) => void)[] = [];
  isAttached = true;
  /** The iterator while a `next()` of it waits: whoever waits may hold nothing but the promise, and has not forgotten it. */
  holder: object | undefined = undefined;
  /**
   * Whether it has asked for an entry. Before that nobody knows whether it ever will, and the agent does not wait for
   * it.
   */
  hasBegun = false;

  constructor(cursor: RetainedCursor, { wants, observes }: ReaderKind) {
    this.cursor = cursor;
    this.wants = wants;
    this.observes = observes;
  }
}

/** Takes the next entry that the reader wants. */
export function take({ cursor, wants }: Reader): JournalEntry | undefined {
  let entry = cursor.next();
  while (wants === 'events' && entry !== undefined && !isEventEntry(entry)) {
    entry = cursor.next();
  }
  return entry;
}
