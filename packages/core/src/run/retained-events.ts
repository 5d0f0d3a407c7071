/** The events that somebody may still read: the newest in memory, and what is too much for that in a file. */
import type { AgentEvent } from '@agent-mux/events';
import { weighEvent } from './event-weight.ts';
import { SpillCursor, SpilledEvents } from './spilled-events.ts';
import { type Question, SpilledQuestions } from './spilled-questions.ts';

export interface RetainedOptions {
  /** Events that stay in memory however many wait. */
  readonly maxEvents: number;
  /** Whether all of it stays in memory. */
  readonly inMemory: boolean;
}

/** Of their texts. */
const MAX_BYTES = 2 * 1024 * 1024;
/** Where nobody reads they go to the file while they are young: what outlives two small collections of garbage waits for a large one. */
const SHORT = { maxEvents: 512, maxBytes: 64 * 1024 };

export class RetainedEvents {
  #memory: AgentEvent[] = [];
  /** What each event in memory weighs. */
  #weights: number[] = [];
  #weight = 0;
  /** Number of the first event in memory. */
  #base = 0;
  #spilled: SpilledEvents | undefined;
  readonly #questions = new SpilledQuestions();
  #canSpill: boolean;
  #maxEvents: number;
  #maxBytes = MAX_BYTES;

  constructor({ maxEvents, inMemory }: RetainedOptions) {
    this.#maxEvents = maxEvents;
    this.#canSpill = !inMemory;
  }

  /** Number of events so far, the forgotten ones included. */
  get length(): number {
    return this.#base + this.#memory.length;
  }

  /** Number of the oldest that can be read. */
  get first(): number {
    return this.#spilled?.first ?? this.#base;
  }

  get inMemory(): readonly AgentEvent[] {
    return this.#memory;
  }

  /** More than memory should hold. */
  get isHeavy(): boolean {
    return this.#canSpill && (this.#memory.length > this.#maxEvents || this.#weight > this.#maxBytes);
  }

  push(event: AgentEvent): void {
    const weight = weighEvent(event);
    this.#memory.push(event);
    this.#weights.push(weight);
    this.#weight += weight;
  }

  /** An event in memory. */
  at(seq: number): AgentEvent | undefined {
    return this.#memory[seq - this.#base];
  }

  /** The event that opened an interaction, in memory or in the file. */
  findQuestion(interactionId: string): Question | undefined {
    for (let index = this.#memory.length - 1; index >= 0; index--) {
      const event = this.#memory[index];
      if (
        (event?.type === 'approval_request' || event?.type === 'input_required') &&
        event.interactionId === interactionId
      ) {
        return event;
      }
    }
    return this.#questions.find(interactionId);
  }

  /** Reads from the oldest on. */
  cursor(): RetainedCursor {
    return new RetainedCursor(this);
  }

  /** Where an event in the file is read. */
  openSpilled(): SpillCursor | undefined {
    return this.#spilled === undefined ? undefined : new SpillCursor(this.#spilled);
  }

  /** From now on few events stay in memory. */
  shorten(): void {
    this.#maxEvents = SHORT.maxEvents;
    this.#maxBytes = SHORT.maxBytes;
  }

  /** Forgets what is older, now or later: in large pieces, since each costs as much as everything that it leaves. */
  trim(before: number): void {
    const surplus = before - this.#base;
    if (surplus < 0) {
      this.#spilled?.dropBefore(before);
    } else {
      this.#forgetSpilled();
      if (surplus > 1_024 && surplus > this.#memory.length / 2) {
        this.#drop(surplus);
      }
    }
  }

  /**
   * Puts the older half of what is in memory into the file, but nothing from `limit` on. Returns the number after the last
   * event that went there, or undefined where the file could not be written: from then on all stays in memory.
   */
  spill(limit: number): number | undefined {
    if (limit <= this.#base) {
      return this.#base;
    }
    const count = Math.min(this.#countOfHalf(), limit - this.#base);
    this.#spilled ??= new SpilledEvents();
    const events = this.#memory.slice(0, count);
    const taken = this.#spilled.append(events);
    this.#questions.note(events);
    this.#drop(taken);
    if (taken < count) {
      this.#canSpill = false;
      return undefined;
    }
    return this.#base;
  }

  #countOfHalf(): number {
    const { length } = this.#memory;
    let weight = this.#weight;
    let count = 0;
    while (count < length && (length - count > this.#maxEvents / 2 || weight > this.#maxBytes / 2)) {
      weight -= this.#weights[count] ?? 0;
      count += 1;
    }
    return count;
  }

  #drop(count: number): void {
    for (let index = 0; index < count; index++) {
      this.#weight -= this.#weights[index] ?? 0;
    }
    this.#memory = this.#memory.slice(count);
    this.#weights = this.#weights.slice(count);
    this.#base += count;
  }

  #forgetSpilled(): void {
    this.#spilled?.clear();
    this.#spilled = undefined;
  }
}

/** One reader's place. */
export class RetainedCursor {
  /** Number of the next event. */
  seq: number;
  readonly #retained: RetainedEvents;
  #spilled: SpillCursor | undefined;

  constructor(retained: RetainedEvents) {
    this.#retained = retained;
    this.seq = retained.first;
  }

  /** Whether the next event is in the file, and not at hand. */
  get mustLoad(): boolean {
    const { seq } = this;
    return seq < this.#retained.length && this.#retained.at(seq) === undefined && this.#spilled?.has(seq) !== true;
  }

  /** The next event, or undefined where none has come yet. */
  next(): AgentEvent | undefined {
    const inMemory = this.#retained.at(this.seq);
    if (inMemory !== undefined) {
      this.#spilled = undefined;
      this.seq++;
      return inMemory;
    }
    if (this.seq >= this.#retained.length) {
      return undefined;
    }
    this.#spilled ??= this.#retained.openSpilled();
    const event = this.#spilled?.read(this.seq);
    this.seq++;
    return event;
  }
}
