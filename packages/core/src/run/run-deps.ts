/** What a run is given besides its options. */
import type { Recorder } from '../cassette/index.ts';
import type { SteadyClock } from '../clock.ts';

export interface RunDeps {
  readonly clock: SteadyClock;
  /** In [0, 1), for the jitter of retries. */
  readonly random: () => number;
  /** Called when nothing can be wrong with the options any more: from then on a file is open. */
  readonly record: () => Recorder | undefined;
  readonly onEnd: () => void;
}
