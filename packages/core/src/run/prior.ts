/** The session that a run goes on with, which is read before its CLI is started. */
import type { ErrorCode } from '@agent-mux/events';
import type { PriorSession } from '../adapter/index.ts';
import { describeError } from '../describe-error.ts';
import { AgentMuxError } from '../errors.ts';
import type { Waits } from './waits.ts';

export class Prior {
  /** The session, once it was read, and if there is one. */
  session: PriorSession | undefined = undefined;
  readonly #read: (() => Promise<PriorSession | undefined>) | undefined;
  readonly #fail: (code: ErrorCode, message: string) => void;
  readonly #waits: Waits;

  constructor(
    read: (() => Promise<PriorSession | undefined>) | undefined,
    fail: (code: ErrorCode, message: string) => void,
    waits: Waits,
  ) {
    this.#read = read;
    this.#fail = fail;
    this.#waits = waits;
  }

  /**
   * The promise never rejects: the run fails instead. It resolves at once where the run is stopped. `learn`: what hangs
   * on the session is made anew.
   */
  async settle(learn: () => void): Promise<void> {
    try {
      this.session = this.#read && (await this.#waits.unlessStopped(this.#read()));
      if (this.session !== undefined) {
        learn();
      }
    } catch (error) {
      const code = AgentMuxError.isInstance(error) ? error.code : 'INTERNAL';
      this.#fail(code, describeError(error));
    }
  }
}
