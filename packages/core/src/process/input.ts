/** The way out: messages to the process, also those that were written before it existed. */
import type { Child } from './child.ts';
import { type Framing, frameMessage } from './framer.ts';

export interface InputOptions {
  readonly framing: Framing;
  readonly onError: (error: Error) => void;
  readonly tap?: { in(text: string): void; endInput(): void };
}

export class Input {
  readonly #options: InputOptions;
  #child: Child | undefined;
  /** What to do once there is a process. */
  #waiting: (() => void)[] = [];
  #isEnded = false;
  #isBroken = false;
  #hasTold = false;

  constructor(options: InputOptions) {
    this.#options = options;
  }

  attach(child: Child): void {
    this.#child = child;
    for (const act of this.#waiting) {
      act();
    }
    this.#waiting = [];
  }

  /** One message. Resolves when it is in the pipe or never will be. */
  write(message: string): Promise<void> {
    return this.#put(message, frameMessage(this.#options.framing, message));
  }

  /** Text as it is, without a frame. */
  writeRaw(text: string): Promise<void> {
    return this.#put(text, text);
  }

  end(): void {
    if (this.#isEnded) {
      return;
    }
    this.#isEnded = true;
    this.#whenStarted(() => {
      if (this.#isBroken) {
        return;
      }
      this.#options.tap?.endInput();
      this.#child?.endInput();
    });
  }

  /** The pipe is gone: what waits for it must not wait for ever. */
  fail(error?: Error): void {
    if (error !== undefined && !this.#isBroken) {
      this.#tell(error);
    }
    this.#isBroken = true;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const act of waiting) {
      act();
    }
  }

  #tell(error: Error): void {
    if (this.#hasTold) {
      return;
    }
    this.#hasTold = true;
    this.#options.onError(error);
  }

  #put(message: string, data: string): Promise<void> {
    if (this.#isEnded) {
      this.#tell(new Error('A message was written after the input of the process was closed.'));
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      this.#whenStarted(() => {
        if (this.#isBroken || this.#child === undefined) {
          resolve();
          return;
        }
        this.#options.tap?.in(message);
        this.#child.write(data, resolve);
      });
    });
  }

  #whenStarted(act: () => void): void {
    if (this.#child !== undefined || this.#isBroken) {
      act();
    } else {
      this.#waiting.push(act);
    }
  }
}
