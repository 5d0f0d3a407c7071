/** The weights of entries that follow each other: a long text of two entries counts once, and the heaviest entry can be left out. */
import type { JournalEntry } from '@agent-mux/events/journal';
import { longestTextOf, weighEntry } from './entry-weight.ts';

/** The length from which a text counts once for two entries. */
const LONG_LENGTH = 256 * 1024;
/** The number of long texts that are known at a time, because calls run side by side. */
const MOST_LONG_TEXTS = 4;

/** A text that a later entry may have too, because the output of a command is often its result as well. */
interface LongText {
  readonly text: string;
  /** The place of its entry among those that are weighed. */
  readonly index: number;
}

export class EntryWeights {
  /** Whether the heaviest entry counts like any other. */
  countsHeaviest = false;
  #weights: number[] = [];
  #sum = 0;
  #heaviest = 0;
  #longTexts: readonly LongText[] = [];

  /** What all entries weigh, but for the heaviest one where that is left out. */
  get sum(): number {
    return this.#sum - (this.countsHeaviest ? 0 : this.#heaviest);
  }

  push(entry: JournalEntry): void {
    const weight = weighEntry(entry);
    if (weight > LONG_LENGTH) {
      this.#share(longestTextOf(entry));
    }
    this.#weights.push(weight);
    this.#sum += weight;
    this.#heaviest = Math.max(this.#heaviest, weight);
  }

  /** Forgets the oldest entries. */
  drop(count: number): void {
    this.#weights = this.#weights.slice(count);
    this.#longTexts = this.#longTexts.flatMap(({ text, index }) =>
      index < count ? [] : [{ text, index: index - count }],
    );
    this.#addUp();
  }

  /** Counts the newest entries whose sum is no more than this. */
  countNewest({ maxEntries, maxBytes }: { readonly maxEntries: number; readonly maxBytes: number }): number {
    const most = Math.min(maxEntries, this.#weights.length);
    let sum = 0;
    let heaviest = 0;
    for (let count = 0; count < most; count++) {
      const weight = this.#weights[this.#weights.length - 1 - count] ?? 0;
      sum += weight;
      heaviest = Math.max(heaviest, this.countsHeaviest ? 0 : weight);
      if (sum - heaviest > maxBytes) {
        return count;
      }
    }
    return most;
  }

  // The text is part of the newer entry's weight, because the older one is dropped before it. It is shared by two at most:
  // two equal texts may be one in memory or two, which nobody can tell.
  #share(text: string): void {
    if (text.length <= LONG_LENGTH) {
      return;
    }
    const known = this.#longTexts.find((long) => long.text === text);
    if (known === undefined) {
      this.#longTexts = [...this.#longTexts, { text, index: this.#weights.length }].slice(-MOST_LONG_TEXTS);
      return;
    }
    this.#longTexts = this.#longTexts.filter((long) => long !== known);
    this.#weights[known.index] = Math.max(0, (this.#weights[known.index] ?? 0) - text.length);
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
