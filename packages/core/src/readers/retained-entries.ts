/** The entries that somebody may still read: the newest in memory, and those that are too much for it in a file. */
import type { JournalEntry } from '@agent-mux/events/journal';
import { EntryWeights } from './entry-weights.ts';
import { SpillCursor, SpilledEntries } from './spilled-entries.ts';

/**
 * The length of their texts. The heaviest entry is left out: mostly its reader is just about to take it, and to write
 * one line of the greatest length to a file takes longer than all else that is done with it.
 */
const MAX_BYTES = 4 * 1024 * 1024;
/**
 * The bounds where nobody reads. Entries then go to the file while they are young, because an object that outlives two
 * small collections of garbage waits for a large one.
 */
const SHORT = { maxEntries: 512, maxBytes: 64 * 1024 };

export class RetainedEntries {
  #memory: JournalEntry[] = [];
  /** The weights of the entries in memory. */
  readonly #weights = new EntryWeights();
  /** The place of the first entry in memory. */
  #base = 0;
  #spilled: SpilledEntries | undefined;
  #canSpill: boolean;
  #maxEntries: number;
  #maxBytes = MAX_BYTES;

  /** Creates the list. At most `maxEntries` stay in memory however many wait; with `inMemory` all of them do. */
  constructor({ maxEntries, inMemory }: { readonly maxEntries: number; readonly inMemory: boolean }) {
    this.#maxEntries = maxEntries;
    this.#canSpill = !inMemory;
  }

  /** The number of entries so far, including the forgotten ones. */
  get length(): number {
    return this.#base + this.#memory.length;
  }

  /** The place of the oldest entry that can be read. */
  get first(): number {
    return this.#spilled?.first ?? this.#base;
  }

  get inMemory(): readonly JournalEntry[] {
    return this.#memory;
  }

  /** More than memory should keep. */
  get isHeavy(): boolean {
    return this.#canSpill && (this.#memory.length > this.#maxEntries || this.#weights.sum > this.#maxBytes);
  }

  push(entry: JournalEntry): void {
    this.#memory.push(entry);
    this.#weights.push(entry);
  }

  /** Returns an entry in memory. */
  at(place: number): JournalEntry | undefined {
    const index = place - this.#base;
    // V8 gives up what it has compiled at an index beyond the end.
    return index >= 0 && index < this.#memory.length ? this.#memory[index] : undefined;
  }

  /** Returns a cursor at this place, or at the oldest entry where that is later. */
  cursor(place: number): RetainedCursor {
    return new RetainedCursor(this, place);
  }

  /** Opens a cursor over the entries in the file. */
  openSpilled(): SpillCursor | undefined {
    return this.#spilled === undefined ? undefined : new SpillCursor(this.#spilled);
  }

  /** Makes fewer entries stay in memory from now on. */
  shorten(): void {
    this.#maxEntries = SHORT.maxEntries;
    this.#maxBytes = SHORT.maxBytes;
    this.#weights.countsHeaviest = true;
  }

  /**
   * Forgets older entries, now or later. It does so in large pieces, since each costs as much as everything that it
   * leaves.
   */
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
   * Moves the older half of the entries in memory into the file, but none from `limit` on. Returns the place after the
   * last entry that went there, or undefined where the file could not be written; from then on all stay in memory.
   */
  spill(limit: number): number | undefined {
    if (limit <= this.#base) {
      return this.#base;
    }
    const count = Math.min(this.#countOfHalf(), limit - this.#base);
    this.#spilled ??= new SpilledEntries({ first: this.#base });
    const taken = this.#spilled.append(this.#memory.slice(0, count));
    this.#drop(taken);
    if (taken < count) {
      this.#canSpill = false;
      return undefined;
    }
    return this.#base;
  }

  #countOfHalf(): number {
    const half = { maxEntries: Math.floor(this.#maxEntries / 2), maxBytes: this.#maxBytes / 2 };
    return this.#memory.length - this.#weights.countNewest(half);
  }

  #drop(count: number): void {
    this.#memory = this.#memory.slice(count);
    this.#weights.drop(count);
    this.#base += count;
  }

  #forgetSpilled(): void {
    this.#spilled?.clear();
    this.#spilled = undefined;
  }
}

/** The place of one reader. */
export class RetainedCursor {
  /** The place of the next entry. */
  place: number;
  readonly #retained: RetainedEntries;
  #spilled: SpillCursor | undefined;

  constructor(retained: RetainedEntries, place: number) {
    this.#retained = retained;
    this.place = Math.max(retained.first, place);
  }

  /** Whether the next entry is in the file, and not at hand. */
  get mustLoad(): boolean {
    const { place } = this;
    return (
      place < this.#retained.length && this.#retained.at(place) === undefined && this.#spilled?.has(place) !== true
    );
  }

  /** Returns the next entry, or undefined where none has come yet. */
  next(): JournalEntry | undefined {
    const inMemory = this.#retained.at(this.place);
    if (inMemory !== undefined) {
      this.#spilled = undefined;
      this.place++;
      return inMemory;
    }
    if (this.place >= this.#retained.length) {
      return undefined;
    }
    this.#spilled ??= this.#retained.openSpilled();
    const entry = this.#spilled?.read(this.place);
    this.place++;
    return entry;
  }
}
