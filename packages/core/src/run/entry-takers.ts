/** What takes the entries of a run, thousands in a second: see "What is called with each entry" in docs/architecture.md. */
import type { AgentEvent } from '@agent-mux/events';
import type { JournalEntry } from '@agent-mux/events/journal';
import type { Journal, TurnReaders } from '../readers/index.ts';
import type { Faults } from './faults.ts';
import type { Keeper } from './keeper.ts';
import type { RunKin } from './run-deps.ts';

/** Takes each entry before its readers do. */
export class EntryTap {
  readonly #keeper: Keeper;
  readonly #kin: RunKin;
  readonly #readers: TurnReaders;

  constructor(keeper: Keeper, kin: RunKin, readers: TurnReaders) {
    this.#keeper = keeper;
    this.#kin = kin;
    this.#readers = readers;
  }

  take(entry: JournalEntry): void {
    this.#keeper.append(entry);
    this.#kin.append(entry);
    this.#readers.take(entry);
  }
}

/** Takes the pieces of texts, on which nothing of the run acts and which nobody counts. */
export class PieceTaker {
  readonly #journal: Journal;
  readonly #faults: Faults;

  constructor(journal: Journal, faults: Faults) {
    this.#journal = journal;
    this.#faults = faults;
  }

  take(piece: AgentEvent): void {
    try {
      this.#journal.append(piece);
    } catch (error) {
      this.#faults.report('deliver an event', error);
    }
  }
}
