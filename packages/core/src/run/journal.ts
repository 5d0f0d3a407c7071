/** The run's one ordered list of events and who reads it: iterators with a cursor each, listeners, and the result that is awaited. */
import type { AgentEvent, EventOf } from '@agent-mux/events';
import type { Clock } from '../clock.ts';
import { type Listener, Listeners } from './listeners.ts';

/** An iterator without a pending `next()` for this long no longer holds the agent back while the result is awaited. */
const IDLE_ITERATOR_MS = 10_000;

export interface JournalOptions {
  readonly highWaterMark: number;
  /** Keep everything, for `result.events`. */
  readonly collect: boolean;
  readonly clock: Clock;
  /** Unread events have reached the mark, or there is room again. */
  readonly onPressure: (isFull: boolean) => void;
  /** A listener threw, or an iterator was left behind: something the stream should tell. */
  readonly onWarning: (message: string) => void;
}

interface Reader {
  /** Sequence number of the next event that it reads. */
  cursor: number;
  readonly waiting: ((result: IteratorResult<AgentEvent, undefined>) => void)[];
  isAttached: boolean;
  /** Its cursor when the watch for idle iterators began. */
  watched: number;
  /** Whether the agent waits for it. */
  holdsBack: boolean;
}

const DONE: IteratorResult<AgentEvent, undefined> = Object.freeze({ done: true, value: undefined });

export class Journal {
  readonly #options: JournalOptions;
  readonly #listeners: Listeners;
  readonly #readers = new Set<Reader>();
  // Retained events; the first of them has the sequence number #base.
  #buffer: AgentEvent[] = [];
  #base = 0;
  #isClosed = false;
  #isFull = false;
  #isDelivering = false;
  // Who is at work on something that listeners must not get into.
  #holds = 0;
  #hadConsumer = false;
  #isAwaited = false;
  #cancelIdleCheck: (() => void) | undefined;
  #delivered = 0;
  /** Readers with a `next()` that waits. */
  #hungry = 0;
  /** Number of events at which the mark could be reached at the earliest: looking at every event would cost as much as the event. */
  #checkAt: number;

  constructor(options: JournalOptions) {
    this.#options = options;
    this.#listeners = new Listeners(options.onWarning);
    this.#checkAt = options.highWaterMark + 1;
  }

  /** Number of events so far. */
  get length(): number {
    return this.#base + this.#buffer.length;
  }

  /** What is still held; everything with `collect`. */
  get retained(): readonly AgentEvent[] {
    return this.#buffer;
  }

  get isFull(): boolean {
    return this.#isFull;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Whether an iterator reads, or somebody listens to this type. */
  isHeard(type: AgentEvent['type']): boolean {
    return this.#readers.size > 0 || this.#listeners.has(type);
  }

  /** The event that opened an interaction, while it is retained. */
  findInteraction(id: string): EventOf<'approval_request' | 'input_required'> | undefined {
    for (let index = this.#buffer.length - 1; index >= 0; index--) {
      const event = this.#buffer[index];
      if ((event?.type === 'approval_request' || event?.type === 'input_required') && event.interactionId === id) {
        return event;
      }
    }
    return undefined;
  }

  append(event: AgentEvent): void {
    this.#buffer.push(event);
    if (this.#hungry > 0) {
      this.#feedReaders();
    }
    if (this.#holds === 0) {
      this.#deliver();
    }
    if (this.length >= this.#checkAt) {
      this.#trim();
      this.#checkPressure();
    }
  }

  /**
   * From here to `release` listeners wait: what they cause must not fall into the middle of what is being told. Nests.
   * Iterators need no such care, they go on in a later turn.
   */
  hold(): void {
    this.#holds++;
  }

  release(): void {
    this.#holds--;
    if (this.#holds === 0 && this.#delivered < this.length) {
      this.#deliver();
    }
  }

  /** No event comes any more: iterators end when they have read what is left. */
  close(): void {
    this.#isClosed = true;
    this.#cancelIdleCheck?.();
    for (const reader of this.#readers) {
      this.#feed(reader);
      this.#dismiss(reader);
    }
  }

  on<T extends AgentEvent['type']>(type: T, listener: Listener<T>, once: boolean): void {
    this.#hadConsumer = true;
    this.#listeners.add(type, listener, once);
    this.#checkPressure();
  }

  off<T extends AgentEvent['type']>(type: T, listener: Listener<T>): void {
    this.#listeners.remove(type, listener);
  }

  /** Somebody waits for the result. */
  await(): void {
    this.#hadConsumer = true;
    this.#isAwaited = true;
    this.#checkPressure();
  }

  /** A new iterator: it starts at the oldest retained event. */
  iterate(): AsyncIterableIterator<AgentEvent, undefined, undefined> {
    this.#hadConsumer = true;
    const reader: Reader = { cursor: this.#base, waiting: [], isAttached: true, watched: -1, holdsBack: true };
    this.#readers.add(reader);
    this.#checkPressure();
    const detach = (): Promise<IteratorResult<AgentEvent, undefined>> => {
      this.#detach(reader);
      return Promise.resolve(DONE);
    };
    return {
      next: () => this.#next(reader),
      return: detach,
      throw: detach,
      [Symbol.asyncIterator]() {
        return this;
      },
    };
  }

  #next(reader: Reader): Promise<IteratorResult<AgentEvent, undefined>> {
    const event = reader.waiting.length === 0 ? this.#buffer[reader.cursor - this.#base] : undefined;
    if (event !== undefined && reader.isAttached) {
      reader.cursor++;
      if (this.#isFull) {
        this.#checkPressure();
      }
      return Promise.resolve({ done: false, value: event });
    }
    if (this.#isClosed || !reader.isAttached) {
      this.#detach(reader);
      return Promise.resolve(DONE);
    }
    reader.holdsBack = true;
    return new Promise((resolve) => {
      if (reader.waiting.push(resolve) === 1) {
        this.#hungry++;
      }
    });
  }

  #detach(reader: Reader): void {
    if (!reader.isAttached) {
      return;
    }
    reader.isAttached = false;
    this.#readers.delete(reader);
    this.#dismiss(reader);
    this.#trim();
    this.#checkPressure();
  }

