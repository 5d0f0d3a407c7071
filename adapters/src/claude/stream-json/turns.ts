/** Where the conversation stands: its turn, a result that is held, its outcome, and whether more will come. */
import type { EventDraft, Outcome } from '@agent-mux/core';
import type { CostRecord } from '@agent-mux/events';
import { defined, listOf, numberOf, outcomeOfFailure, textOf } from '../../shared/index.ts';
import { AUTH_GUIDANCE } from '../about.ts';
import { NO_CONTENT } from './complete-blocks.ts';
import type { NativeLine } from './native.ts';

export class Turns {
  isOpen = false;
  /** Whether the CLI itself ended the last turn. */
  isClean = false;
  /** Whether the CLI says that it was interrupted. */
  isInterrupted = false;
  /** Whether the CLI has agreed to interrupt the turn. */
  isStopping = false;
  /** Whether the last turn failed. */
  hasFailed = false;
  /** The failure of the turn; a result says only that it has failed. */
  failure: Outcome | undefined = undefined;
  // A one-shot run with an agent in the background holds the results of its turns, and gives them all at its end.
  #heldBack = 0;
  // The start of a turn may also come twice, so that the result that was taken for an earlier turn's is the only one.
  #held: { readonly line: NativeLine; readonly cost: CostRecord | undefined } | undefined = undefined;
  // The CLI reports its own state, and is not done until it is idle.
  #session: 'unknown' | 'idle' | 'running' = 'unknown';
  // A report of background work came while nothing ran, so a turn about it follows.
  #awaitsTurn = false;
  readonly #maxTurns: number | undefined;

  constructor(maxTurns: number | undefined) {
    this.#maxTurns = maxTurns;
  }

  get willGoOn(): boolean {
    return this.isOpen || this.#awaitsTurn || this.#session === 'running';
  }

  /** Whether the CLI takes a new prompt into the running turn. */
  get isJoinable(): boolean {
    return this.isOpen && !this.isInterrupted;
  }

  /** Takes `system/init`, which comes once at the start of each turn. */
  begin(): EventDraft {
    if (this.isOpen && !this.isInterrupted) {
      this.#heldBack++;
    }
    this.isOpen = true;
    this.isClean = false;
    this.isInterrupted = false;
    this.isStopping = false;
    this.hasFailed = false;
    this.failure = undefined;
    this.#held = undefined;
    this.#awaitsTurn = false;
    return { type: 'turn_start' };
  }

  reported(): void {
    this.#awaitsTurn ||= !this.isOpen && this.#session === 'unknown';
  }

  /** Takes a `result`. */
  end(line: NativeLine, cost: CostRecord | undefined): readonly EventDraft[] {
    if (this.isOpen && this.#heldBack > 0) {
      this.#heldBack--;
      this.#held = { line, cost };
      return [];
    }
    if (this.isOpen) {
      return [this.#endWith(line, cost, wordsOf(line))];
    }
    if (this.isClean) {
      // The result of the turn that has ended is told once more.
      return [];
    }
    // No turn had begun, as with a session that does not exist.
    const outcome = this.#outcomeOf(line);
    this.#close(outcome);
    return outcome === undefined ? [] : [{ type: 'outcome', outcome }];
  }

  /** Takes the exit: a result that was taken for an earlier turn's ends this one where the exit code agrees with it. */
  left(code: number | null): readonly EventDraft[] {
    if (!this.isOpen || this.#held === undefined) {
      return [];
    }
    const { line, cost } = this.#held;
    const agrees = code === 0 || (code === 1 && this.#outcomeOf(line) !== undefined);
    return agrees ? [this.#endWith(line, cost)] : [];
  }

  // The words of a result that was held may be those of an earlier turn, so only the others are given.
  #endWith(line: NativeLine, cost: CostRecord | undefined, words?: string): EventDraft {
    const outcome = this.#outcomeOf(line);
    this.#close(outcome);
    const text = outcome === undefined ? words : undefined;
    return { type: 'turn_end', ...defined({ outcome, cost, text, output: line.structured_output }) };
  }

  /** Takes `session_state_changed`. A turn that is open when the CLI is idle will have no result but the one that is held. */
  sessionState(state: unknown): readonly EventDraft[] {
    if (state !== 'idle') {
      this.#session = 'running';
      return [];
    }
    this.#session = 'idle';
    this.#heldBack = 0;
    if (!this.isOpen) {
      return [];
    }
    if (this.#held !== undefined) {
      return [this.#endWith(this.#held.line, this.#held.cost)];
    }
    const outcome: Outcome | undefined = this.isInterrupted ? { type: 'interrupted' } : this.failure;
    this.#close(outcome);
    return [{ type: 'turn_end', ...defined({ outcome }) }];
  }

  #close(outcome: Outcome | undefined): void {
    this.isOpen = false;
    this.isClean = true;
    this.hasFailed = outcome !== undefined;
    this.isInterrupted = false;
    this.isStopping = false;
    this.failure = undefined;
    this.#held = undefined;
  }

  #outcomeOf(line: NativeLine): Outcome | undefined {
    const errors = listOf(line.errors).flatMap((item) => textOf(item) ?? []);
    const words = [...errors, textOf(line.result) ?? ''].find((text) => text.trim() !== '');
    const message = words ?? `The turn failed: Claude Code says "${textOf(line.subtype) ?? 'error'}" and no more.`;
    if (line.subtype === 'error_max_turns') {
      return { type: 'turn_limit', maxTurns: this.#maxTurns ?? Number(/\((\d+)\)/.exec(message)?.[1] ?? 0) };
    }
    if (line.subtype === 'error_max_budget_usd') {
      return { type: 'error', code: 'BUDGET_EXCEEDED', message };
    }
    if (this.isInterrupted || /^aborted_/.test(textOf(line.terminal_reason) ?? '')) {
      return { type: 'interrupted' };
    }
    // Most failures have the subtype "success", so only `is_error` decides.
    if (line.is_error !== true) {
      return undefined;
    }
    // Once the CLI has agreed to an interrupt, a failure that it has no words for is that interrupt.
    if (this.isStopping && this.failure === undefined && words === undefined) {
      return { type: 'interrupted' };
    }
    const status = numberOf(line.api_error_status);
    return this.failure ?? outcomeOfFailure({ message, guidance: AUTH_GUIDANCE, status });
  }
}

/**
 * The last words of the agent. An answer by a schema is no message: its result is that answer as JSON (2.1.329). Nor is what stands for a
 * local command without output.
 */
function wordsOf({ result, structured_output }: NativeLine): string | undefined {
  const text = textOf(result) ?? '';
  return structured_output !== undefined || text === '' || text === NO_CONTENT ? undefined : text;
}
