/** What a run asks of the place where it is kept. Core knows the store by these words alone. */
import type { JournalEntry, RunHeader } from '@agent-mux/events/journal';

/** What `createClient({ store })` takes; `openStore` of `@agent-mux/store` gives one. */
export interface RunStore {
  /**
   * Begins to keep a run. Runs with the same `header.root` are one tree and share one list: their entries have a dense `pos`, in
   * the order of the calls of `append` of all of them. It does no I/O and never throws: a store that cannot write, or that has a
   * run with this id already, says so by `onBroken`. The header is not written by this call: the entry `open` has it.
   */
  open(header: RunHeader, options: RunLogOptions): RunLog;
}

/** What a store is told of a run that it is to keep. */
export interface RunLogOptions {
  /**
   * Texts that must not reach the disk in any form, beside the keys that are known by their looks. Shorter ones than four
   * characters are ignored.
   */
  readonly secrets: readonly string[];
  /**
   * Told once, never within a call of `append`, `barrier` or `open`: from now on nothing of this run is written. An AgentMuxError with
   * VALIDATION_ERROR, before the first barrier is answered, says that the store has a run with this id: the run ends with it before its
   * agent starts.
   */
  readonly onBroken: (error: Error) => void;
  /** Told each time that `isBehind` has become false again, never within a call of `append`. */
  readonly onCaughtUp?: () => void;
}

/** What became of the entries that were appended before a barrier. */
export type Stored = 'stored' | 'broken';

/** What became of all entries of a run: `partial` where the store broke before the last of them was committed. */
export type StoredRun = 'whole' | 'partial';

/** What one run writes to. None of its methods throws or rejects. */
export interface RunLog {
  /** Takes an entry that nobody changes any more. It returns before the entry is written. */
  append(entry: JournalEntry): void;
  /**
   * Resolves with `stored` when all that was appended before is committed, and with `broken` as soon as it is known that it will
   * not be, which is after five seconds at the latest. `undefined`: there is nothing to wait for, because all is committed, or
   * because the store is broken, of which `onBroken` has told.
   */
  barrier(): Promise<Stored> | undefined;
  /** Whether the store has more than 8 MiB to write: whoever appends should read no more from its agent. False once it is broken. */
  readonly isBehind: boolean;
  /** Commits the rest. The log takes nothing after it. Each further call gives the same promise. */
  finish(): Promise<StoredRun>;
}
