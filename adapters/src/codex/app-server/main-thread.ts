/** Where the conversation stands: the thread of this run, its turn, and what will begin one. */
import type { Outcome } from '@agent-mux/core';

export class MainThread {
  /** The id of the connection's first thread; all other threads are lanes. */
  id: string | null = null;
  model: string | undefined = undefined;
  /** Whether Codex does not keep the thread, so that no run can rewind to a turn of it. */
  isEphemeral = false;
  /** Whether the newest turn was asked for in plan mode. */
  isPlanning = false;
  /** The id of the open turn. */
  turnId: string | undefined = undefined;
  /** Whether Codex itself ended the last turn. */
  isClean = false;
  /** Whether the last turn failed, or the request that should have begun it. */
  hasFailed = false;
  /** Whether a request that begins a turn is written and the turn has not begun. */
  isPromised = false;
  /** The failure that an `error` notification has given for the open turn. */
  failure: Outcome | undefined = undefined;
  /** Whether the open turn has told a plan. */
  hasPlan = false;
  /** The number of retries of the model request that is under way. */
  retries = 0;
  #endedTurnId: string | undefined;
  // A model request is reported when its answer is complete, and whatever the model asks for next belongs to another one.
  #isStepDone = true;
  #isReview = false;

  get standing(): { readonly model: string | undefined; readonly isPlanning: boolean } {
    return { model: this.model, isPlanning: this.isPlanning };
  }

  get isOpen(): boolean {
    return this.turnId !== undefined;
  }

  begin(turnId: string): void {
    this.turnId = turnId;
    this.isPromised = false;
    this.isClean = false;
    this.hasFailed = false;
    this.failure = undefined;
    this.hasPlan = false;
    this.retries = 0;
    this.#isStepDone = true;
  }

  end(outcome: Outcome | undefined): void {
    this.#endedTurnId = this.turnId;
    this.turnId = undefined;
    this.#isReview = false;
    this.isClean = true;
    this.hasFailed = outcome !== undefined;
    this.failure = undefined;
  }

  /** Records that nothing could be begun. */
  failed(): void {
    this.isPromised = false;
    this.isClean = true;
    this.hasFailed = true;
  }

  /** Takes the turn named in the answer to a request that begins a turn. One that joined the open turn begins none. */
  announced(turnId: string): void {
    this.isPromised = turnId !== this.turnId && turnId !== this.#endedTurnId;
  }

  hasEnded(turnId: string): boolean {
    return turnId === this.#endedTurnId;
  }

  /** Records that the turn is a review until its end. 0.169.0 says so before it says that the turn has begun. */
  review(): void {
    this.#isReview = true;
  }

  /** The kind of the step that begins with what the model asked for; undefined where that belongs to the open step. */
  takeStep(): string | undefined {
    if (!this.#isStepDone) {
      return undefined;
    }
    this.#isStepDone = false;
    return this.#isReview ? 'review' : 'generation';
  }

  /** Records that the answer of a model request is complete, and its calls are done. */
  stepDone(): void {
    this.#isStepDone = true;
    this.retries = 0;
  }
}