  #dismiss(reader: Reader): void {
    if (reader.waiting.length > 0) {
      this.#hungry--;
    }
    for (const resolve of reader.waiting.splice(0)) {
      resolve(DONE);
    }
  }

  #feedReaders(): void {
    for (const reader of this.#readers) {
      if (reader.waiting.length > 0) {
        this.#feed(reader);
      }
    }
  }

  #feed(reader: Reader): void {
    while (reader.waiting.length > 0) {
      const event = this.#buffer[reader.cursor - this.#base];
      if (event === undefined) {
        return;
      }
      reader.cursor++;
      const resolve = reader.waiting.shift();
      if (reader.waiting.length === 0) {
        this.#hungry--;
      }
      resolve?.({ done: false, value: event });
    }
  }

  // What a listener causes is appended behind the event that it is handling, and delivered after it.
  #deliver(): void {
    if (!this.#listeners.areThere) {
      this.#delivered = this.length;
      return;
    }
    if (this.#isDelivering) {
      return;
    }
    this.#isDelivering = true;
    while (this.#delivered < this.length) {
      const event = this.#buffer[this.#delivered - this.#base];
      this.#delivered++;
      if (event !== undefined) {
        this.#listeners.call(event);
      }
    }
    this.#isDelivering = false;
  }

  #trim(): void {
    if (this.#options.collect) {
      return;
    }
    let slowest = this.#delivered;
    for (const reader of this.#readers) {
      slowest = Math.min(slowest, reader.cursor);
    }
    const keepFrom = this.#hadConsumer ? slowest - this.#options.highWaterMark : 0;
    const surplus = keepFrom - this.#base;
    // In large pieces: shifting the array for each event would cost as much as everything else.
    if (surplus > 1_024 && surplus > this.#buffer.length / 2) {
      this.#buffer = this.#buffer.slice(surplus);
      this.#base += surplus;
    }
  }

  #unread(): number {
    if (!this.#hadConsumer) {
      return this.length;
    }
    let slowest = this.length;
    for (const reader of this.#readers) {
      if (reader.holdsBack && reader.waiting.length === 0) {
        slowest = Math.min(slowest, reader.cursor);
      }
    }
    return this.length - slowest;
  }

  #checkPressure(): void {
    const unread = this.#unread();
    const isFull = this.#isFull
      ? unread > this.#options.highWaterMark / 2 && !this.#isClosed
      : unread >= this.#options.highWaterMark && !this.#isClosed;
    this.#checkAt = this.length + Math.max(1, this.#options.highWaterMark - unread);
    if (isFull !== this.#isFull) {
      this.#isFull = isFull;
      this.#options.onPressure(isFull);
    }
    if (isFull && this.#isAwaited && this.#cancelIdleCheck === undefined) {
      this.#watchIdleReaders();
    }
  }

  #watchIdleReaders(): void {
    for (const reader of this.#readers) {
      reader.watched = reader.cursor;
    }
    this.#cancelIdleCheck = this.#options.clock.after(IDLE_ITERATOR_MS, () => {
      this.#cancelIdleCheck = undefined;
      for (const reader of this.#readers) {
        if (reader.holdsBack && reader.waiting.length === 0 && reader.cursor === reader.watched) {
          reader.holdsBack = false;
          this.#options.onWarning(
            'The result is awaited while an iterator has not asked for an event for 10 s. It no longer holds the agent back; its events are kept.',
          );
        }
      }
      this.#checkPressure();
    });
  }
}
