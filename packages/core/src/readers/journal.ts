/**
 * The run's one ordered list of entries and its readers: iterators with a cursor each, listeners, and the result that
 * is awaited.
 */
import { tmpdir } from 'node:os';
import type { AgentEvent, EventOf } from '@agent-mux/events';
import { isEventEntry, type JournalEntry } from '@agent-mux/events/journal';
import { describeError } from '../describe-error.ts';
import { type IteratorHooks, JournalIterators } from './journal-iterators.ts';
import type { JournalOptions } from './journal-options.ts';
import type { Entries, EntriesOptions, Reader, ReaderKind } from './journal-reader.ts';
import { type Listener, type ListenerKind, Listeners, replayEntries } from './listeners.ts';
import { PassedOver } from './passed-over.ts';
import { type RetainedCursor, RetainedEntries } from './retained-entries.ts';

type Events = AsyncIterableIterator<AgentEvent, undefined, undefined>;

/**
 * The number of high-water marks that stay in memory. An iterator that is read makes the agent wait at one mark, so
 * there are only more than a few where no iterator does.
 */
const MARKS_IN_MEMORY = 4;
const SPARE_ENTRIES = 4_096;

export class Journal implements IteratorHooks {
  readonly #options: JournalOptions;
  readonly #tap: JournalOptions['tap'];
  readonly #listeners: Listeners;
  readonly #iterators = new JournalIterators(this);
  readonly #retained: RetainedEntries;
  readonly #passedOver = new PassedOver();
  #isClosed = false;
  #isOver = false;
  #isFull = false;
  #isDelivering = false;
  // The number of callers at work on something that listeners must not interrupt.
  #holds = 0;
  #hadConsumer = false;
  /** The number of entries whose events have been delivered to listeners. */
  #delivered = 0;
  #eventCount = 0;
  /**
   * The number of entries at which the mark could be reached at the earliest, because a check for each entry would cost
   * as much as the entry.
   */
  #checkAt: number;
  readonly #warnings: string[] = [];
  #toldOfFile = false;
  #toldOfFullDisk = false;

