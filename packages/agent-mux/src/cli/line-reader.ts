/** Reads lines that a person types on the terminal, one question at a time. */
import { createInterface } from 'node:readline';
import { PassThrough, Writable } from 'node:stream';

/** Reads one answer; undefined where the input was closed (Ctrl-D). */
export type Read = (question: string) => Promise<string | undefined>;

interface ReadOptions {
  /**
   * The text that was typed before the question was shown. If it is given, every key counts from the first moment on, and lines that come
   * at once, as from a clipboard, are one answer. @defaultValue keys count after a moment, and one line answers
   */
  readonly begun?: string;
}

export interface LineReader {
  /** Reads an answer; undefined where the input was closed (Ctrl-D). Rejects with an AbortError when the signal is given. */
  read(question: string, signal: AbortSignal, options?: ReadOptions): Promise<string | undefined>;
}

export interface LineReaderOptions {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  /** Called for Ctrl-C during a question, when the terminal sends no signal. */
  readonly onInterrupt: () => void;
}

/** How long a question is shown before keys count: what a hand was about to type was not an answer to it. */
const DEAF_MS = 300;
/** The most passes in which earlier keys are read, because a terminal may never stop sending. */
const MAX_PASSES = 1_000;
const CTRL_C = 0x03;
/** The prompt that is shown when keys count. */
const PROMPT = ' > ';

export function createLineReader(options: LineReaderOptions): LineReader {
  return {
    async read(question, signal, { begun } = {}) {
      signal.throwIfAborted();
      // The terminal is ours during a question only: between questions it is as we found it, and Ctrl-C is a signal again.
      using keys = takeKeys(options);
      options.output.write(question);
      if (begun === undefined) {
        await keys.drain(signal);
      }
      return await readLine(question, { ...options, keys, signal, begun });
    },
  };
}

interface Keys extends Disposable {
  /** Reads the keys from now on; ends with the input. */
  listen(): PassThrough;
  /** Throws away what was typed before, and what is typed in the first moment. */
  drain(signal: AbortSignal): Promise<void>;
}

function takeKeys({ input, onInterrupt }: LineReaderOptions): Keys {
  let heard: PassThrough | undefined;
  let isQuiet = true;
  let hasEnded = input.readableEnded;
  const onData = (chunk: Buffer | string): void => {
    isQuiet = false;
    if (heard !== undefined) {
      heard.write(chunk);
    } else if (Buffer.from(chunk).includes(CTRL_C)) {
      onInterrupt();
    }
  };
  const onEnd = (): void => {
    hasEnded = true;
    heard?.end();
  };
  const wasRaw = input.isRaw;
  input.setRawMode(true);
  input.on('data', onData).on('end', onEnd).resume();
  return {
    listen() {
      heard = new PassThrough();
      if (hasEnded) {
        heard.end();
      }
      return heard;
    },
    async drain(signal) {
      await pass(DEAF_MS, signal);
      // A busy host has not read the earlier keys yet: each pass of the event loop reads what is there.
      for (let count = 0; count < MAX_PASSES && !hasEnded; count++) {
        isQuiet = true;
        await new Promise((resolve) => setImmediate(resolve));
        await new Promise((resolve) => setImmediate(resolve));
        if (isQuiet) {
          return;
        }
      }
    },
    [Symbol.dispose]() {
      input.off('data', onData).off('end', onEnd).pause();
      input.setRawMode(wasRaw);
    },
  };
}

function pass(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const give = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', give);
      resolve();
    }, ms);
    signal.addEventListener('abort', give, { once: true });
  });
}

interface Reading extends LineReaderOptions {
  readonly keys: Keys;
  readonly signal: AbortSignal;
  readonly begun: string | undefined;
}

function readLine(
  question: string,
  { keys, output, onInterrupt, signal, begun }: Reading,
): Promise<string | undefined> {
  let isDrawn = false;
  // The question is on the screen already: readline must know it, to draw the line anew when it is edited, and not write it again.
  const screen = new Writable({
    write(chunk, _encoding, done) {
      if (isDrawn) {
        output.write(chunk);
      }
      done();
    },
  });
  Object.defineProperty(screen, 'columns', { get: () => output.columns });
  const input = keys.listen();
  const lines = createInterface({ input, output: screen, terminal: true, historySize: 0 });
  const more: string[] = [];
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
    lines.question(`${question}${PROMPT}`, (line) => {
      if (begun === undefined) {
        resolve(line);
      } else {
        // A pasted text comes line by line, in one go.
        lines.on('line', (next) => more.push(next));
        setImmediate(() => resolve([line, ...more].join('\n')));
      }
    });
    isDrawn = true;
    output.write(PROMPT);
    if (begun !== undefined && begun !== '') {
      input.write(begun);
    }
  }).finally(() => lines.close());
}
