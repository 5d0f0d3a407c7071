/** What a thread answers that works on the whole file, one by one. */
import type { Worker } from 'node:worker_threads';
import { describeFault, storeError } from './file/index.ts';
import type { FromTask } from './writer/index.ts';

export class Answers<Report> {
  readonly #come: FromTask<Report>[] = [];
  #fault: Error | undefined;
  #wake: () => void = () => undefined;

  constructor(worker: Worker) {
    worker.on('message', (message: FromTask<Report>) => {
      this.#come.push(message);
      this.#wake();
    });
    // The listeners stay, because the thread may end while nobody waits for it, and an error that nobody hears ends the host.
    worker.on('error', (cause) =>
      this.#end(storeError(`The thread of the store has failed: ${describeFault(cause)}.`, cause)),
    );
    worker.on('exit', () => this.#end(storeError('The thread of the store has ended before its work was done.')));
  }

  /** The next answer. Rejects with STORE_ERROR where the thread has ended instead. */
  async next(): Promise<FromTask<Report>> {
    for (;;) {
      const message = this.#come.shift();
      if (message !== undefined) {
        return message;
      }
      if (this.#fault !== undefined) {
        throw this.#fault;
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  #end(fault: Error): void {
    this.#fault ??= fault;
    this.#wake();
  }
}
