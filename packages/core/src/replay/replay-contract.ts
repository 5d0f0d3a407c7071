/** The options of a replay, and its outcome. */
import type { ResolvedOptions } from '../adapter/index.ts';
import type { RunResult } from '../results/index.ts';

/** The options of a replay. */
export interface ReplayOptions {
  /** The id of the run, a ULID. @defaultValue that of the recording, else one that is made from its header */
  readonly runId?: string;
  /** Options that replace those of the recording and its command line. */
  readonly options?: Partial<ResolvedOptions>;
  /** Whether to put the native text on each event, as `raw`. @defaultValue false */
  readonly debug?: boolean;
}

/** How a replay ended. */
export interface ReplayEnd {
  readonly result: RunResult;
  /** The messages and actions that the dialect would have written, and that the recording does not have. */
  readonly unmatched: readonly string[];
  /**
   * The messages and actions that were written, and that the dialect would not have. Empty unless the recording
   * contains what the host said.
   */
  readonly unwanted: readonly string[];
  /**
   * How much was checked. With `all` the recording contains what the host said, so that everything that was written is
   * checked against the dialect; with `replies` only what the protocol demands by itself.
   */
  readonly demanded: 'all' | 'replies';
}
