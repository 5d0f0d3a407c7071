/** What pipes and terminals have in common: a started process with its streams. */
import type { MarkedCommand } from './marks.ts';
import type { OutputFile } from './output-file.ts';

export interface ChildEvents {
  output(source: 'stdout' | 'stderr', chunk: Buffer): void;
  /** The pipe to the process is broken. */
  stdinError(error: Error): void;
}

export interface ChildExit {
  readonly code: number | null;
  readonly signal: string | null;
}

export interface Child {
  readonly pid: number;
  /** The leader has ended. Output may still come. */
  readonly exited: Promise<ChildExit>;
  /** Nobody has the other end of its output any more. */
  readonly closed: Promise<void>;
  /** Calls back when the data is in the pipe, also when it could not be put there. */
  write(data: string, done: () => void): void;
  endInput(): void;
  /** Leaves what comes in the pipe. */
  pause(): void;
  resume(): void;
  /** Lets go of the pipes, whoever still has the other end. */
  destroy(): void;
  /** Where it prints into a file: hands over what is left there. Called when nobody of the run is alive any more. */
  readRest?(): Promise<void>;
}

/** The command as it is handed to the system: everything resolved, marks applied. */
export interface ChildCommand extends MarkedCommand {
  readonly cwd: string;
  /** What takes its stdout in the place of a pipe. */
  readonly outputFile?: OutputFile;
}
