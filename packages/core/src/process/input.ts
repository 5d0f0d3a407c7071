/** The way to the process: messages, including those that were written before it existed. */
import type { Child } from './child.ts';
import { type Framing, frameMessage } from './framer.ts';

export class Input {
  readonly #framing: Framing;
  readonly #onError: (error: Error) => void;
  #child: Child | undefined;
  /** The actions to take once there is a process. */
  readonly #waiting: (() => void)[] = [];
  #isEnded = false;
  #isBroken = false;
  #hasTold = false;

  constructor(framing: Framing, onError: (error: Error) => void) {
    this.#framing = framing;
    this.#onError = onError;
  }

  attach(child: Child): void {
    this.#child = child;
    this.#doWaiting();
  }

  /** Writes one message. Resolves when it is in the pipe or never will be. */
  write(message: string): Promise<void> {
    return this.writeRaw(frameMessage(this.#framing, message));
  }

  /** Writes text as it is, without a frame. */
  writeRaw(data: string): Promise<void> {
    if (this.#isEnded) {
      this.#tell(new Error('A message was written after the input of the process was closed.'));
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      this.#whenStarted(() => {
        if (this.#isBroken || this.#child === undefined) {
          resolve();
        } else {
          this.#child.write(data, resolve);
        }
      });
    });
  }

  end(): void {
    if (!this.#isEnded) {
      this.#isEnded = true;
      this.#whenStarted(() => (this.#isBroken ? undefined : this.#child?.endInput()));
    }
  }

  /** Records that the pipe is gone, so that nothing waits for it for ever. */
  fail(error?: Error): void {
    if (error !== undefined && !this.#isBroken) {
      this.#tell(error);
    }
    this.#isBroken = true;
    this.#doWaiting();
  }

  #doWaiting(): void {
    for (const act of this.#waiting.splice(0)) {
      act();
    }
  }

  #tell(error: Error): void {
    if (!this.#hasTold) {
      this.#hasTold = true;
      this.#onError(error);
    }
  }

  #whenStarted(act: () => void): void {
    if (this.#child !== undefined || this.#isBroken) {
      act();
    } else {
      this.#waiting.push(act);
    }
  }
}
