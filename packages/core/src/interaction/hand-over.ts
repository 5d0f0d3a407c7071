/** Hands answers over to the CLI, each for a question that is closed: a grant may be kept first, and waits where the CLI is stopped in place. */
import type { Dialect, Writes } from '../adapter/index.ts';
import { isDenial } from './fit-answer.ts';
import type { GivenAnswer, ShownAnswer } from './given-answer.ts';
import type { ToldQuestions } from './told-questions.ts';

export interface HandOverOptions {
  /** Returns why nothing is granted at the moment; undefined while answers are taken. */
  readonly refusal: () => string | undefined;
  /** Takes an answer that is about to be handed over, as it is. */
  readonly onAnswer?: (answer: GivenAnswer) => void;
  /**
   * Keeps a grant that was claimed before it is given. Resolves when the grant is kept, with a function that records
   * that it was not given after all. Returns undefined where nothing needs to be kept.
   */
  readonly keep?: (answer: ShownAnswer) => Promise<(reason: string) => void> | undefined;
  /**
   * Whether the CLI is stopped in place. A grant would wait in its pipe then, and be carried out in the last moments of a run that was
   * stopped meanwhile, so it waits here.
   */
  readonly isSuspended: () => boolean;
  /** Hands an answer to the CLI. */
  readonly say: (writes: Writes) => void;
  /** Calls this, and returns undefined where it throws: that is a fault of ours, which is reported and ends the run. */
  readonly guard: <T>(call: () => T) => T | undefined;
}

interface Grant {
  readonly answer: GivenAnswer;
  readonly writes: Writes;
  /** Records that it was not given after all, where it is kept. */
  readonly withdraw?: (reason: string) => void;
}

/** Why an answer is not given whose question has gone. */
const GONE = 'the agent asks no more';
/** Why an answer is not given where we have failed. */
export const BROKEN = 'agent-mux has failed to give the answer, and ends the run';

export class HandOver {
  /** Whether any question was answered, because an attempt is then not repeated. */
  wasAnswered = false;
  readonly #options: HandOverOptions;
  readonly #told: ToldQuestions;
  #dialect: Dialect | undefined;
  #held: Grant[] = [];

  constructor(options: HandOverOptions, told: ToldQuestions) {
    this.#options = options;
    this.#told = told;
  }

  /** Begins a new attempt, or none: what was held for the one before is withdrawn. */
  attach(dialect: Dialect | undefined): void {
    this.withdrawHeld();
    this.#dialect = dialect;
  }

  /** Gives an answer to a question that was shown to nobody. */
  giveUnseen(answer: GivenAnswer, writes: Writes): void {
    this.#options.guard(() => this.#give({ answer, writes }));
  }

  /**
   * Gives an answer. Returns why that could not be; undefined where it was given. This is a promise where a grant is kept first. None of it
   * throws or rejects: whoever gives an answer takes an error for its refusal, and would answer again, which nobody can.
   */
  give(answer: ShownAnswer, writes: Writes): Promise<string | undefined> | string | undefined {
    return this.#orBroken(() => {
      const kept = isDenial(answer.response) ? undefined : this.#options.keep?.(answer);
      if (kept === undefined) {
        this.#give({ answer, writes });
        return undefined;
      }
      const dialect = this.#dialect;
      return kept.then(
        (withdraw) => this.#giveIfAsked({ answer, writes, withdraw }, dialect),
        (error) =>
          this.#orBroken(() => {
            throw error;
          }),
      );
    });
  }

  /** Hands over the grants that were given while the CLI was stopped in place, as far as it still asks. */
  release(): void {
    if (this.#held.length > 0 && this.#options.guard(() => this.#options.isSuspended()) === false) {
      for (const grant of this.#takeHeld()) {
        this.#giveIfAsked(grant, this.#dialect);
      }
    }
  }

  /** Withdraws the grants that wait for a CLI that is stopped in place. */
  withdrawHeld(reason: string = GONE): void {
    for (const { withdraw } of this.#takeHeld()) {
      this.#options.guard(() => withdraw?.(reason));
    }
  }

  /** The grants in the order in which they were given; none is held any more. */
  #takeHeld(): readonly Grant[] {
    const grants = this.#held;
    this.#held = [];
    return grants;
  }

  #orBroken<T>(call: () => T): T | string {
    const done = this.#options.guard(() => ({ value: call() }));
    return done === undefined ? BROKEN : done.value;
  }

  /** Gives a grant that has waited. Where that cannot be any more it is withdrawn, and this returns why. */
  #giveIfAsked(grant: Grant, dialect: Dialect | undefined): string | undefined {
    const reason = this.#orBroken(() => {
      const gone = this.#options.refusal() ?? this.#whyGone(dialect, grant.answer);
      if (gone === undefined) {
        this.#give(grant);
      }
      return gone;
    });
    if (reason !== undefined) {
      this.#options.guard(() => grant.withdraw?.(reason));
    }
    return reason;
  }

  /**
   * Returns why a question that was answered waits for the answer no more; undefined where it still does. The key alone
   * does not say so: a CLI uses it again for another question, and may keep it for one that was denied in the stream.
   */
  #whyGone(dialect: Dialect | undefined, { key, interactionId: id }: GivenAnswer): string | undefined {
    const isAttached = this.#dialect === dialect && dialect?.state.pending.has(key) === true;
    if (!isAttached || id === undefined) {
      return isAttached ? undefined : GONE;
    }
    if (this.#told.idOf(key) !== id) {
      return 'the agent asked again under the same key';
    }
    return this.#told.unsettled.get(key)?.interactionId === id ? undefined : GONE;
  }

  /** Hands an answer over, or keeps it until the CLI goes on where it grants something. */
  #give(grant: Grant): void {
    if (!isDenial(grant.answer.response) && this.#options.isSuspended()) {
      this.#held.push(grant);
      return;
    }
    // The refusal of a question that is over in the stream lets the agent do nothing that an attempt would repeat.
    this.wasAnswered ||= !this.#told.isOver(grant.answer.key);
    this.#options.onAnswer?.(grant.answer);
    this.#options.say(grant.writes);
  }
}
