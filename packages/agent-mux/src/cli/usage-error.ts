/** Misuse of the command line: one sentence, and the exit code that goes with it. */

/** Exit code of a wrong command line. */
export const EXIT_USAGE = 2;
/** What was asked for could not be done, and no other code says why. */
export const EXIT_FAILED = 1;

export class UsageError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number = EXIT_USAGE) {
    super(message);
    this.name = 'UsageError';
    this.exitCode = exitCode;
  }
}
