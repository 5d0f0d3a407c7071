/** Where the conversation stands: the thread of this run, its turn, and what will begin one. */
import type { Outcome } from '@agent-mux/core';

export class MainThread {
  /** The first thread of the connection; all others are lanes. */
  id: string | null = null;
  model: string | undefined = undefined;
  /** It is not kept: no turn of it can be gone back to. */
  isEphemeral = false;
  /** The newest turn was asked for in the plan mode. */
  isPlanning = false;
  /** Of the open turn. */
  turnId: string | undefined = undefined;
  /** The last turn had its native end. */
  isClean = false;
  /** The last turn, or what should have begun one, ended other than well. */
  hasFailed = false;
  /** A request that begins a turn is written, and the turn has not begun. */
  isPromised = false;
  /** What an `error` notification has said of the open turn. */
  failure: Outcome | undefined = undefined;
  /** Retries of the model request that is under way. */
  retries = 0;
  #endedTurnId: string | undefined;
  // A model request is told when its answer is complete: the next thing that the model asks for is of another one.
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

  /** Nothing could be begun. */
  failed(): void {
    this.isPromised = false;
    this.isClean = true;
    this.hasFailed = true;
  }

  /** The answer to a request that begins a turn names the turn. One that joined the open turn begins none. */
  announced(turnId: string): void {
    this.isPromised = turnId !== this.turnId && turnId !== this.#endedTurnId;
  }

  hasEnded(turnId: string): boolean {
    return turnId === this.#endedTurnId;
  }

  /** The turn is a review, to its end. 0.169.0 says so before it says that the turn has begun. */
  review(): void {
    this.#isReview = true;
  }

  /** The kind of the step that something the model asked for begins; undefined: it belongs to the open one. */
  takeStep(): string | undefined {
    if (!this.#isStepDone) {
      return undefined;
    }
    this.#isStepDone = false;
    return this.#isReview ? 'review' : 'generation';
  }

  /** The answer of a model request is complete, and its calls are done. */
  stepDone(): void {
    this.#isStepDone = true;
    this.retries = 0;
  }
}
