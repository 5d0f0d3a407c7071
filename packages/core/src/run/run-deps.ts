/** What a run is given besides its options. */
import type { Cause, JournalEntry } from '@agent-mux/events/journal';
import type { PriorSession } from '../adapter/index.ts';
import type { SteadyClock } from '../clock.ts';
import type { OpenLog } from './keeper.ts';
import type { Recorder } from './recorder.ts';

/** What a run asks of the tree that it stands in. None of it rejects. */
export interface RunKin {
  /** Takes each entry of the run, before its readers do. */
  append(entry: JournalEntry): void;
  /** Whether readers of the tree are behind. */
  readonly isFull: boolean;
  /** Whether somebody reads the tree, and so hears what the run asks. */
  readonly isRead: boolean;
  /** Ends the runs that this one has called. Resolves when they are gone. */
  endCalled(): Promise<void>;
  /** The id of the run that waits for the end of this one. */
  successor(): string | undefined;
  /** The run that waits for this one never begins, and this is why. */
  forgoSuccessor(why: string): void;
  /** Its `close` is written: the successor begins, or never will. */
  passOn(cause: Cause): void;
  /** The run is over, with all that its readers and its caller are told. */
  leave(): void;
}

export interface RunDeps {
  readonly clock: SteadyClock;
  /** In [0, 1), for the jitter of retries. */
  readonly random: () => number;
  /** Called when nothing can be wrong with the options any more: from then on a file is open. */
  readonly record: () => Recorder | undefined;
  /**
   * Reads the session that the run continues or copies, before its CLI is started. Undefined: its file tells nothing. Absent:
   * there is none to read. Rejects with what is wrong with the options.
   */
  readonly readPrior?: () => Promise<PriorSession | undefined>;
  /** Absent: the run is kept nowhere. */
  readonly openLog?: OpenLog;
  readonly kin: RunKin;
  readonly onEnd: () => void;
}
