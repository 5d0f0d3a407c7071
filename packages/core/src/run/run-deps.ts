/** What a run is given besides its options. */
import type { PriorSession } from '../adapter/adapter.ts';
import type { SteadyClock } from '../clock.ts';
import type { OpenLog } from './keeper.ts';
import type { Recorder } from './recorder.ts';

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
  readonly onEnd: () => void;
}
