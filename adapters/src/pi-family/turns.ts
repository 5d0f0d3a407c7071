/** Where the conversation stands: a turn, an end that may not be one, and whether the agent will go on by itself. */
import type { EventDraft, Outcome } from '@agent-mux/core';
import type { CostRecord } from '@agent-mux/events';
import { defined, NO_DRAFTS, textOf } from '../shared/index.ts';
import type { MessageEnd } from './lane.ts';
import { outcomeOfWords } from './native-failure.ts';
import { sumOf } from './usage.ts';

export interface TurnsParts {
  readonly guidance: string;
  /** What the turn's answers cost; asked for once, at its end. */
  readonly takeCosts: () => readonly CostRecord[];
}

export class Turns {
  isOpen = false;
  /** The last turn had its native end. */
  isClean = false;
  /** The last turn ended other than well. */
  hasFailed = false;
  /** It was asked to stop. */
  isInterrupted = false;
  /** The agent's run is over, and something that it has begun brings another one. */
  isPaused = false;
  isCompacting = false;
  // An end that a retry or a compaction may still undo.
  #held: { readonly outcome: Outcome | undefined } | undefined = undefined;
  #goesOn = false;
  readonly #parts: TurnsParts;

  constructor(parts: TurnsParts) {
    this.#parts = parts;
  }

  get isHeld(): boolean {
    return this.#held !== undefined;
  }

  /** `agent_start`: comes for each prompt, and again for each attempt of one. */
  begin(): readonly EventDraft[] {
    const isMore = this.#goesOn || (this.isOpen && this.#held === undefined);
    const before = isMore ? NO_DRAFTS : this.release();
    this.#goesOn = false;
    this.isPaused = false;
    this.#held = undefined;
    if (this.isOpen) {
      return before;
    }
    this.isOpen = true;
    this.isClean = false;
    this.hasFailed = false;
    this.isInterrupted = false;
    return [...before, { type: 'turn_start' }];
  }

  /** The agent's run is over, as far as it says. */
  runEnded(last: MessageEnd | undefined, mayGoOn: boolean): readonly EventDraft[] {
    if (!this.isOpen) {
      return NO_DRAFTS;
    }
    const outcome = this.#outcomeOf(last);
    if (mayGoOn && outcome !== undefined && outcome.type !== 'interrupted') {
      this.#held = { outcome };
      return NO_DRAFTS;
    }
    return this.end(outcome);
  }

  /** Another attempt, or another run after a compaction, is announced. */
  willGoOn(): void {
    this.#held = undefined;
    this.#goesOn = true;
  }

  /** It will not come after all. */
  willNotGoOn(words: string): readonly EventDraft[] {
    this.#goesOn = false;
    if (!this.isOpen) {
      return NO_DRAFTS;
    }
    return this.end(this.#held?.outcome ?? outcomeOfWords(words, this.#parts.guidance));
  }

  /** Nothing follows the end that was held back. */
  release(): readonly EventDraft[] {
    return this.#held === undefined ? NO_DRAFTS : this.end(this.#held.outcome);
  }

  end(native: Outcome | undefined): readonly EventDraft[] {
    const outcome: Outcome | undefined = this.isInterrupted && native !== undefined ? { type: 'interrupted' } : native;
    this.#held = undefined;
    this.#goesOn = false;
    this.isPaused = false;
    this.isOpen = false;
    this.isClean = true;
    this.hasFailed = outcome !== undefined;
    this.isInterrupted = false;
    const cost = sumOf(this.#parts.takeCosts());
    const draft: EventDraft = { type: 'turn_end', ...defined({ outcome, cost }) };
    return [draft];
  }

  /** A prompt was refused: there is no turn to end. */
  refused(words: string): readonly EventDraft[] {
    if (this.isOpen) {
      return [{ type: 'debug', level: 'warn', message: `A prompt was refused: ${words}` }];
    }
    this.isClean = true;
    this.hasFailed = true;
    return [{ type: 'outcome', outcome: outcomeOfWords(words, this.#parts.guidance) }];
  }

  #outcomeOf(last: MessageEnd | undefined): Outcome | undefined {
    const words = textOf(last?.message.errorMessage) ?? '';
    switch (last?.stopReason) {
      case 'aborted':
        // omp 18.2.3 ends a run so when its own time is over.
        return /deadline/i.test(words)
          ? { type: 'error', code: 'AGENT_ERROR', message: words }
          : { type: 'interrupted' };
      case 'error':
        return outcomeOfWords(words, this.#parts.guidance, last.message.errorStatus);
      default:
        return this.isInterrupted && last?.stopReason === 'toolUse' ? { type: 'interrupted' } : undefined;
    }
  }
}