  constructor(options: JournalOptions) {
    const { highWaterMark, collect } = options;
    this.#options = options;
    this.#tap = options.tap;
    this.#listeners = new Listeners(options.onWarning);
    this.#retained = new RetainedEntries({
      maxEntries: MARKS_IN_MEMORY * highWaterMark + SPARE_ENTRIES,
      inMemory: collect,
    });
    this.#checkAt = highWaterMark + 1;
  }

  /** The number of entries so far. */
  get length(): number {
    return this.#retained.length;
  }

  get eventCount(): number {
    return this.#eventCount;
  }

  /** What is still kept in memory; everything with `collect`. */
  get retained(): readonly JournalEntry[] {
    return this.#retained.inMemory;
  }

  /** The number of the oldest entry that can be read. */
  get first(): number {
    return this.#retained.first;
  }

  /** Reads all retained entries in one go. */
  *readAll(): Generator<JournalEntry, void, undefined> {
    const cursor = this.cursor();
    for (let entry = cursor.next(); entry !== undefined; entry = cursor.next()) {
      yield entry;
    }
  }

  get isFull(): boolean {
    return this.#isFull;
  }

  /** Whether its last entry is there, after which nothing may come. */
  get isOver(): boolean {
    return this.#isOver || this.#isClosed;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Whether somebody reads who could answer, or listens to this type. */
  isHeard(type: AgentEvent['type']): boolean {
    return this.#listeners.has(type) || [...this.#iterators.readers].some(({ observes }) => !observes);
  }

  append(entry: JournalEntry): void {
    this.#tap?.take(entry);
    this.#retained.push(entry);
    if (isEventEntry(entry)) {
      this.#eventCount++;
    } else {
      this.#passedOver.note(this.length - 1);
      this.#isOver ||= entry.entry === 'close';
    }
    this.#iterators.feed();
    if (this.#holds === 0) {
      this.#deliver();
    }
    if (this.length >= this.#checkAt || this.#retained.isHeavy) {
      this.#trim();
      this.#checkPressure();
    }
    if (this.#holds === 0) {
      this.#warn();
    }
  }

  /**
   * Listeners wait from here to `release`: what they cause must not fall into the middle of what is being told. Calls nest.
   * Iterators need no such care, they go on in a later turn.
   */
  hold(): void {
    this.#holds++;
  }

  release(): void {
    this.#holds--;
    if (this.#holds > 0) {
      return;
    }
    if (this.#delivered < this.length) {
      this.#deliver();
    }
    this.#warn();
  }

  /**
   * Warns that messages of the agent cannot wait in a file. Events cannot either, and only the first of the two warns.
   */
  tellOfFullDisk(): void {
    this.#noteFullDisk();
    if (this.#holds === 0) {
      this.#warn();
    }
  }

  /** Ends the iterators once they have read what is left, because no entry comes any more. */
  close(): void {
    this.#isClosed = true;
    this.#iterators.close();
  }

  /** Adds a listener. With `replay` it first gets the retained events of this type, in a later turn than this call. */
  on<T extends AgentEvent['type']>(type: T, listener: Listener<T>, kind: ListenerKind = {}): void {
    this.#hadConsumer = true;
    const begin = this.#listeners.add(type, listener, kind);
    if (kind.replay === true) {
      queueMicrotask(() => this.#replay(type, begin));
    }
    this.#checkPressure();
  }

  off<T extends AgentEvent['type']>(type: T, listener: Listener<T>): void {
    this.#listeners.remove(type, listener);
    this.#checkPressure();
  }

  /** Notes that somebody waits for the result. */
  await(): void {
    this.#hadConsumer = true;
  }

  /** Hears that an iterator was given an entry that was there already. */
  taken(): void {
    if (this.#isFull) {
      this.#checkPressure();
    }
  }

  /** Hears that nobody reads an iterator any more. */
  left(): void {
    this.#trim();
    this.#checkPressure();
  }

  /** Opens a new iterator over the events, which starts at the oldest retained one. */
  iterate(): Events {
    // The iterator passes over every entry that is no event.
    return this.#iterate({ wants: 'events', observes: false }) as Events;
  }

  /** Returns a cursor at this place, or at the oldest retained entry where that is later. */
  cursor(place = 0): RetainedCursor {
    return this.#retained.cursor(place);
  }

  /** Opens a new iterator over all entries, which starts at the oldest retained one. */
  entries({ observes = false }: EntriesOptions = {}, cursor?: RetainedCursor): Entries {
    return this.#iterate({ wants: 'entries', observes }, cursor);
  }

  #iterate(kind: ReaderKind, cursor = this.cursor()): Entries {
    this.#hadConsumer = true;
    return this.#iterators.open(kind, cursor);
  }

  // An event that a listener causes is appended behind the event that it is handling, and delivered after it.
  #deliver(): void {
    if (!this.#listeners.areThere) {
      this.#delivered = this.length;
      return;
    }
    if (this.#isDelivering) {
      return;
    }
    this.#isDelivering = true;
    try {
      while (this.#delivered < this.length) {
        const entry = this.#retained.at(this.#delivered);
        this.#delivered++;
        if (entry !== undefined && isEventEntry(entry)) {
          this.#listeners.call(entry);
        }
      }
    } finally {
      this.#isDelivering = false;
    }
  }

  // This listener gets the events that others have heard by now; it gets the rest together with them.
  #replay<T extends AgentEvent['type']>(type: T, begin: (event?: EventOf<T>) => boolean): void {
    this.#isDelivering = true;
    try {
      replayEntries(this.cursor(), this.#delivered, type, begin);
    } catch (error) {
      // Nobody is above this call, and the file in which the past waits may be beyond reading.
      this.#warnings.push(
        `A listener of ${type} cannot hear what came before it: ${describeError(error)}. It hears what comes now.`,
      );
    }
    begin();
    this.#isDelivering = false;
    if (this.#holds === 0) {
      this.#deliver();
      this.#warn();
    }
  }

  #trim(): void {
    const { collect, highWaterMark } = this.#options;
    if (collect) {
      return;
    }
    let slowest = this.#delivered;
    for (const { cursor } of this.#iterators.readers) {
      slowest = Math.min(slowest, cursor.place);
    }
    if (this.#hadConsumer) {
      this.#retained.trim(slowest - highWaterMark);
      this.#passedOver.forgetBefore(this.#retained.first);
    }
    if (this.#retained.isHeavy) {
      this.#spill();
    }
  }

  #spill(): void {
    const end = this.#retained.spill(this.#delivered);
    if (end === undefined) {
      this.#noteFullDisk();
      return;
    }
    const isUnread = [...this.#iterators.readers].some(
      (reader) => reader.cursor.place < end && !this.#slowsAgent(reader),
    );
    if ((isUnread || !this.#hadConsumer) && !this.#toldOfFile) {
      this.#toldOfFile = true;
      this.#retained.shorten();
      this.#warnings.push(
        'Events come that nobody reads: the agent goes on, and they wait in a file, where an iterator finds them.',
      );
    }
  }

  #noteFullDisk(): void {
    if (!this.#toldOfFullDisk) {
      this.#toldOfFullDisk = true;
      this.#warnings.push(
        `What waits for a reader cannot be put into a file in ${tmpdir()}: it stays in memory. Free some room there, or set TMPDIR to another folder.`,
      );
    }
  }

  // It is not called from within `append`: whoever appends is not done yet with what it is telling.
  #warn(): void {
    // It is asked after each entry.
    while (this.#warnings.length > 0) {
      this.#options.onWarning(this.#warnings.shift() as string);
    }
  }

  /**
   * Whether the agent waits for this reader. It does not where there is a listener, which would starve with the agent.
   */
  #slowsAgent({ hasBegun }: Reader): boolean {
    return hasBegun && !this.#listeners.areAttached;
  }

  /** Returns how many entries the slowest iterator has still to read, of the kind that it wants. */
  #unread(): number {
    let most = 0;
    for (const reader of this.#iterators.readers) {
      const { cursor, wants, waiting } = reader;
      if (waiting.length === 0 && this.length - cursor.place > most && this.#slowsAgent(reader)) {
        const others = wants === 'events' ? this.#passedOver.countFrom(cursor.place) : 0;
        most = Math.max(most, this.length - cursor.place - others);
      }
    }
    return most;
  }

  #checkPressure(): void {
    const unread = this.#unread();
    const { highWaterMark } = this.#options;
    const isFull = !this.#isClosed && (this.#isFull ? unread > highWaterMark / 2 : unread >= highWaterMark);
    this.#checkAt = this.length + Math.max(1, this.#options.highWaterMark - unread);
    if (isFull !== this.#isFull) {
      this.#isFull = isFull;
      this.#options.onPressure(isFull);
    }
  }
}
