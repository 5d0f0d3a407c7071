/** What a replay is given, and what it comes to. */
import type { ResolvedOptions } from '../adapter/index.ts';
import type { RunResult } from '../results/index.ts';

/** What a replay takes. */
export interface ReplayOptions {
  /** A ULID. @defaultValue that of the recording, else one that is made from its header */
  readonly runId?: string;
  /** Instead of what the recording and its command line say. */
  readonly options?: Partial<ResolvedOptions>;
  /** Put the native text on each event, as `raw`. @defaultValue false */
  readonly debug?: boolean;
}

/** How a replay ended. */
export interface ReplayEnd {
  readonly result: RunResult;
  /** What the dialect would have written, and the recording does not have. */
  readonly unmatched: readonly string[];
  /** What was written, and the dialect would not have. Empty unless the recording tells what the host said. */
  readonly unwanted: readonly string[];
  /** `all`: the recording tells what the host said, so that all that was written is checked against the dialect. `replies`: only what the protocol demands by itself. */
  readonly demanded: 'all' | 'replies';
}
