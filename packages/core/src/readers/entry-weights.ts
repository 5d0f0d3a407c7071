/** The weights of entries that follow each other: a long text counts once, and the heaviest entry can be left out. */
import type { JournalEntry } from '@agent-mux/events/journal';
import { longestTextOf, weighEntry } from './entry-weight.ts';

/** The weight above which an entry has a text that another entry may share. */
const LONG_BYTES = 256 * 1024;

/** A text that a later entry may have too, because the output of a command is often its result as well. */
interface LongText {
  readonly text: string;
  /** The place of its entry among those that are weighed. */
  readonly index: number;
}

export class EntryWeights {
  #weights: number[] = [];
  #sum = 0;
  #heaviest = 0;
  #long: LongText | undefined;

  /** What all entries weigh, but for the heaviest one. */
  get withoutHeaviest(): number {
    return this.#sum - this.#heaviest;
  }

  push(entry: JournalEntry): void {
    const weight = weighEntry(entry);
    if (weight > LONG_BYTES) {
      this.#share(longestTextOf(entry));
    }
    this.#weights.push(weight);
    this.#sum += weight;
    this.#heaviest = Math.max(this.#heaviest, weight);
  }

  /** Forgets the oldest entries. */
  drop(count: number): void {
    this.#weights = this.#weights.slice(count);
    this.#addUp();
    const long = this.#long;
    this.#long = long === undefined || long.index < count ? undefined : { ...long, index: long.index - count };
  }

  /** Counts the newest entries that together weigh no more than this, the heaviest of them left out. */
  countNewest({ maxEntries, maxBytes }: { readonly maxEntries: number; readonly maxBytes: number }): number {
    const most = Math.min(maxEntries, this.#weights.length);
    let sum = 0;
    let heaviest = 0;
    for (let count = 0; count < most; count++) {
      const weight = this.#weights[this.#weights.length - 1 - count] ?? 0;
      sum += weight;
      heaviest = Math.max(heaviest, weight);
      if (sum - heaviest > maxBytes) {
        return count;
      }
    }
    return most;
  }

  // The text is part of the newer entry's weight, because the older one is dropped before it. It is shared by two at most:
  // two equal texts may be one in memory or two, which nobody can tell.
  #share(text: string): void {
    if (this.#long?.text !== text) {
      this.#long = { text, index: this.#weights.length };
      return;
    }
    const { index } = this.#long;
    this.#weights[index] = (this.#weights[index] ?? 0) - text.length;
    this.#long = undefined;
    this.#addUp();
  }

  #addUp(): void {
    this.#sum = 0;
    this.#heaviest = 0;
    for (const weight of this.#weights) {
      this.#sum += weight;
      this.#heaviest = Math.max(this.#heaviest, weight);
    }
  }
}
