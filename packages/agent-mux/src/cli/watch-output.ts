/** Notices that stdout or stderr takes no more: a full disk ends `amux` with a sentence, not with a stack trace. */
import { isGone } from './sink.ts';
import { EXIT_FAILED } from './usage-error.ts';

export interface OutputWatch {
  /** Whether some of the output was lost. */
  readonly hasFailed: boolean;
}

/** Watches as long as the process lives, so that no error is ever without a listener. */
export function watchOutput(): OutputWatch {
  let hasFailed = false;
  const watch = (stream: NodeJS.WriteStream, tell: (message: string) => void): void => {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      // A reader that goes away, such as `| head`, is an end like any other.
      if (!isGone(error) && !hasFailed) {
        hasFailed = true;
        // The error may come after the command has set its exit code.
        process.exitCode = EXIT_FAILED;
        tell(error.message);
      }
    });
  };
  watch(process.stdout, (message) => process.stderr.write(`amux: stdout cannot be written to: ${message}\n`));
  watch(process.stderr, () => {
    // There is nowhere left to report it, except for the exit code.
  });
  return {
    get hasFailed() {
      return hasFailed;
    },
  };
}
