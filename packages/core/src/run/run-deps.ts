/** The dependencies of a run besides its options. */
import type { Cause, JournalEntry } from '@agent-mux/events/journal';
import type { Command, PriorSession } from '../adapter/index.ts';
import type { SteadyClock } from '../clock.ts';
import type { OpenLog } from './keeper.ts';
import type { Recorder } from './recorder.ts';
import type { RunLog } from './store.ts';

/** The demands of a run on its tree. None of the calls rejects. */
export interface RunKin {
  /** Takes each entry of the run, before its readers do. */
  append(entry: JournalEntry): void;
  /** Whether readers of the tree are behind. */
  readonly isFull: boolean;
  /** Whether somebody reads the tree, and so hears the questions of the run. */
  readonly isRead: boolean;
  /** Ends the runs that this one has called. Resolves when they are gone. */
  endCalled(): Promise<void>;
  /** Returns the id of the run that waits for the end of this one. */
  successor(): string | undefined;
  /** Gives up the run that waits for this one: it never begins, and `why` is the reason. */
  forgoSuccessor(why: string): void;
  /** Begins the successor, or gives it up, because the `close` of this run is written. */
  passOn(cause: Cause): void;
  /** Removes the run, because it is over and its readers and its caller have everything. */
  leave(): void;
}

export interface RunDeps {
  readonly clock: SteadyClock;
  /** Returns a number in [0, 1), for the jitter of retries. */
  readonly random: () => number;
  /**
   * Opens the recorder. It is called when nothing can be wrong with the options any more, because from then on a file
   * is open.
   */
  readonly record: (command: Command) => Recorder | undefined;
  /**
   * Reads the session that the run continues or copies, before its CLI is started. Resolves with undefined where its
   * file says nothing. Absent where there is none to read. Rejects with what is wrong with the options.
   */
  readonly readPrior?: () => Promise<PriorSession | undefined>;
  /** Opens the log in the store; absent where the run is kept nowhere. */
  readonly openLog?: (...given: [...Parameters<OpenLog>, command: Command]) => RunLog;
  readonly kin: RunKin;
  readonly onEnd: () => void;
}
