/** Notices that stdout or stderr takes no more: a full disk ends `amux` with a sentence, not with a stack trace. */
import { isGone } from './sink.ts';
import { EXIT_FAILED } from './usage-error.ts';

export interface OutputWatch {
  /** What was written is not all there. */
  readonly hasFailed: boolean;
}

/** Watches as long as the process lives, so that no error is without a listener: whatever is written is safe from the first line on. */
export function watchOutput(): OutputWatch {
  let hasFailed = false;
  const watch = (stream: NodeJS.WriteStream, tell: (message: string) => void): void => {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      // A reader that has gone, as of `| head`, is an end like any other.
      if (!isGone(error) && !hasFailed) {
        hasFailed = true;
        // It may come after the command has said its exit code.
        process.exitCode = EXIT_FAILED;
        tell(error.message);
      }
    });
  };
  watch(process.stdout, (message) => process.stderr.write(`amux: stdout cannot be written to: ${message}\n`));
  watch(process.stderr, () => {
    // Because there is nowhere left to say it; the exit code does.
  });
  return {
    get hasFailed() {
      return hasFailed;
    },
  };
}
