/** Where the conversation stands: its turn, an end that may not be final, and whether the agent will go on by itself. */
import type { EventDraft, Outcome } from '@agent-mux/core';
import type { CostRecord } from '@agent-mux/events';
import { defined, NO_DRAFTS, textOf } from '../shared/index.ts';
import type { MessageEnd } from './lane.ts';
import { outcomeOfWords } from './native-failure.ts';
import { sumOf } from './usage.ts';

export interface TurnsParts {
  readonly guidance: string;
  /** Takes the costs of the turn's answers; called once, at its end. */
  readonly takeCosts: () => readonly CostRecord[];
  /** Gives the last answer of the main agent. */
  readonly lastAnswer: () => MessageEnd | undefined;
}

export class Turns {
  isOpen = false;
  /** Whether the agent itself ended the last turn. */
  isClean = false;
  /** Whether the last turn failed. */
  hasFailed = false;
  /** Whether the agent was asked to stop. */
  isInterrupted = false;
  /** Whether the agent's run is over and something that it has begun causes another one. */
  isPaused = false;
  isCompacting = false;
  /** The failure of the last answer, where the agent leaves and nothing else has told it. */
  failure: Outcome | undefined = undefined;
  // An end is held that a retry or a compaction may still undo.
  #held: { readonly outcome: Outcome | undefined } | undefined = undefined;
  #goesOn = false;
  // The last answer when the agent last went on or ended a turn: whatever failed in it was told by then.
  #past: MessageEnd | undefined = undefined;
  readonly #parts: TurnsParts;

  constructor(parts: TurnsParts) {
    this.#parts = parts;
  }

  get isHeld(): boolean {
    return this.#held !== undefined;
  }

  /** Takes `agent_start`, which comes for each prompt, and again for each attempt of one. */
  begin(): readonly EventDraft[] {
    const isMore = this.#goesOn || (this.isOpen && this.#held === undefined);
    const before = isMore ? NO_DRAFTS : this.release();
    this.#goesOn = false;
    this.isPaused = false;
    this.#held = undefined;
    this.#past = this.#parts.lastAnswer();
    if (this.isOpen) {
      return before;
    }
    this.isOpen = true;
    this.isClean = false;
    this.hasFailed = false;
    this.isInterrupted = false;
    return [...before, { type: 'turn_start' }];
  }

  /** Takes the end of the agent's run, which may not be final. */
  runEnded(last: MessageEnd | undefined, mayGoOn: boolean): readonly EventDraft[] {
    // An end that names no answer is no news of one that failed.
    if (!this.isOpen || (last === undefined && this.#held !== undefined)) {
      return NO_DRAFTS;
    }
    const outcome = this.#outcomeOf(last);
    if (mayGoOn && outcome !== undefined && outcome.type !== 'interrupted') {
      this.#held = { outcome };
      return NO_DRAFTS;
    }
    return this.end(outcome, last?.words);
  }

  /** Takes the exit. The last answer may have failed, and its run has not ended. */
  left(): void {
    const last = this.#parts.lastAnswer();
    this.failure = last?.stopReason === 'error' && last !== this.#past ? this.#outcomeOf(last) : undefined;
  }

  /** Records that another attempt is announced, or another run after a compaction. */
  willGoOn(): void {
    this.#held = undefined;
    this.#past = this.#parts.lastAnswer();
    this.#goesOn = true;
  }

  /** Records that the announced attempt will not come after all. */
  willNotGoOn(words: string): readonly EventDraft[] {
    this.#goesOn = false;
    if (!this.isOpen) {
      return NO_DRAFTS;
    }
    return this.end(this.#held?.outcome ?? outcomeOfWords(words, this.#parts.guidance));
  }

  /** Releases the end that was held: nothing follows it. */
  release(): readonly EventDraft[] {
    return this.#held === undefined ? NO_DRAFTS : this.end(this.#held.outcome);
  }

  /** Ends the turn. `words` are the agent's last ones, as the end of its run repeats them. */
  end(native: Outcome | undefined, words?: string): readonly EventDraft[] {
    const outcome: Outcome | undefined = this.isInterrupted && native !== undefined ? { type: 'interrupted' } : native;
    this.#held = undefined;
    this.#past = this.#parts.lastAnswer();
    this.#goesOn = false;
    this.isPaused = false;
    this.isOpen = false;
    this.isClean = true;
    this.hasFailed = outcome !== undefined;
    this.isInterrupted = false;
    const cost = sumOf(this.#parts.takeCosts());
    const text = outcome === undefined ? words : undefined;
    const draft: EventDraft = { type: 'turn_end', ...defined({ outcome, cost, text }) };
    return [draft];
  }

  /** Records that a prompt was refused, so that there is no turn to end. */
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
        // omp 18.2.3 ends a run with these words when its own time is over.
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
