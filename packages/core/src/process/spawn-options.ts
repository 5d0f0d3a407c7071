/** What an agent is started with. */
import type { Clock } from '../clock.ts';
import type { Framing } from './framer.ts';
import type { LeavableProcess } from './left-running.ts';

export interface SpawnOptions {
  readonly runId: string;
  /** Absolute, relative to `cwd`, or a name that is looked up on the PATH of `env`. */
  readonly file: string;
  readonly args: readonly string[];
  /** The complete environment of the process; the mark of the run is added to it. */
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** `open`: a conversation; `end`: closed at once; otherwise the whole input. */
  readonly stdin: 'open' | 'end' | { readonly text: string };
  readonly framing: Framing;
  /** A longer message is dropped as a whole. */
  readonly maxLineBytes: number;
  /** The time between the polite signal and the end. */
  readonly gracePeriodMs: number;
  /** Never makes the process wait: raw bytes wait in memory instead. */
  readonly eagerRead: boolean;
  /** Where it prints. In a file nothing is lost at its exit, and nothing makes it wait either. @defaultValue a pipe */
  readonly stdout?: 'file';
  readonly clock: Clock;
  /** Asked at the end of the run of each of its processes but the first. @defaultValue nothing lives on */
  readonly leaveRunning?: (process: LeavableProcess) => boolean;
  readonly on: {
    /** One native message. `partial`: the stream ended in the middle of it. `now`: when its last bytes were taken up, by `clock`. */
    line(text: string, source: 'stdout' | 'stderr', partial: boolean, now: number): void;
    /** Bytes that were lost before they were parsed. */
    lost(info: { source: 'stdout' | 'stderr'; bytes: number; reason: string }): void;
    /** EPIPE and its like; once. */
    stdinError(error: Error): void;
    /** ENOENT, E2BIG, …; `closed` resolves all the same, with code null. */
    spawnError(error: Error): void;
    /** What came could not be taken in, and is lost. */
    fault(error: unknown): void;
    /** What waits for its reader stays in memory: it could not be put into a file. Once. */
    fullDisk(): void;
  };
  /** Everything as it came, for a recorder. */
  readonly tap?: (source: 'stdout' | 'stderr', chunk: Buffer) => void;
}
