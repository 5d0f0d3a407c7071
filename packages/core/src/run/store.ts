/** The demands of a run on the place where it is kept. Core knows the store only through these types. */
import type { JournalEntry, RunHeader } from '@agent-mux/events/journal';

/** A store for `createClient({ store })`; `openStore` of `@agent-mux/store` opens one. */
export interface RunStore {
  /**
   * Begins to keep a run. Runs with the same `header.root` are one tree and share one list: their entries have a dense `pos`, in
   * the order of the calls of `append` of all of them. It does no I/O and never throws: a store that cannot write, or that has a
   * run with this id already, says so by `onBroken`. The header is not written by this call: the entry `open` has it.
   */
  open(header: RunHeader, options: RunLogOptions): RunLog;
}

/** The facts that a store gets about a run that it is to keep. */
export interface RunLogOptions {
  /**
   * The texts that must not reach the disk in any form, besides the keys that are known by their looks. Texts of fewer
   * than four characters are ignored.
   */
  readonly secrets: readonly string[];
  /**
   * Reports once that from now on nothing of this run is written; never within a call of `append`, `barrier` or `open`.
   * An AgentMuxError with VALIDATION_ERROR, before the first barrier is answered, says that the store has a run with
   * this id: the run ends with it before its agent starts.
   */
  readonly onBroken: (error: Error) => void;
  /** Reports each time that `isBehind` has become false again, never within a call of `append`. */
  readonly onCaughtUp?: () => void;
}

/** The fate of the entries that were appended before a barrier. */
export type Stored = 'stored' | 'broken';

/** The fate of all entries of a run: `partial` where the store broke before the last of them was committed. */
export type StoredRun = 'whole' | 'partial';

/** The log that one run writes to. None of its methods throws or rejects. A promise that is not settled after 30 seconds loses the run. */
export interface RunLog {
  /** Takes an entry that nobody changes any more. It returns before the entry is written. */
  append(entry: JournalEntry): void;
  /**
   * Resolves with `stored` when everything that was appended before is committed, and with `broken` as soon as it is
   * known that it will not be, which is after five seconds at the latest. Returns undefined where there is nothing to
   * wait for, because everything is committed, or because the store is broken, which `onBroken` has reported.
   */
  barrier(): Promise<Stored> | undefined;
  /**
   * Whether the store has more than 8 MiB to write, so that the caller should read no more from its agent. False once
   * it is broken.
   */
  readonly isBehind: boolean;
  /** Commits the rest, after which the log takes nothing. Each further call returns the same promise. */
  finish(): Promise<StoredRun>;
}
