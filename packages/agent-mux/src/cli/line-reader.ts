/** Reads lines that a person types on the terminal, one question at a time. */
import { createInterface } from 'node:readline';

/** Reads one answer; undefined: the input was closed (Ctrl-D). */
export type Read = (question: string) => Promise<string | undefined>;

export interface LineReader {
  /** undefined: the input was closed (Ctrl-D). Rejects with an AbortError when the signal is given. */
  read(question: string, signal: AbortSignal): Promise<string | undefined>;
}

export interface LineReaderOptions {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  /** Ctrl-C during a question: the terminal then sends no signal. */
  readonly onInterrupt: () => void;
}

export function createLineReader({ input, output, onInterrupt }: LineReaderOptions): LineReader {
  return {
    read(question, signal) {
      // One interface per question: between questions the terminal is as we found it, and Ctrl-C a signal again.
      const lines = createInterface({ input, output, terminal: true, historySize: 0 });
      return new Promise<string | undefined>((resolve, reject) => {
        const give = (): void => reject(signal.reason);
        lines.on('SIGINT', onInterrupt);
        lines.once('close', () => {
          signal.removeEventListener('abort', give);
          resolve(undefined);
        });
        signal.addEventListener('abort', give, { once: true });
        if (signal.aborted) {
          give();
        }
        lines.question(question, resolve);
      }).finally(() => lines.close());
    },
  };
}
