/** The common part of pipes and terminals: a started process with its streams. */
import type { MarkedCommand } from './marks.ts';
import type { OutputFile } from './output-file.ts';

export interface ChildEvents {
  output(source: 'stdout' | 'stderr', chunk: Buffer): void;
  /** Reports that the pipe to the process is broken. */
  stdinError(error: Error): void;
}

export interface ChildExit {
  readonly code: number | null;
  readonly signal: string | null;
}

export interface Child {
  readonly pid: number;
  /** Resolves when the leader has ended. Output may still come. */
  readonly exited: Promise<ChildExit>;
  /** Nobody has the other end of its output any more. */
  readonly closed: Promise<void>;
  /** Writes data and calls back when it is in the pipe, or when it could not be put there. */
  write(data: string, done: () => void): void;
  endInput(): void;
  /** Leaves new output in the pipe. */
  pause(): void;
  resume(): void;
  /** Lets go of the pipes, whoever still has the other end. */
  destroy(): void;
  /**
   * Hands over what is left in the file into which the process prints, if it does. It is called when nobody of the run
   * is alive any more.
   */
  readRest?(): Promise<void>;
}

/** The command as it is handed to the system: everything is resolved, and the marks are applied. */
export interface ChildCommand extends MarkedCommand {
  readonly cwd: string;
  /** The file that takes its stdout in the place of a pipe. */
  readonly outputFile?: OutputFile;
}
