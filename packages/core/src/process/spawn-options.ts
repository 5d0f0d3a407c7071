/** The options for starting an agent. */
import type { Clock } from '../clock.ts';
import type { Framing } from './framer.ts';
import type { LeavableProcess } from './left-running.ts';

export interface SpawnOptions {
  readonly runId: string;
  /** The program: an absolute path, one relative to `cwd`, or a name that is looked up on the PATH of `env`. */
  readonly file: string;
  readonly args: readonly string[];
  /** The complete environment of the process; the mark of the run is added to it. */
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  /**
   * What stdin gets. `open` means that it stays open for a conversation, and `end` that it is closed at once; a text is
   * the whole input.
   */
  readonly stdin: 'open' | 'end' | { readonly text: string };
  readonly framing: Framing;
  /** The longest message; a longer one is dropped as a whole. */
  readonly maxLineBytes: number;
  /** The time between the polite signal and the end. */
  readonly gracePeriodMs: number;
  /** Whether the process never has to wait: raw bytes wait in memory instead. */
  readonly eagerRead: boolean;
  /**
   * The place of its stdout. In a file nothing is lost at its exit, and nothing makes it wait either. @defaultValue a
   * pipe
   */
  readonly stdout?: 'file';
  readonly clock: Clock;
  /**
   * Whether a process lives on. It is called at the end of the run for each of its processes but the first.
   * @defaultValue nothing lives on
   */
  readonly leaveRunning?: (process: LeavableProcess) => boolean;
  readonly on: {
    /** Reports that bytes were taken up at this time, which may be no whole message yet. */
    read?(now: number): void;
    /**
     * Takes one native message. `partial` means that the stream ended in the middle of it; `now` is the time by `clock`
     * at which its last bytes were taken up.
     */
    line(text: string, source: 'stdout' | 'stderr', partial: boolean, now: number): void;
    /** Reports bytes that were lost before they were parsed. */
    lost(info: { source: 'stdout' | 'stderr'; bytes: number; reason: string }): void;
    /** Reports EPIPE and its like, once. */
    stdinError(error: Error): void;
    /** Reports that the process could not be started (ENOENT, E2BIG, …); `closed` resolves even so, with code null. */
    spawnError(error: Error): void;
    /** Reports output that could not be taken in, and is lost. */
    fault(error: unknown): void;
    /** Reports once that waiting output stays in memory, because it could not be put into a file. */
    fullDisk(): void;
  };
  /** Takes all output as it came, for a recorder. */
  readonly tap?: (source: 'stdout' | 'stderr', chunk: Buffer) => void;
}
