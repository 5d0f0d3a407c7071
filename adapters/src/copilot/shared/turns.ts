/** Where the conversation stands: its turn, the outcome to come, and how the last turn ended. */
import type { EventDraft, ModelName, Outcome } from '@agent-mux/core';
import { defined, NO_DRAFTS } from '../../shared/index.ts';

export class Turns {
  isOpen = false;
  /** Whether the CLI itself ended the last turn. */
  isClean = false;
  /** Whether the CLI says that it was interrupted. */
  isInterrupted = false;
  /** Whether the last turn failed. */
  hasFailed = false;
  /** The failure with which the turn will end. */
  failure: Outcome | undefined = undefined;
  /** The agent's last words, as the conversation ends with them. */
  lastWords: string | undefined = undefined;
  /** The model that gave its last answer. */
  model: ModelName | undefined = undefined;

  /**
   * Begins a turn when the main agent does something. Mostly a prompt begins one, but when background work has ended, the CLI wakes the
   * agent without one.
   */
  begin(): readonly EventDraft[] {
    if (this.isOpen) {
      return NO_DRAFTS;
    }
    this.isOpen = true;
    this.isClean = false;
    this.isInterrupted = false;
    this.hasFailed = false;
    this.failure = undefined;
    this.lastWords = undefined;
    this.model = undefined;
    return [{ type: 'turn_start' }];
  }

  /** Records that there will be no turn, for a reason that was reported. */
  failed(): void {
    this.isClean = true;
    this.hasFailed = true;
  }

  /** Takes `assistant.idle`: the agent has nothing more to say. */
  end(wasAborted: boolean): readonly EventDraft[] {
    const outcome: Outcome | undefined = wasAborted || this.isInterrupted ? { type: 'interrupted' } : this.failure;
    const wasOpen = this.isOpen;
    this.isOpen = false;
    this.isClean = true;
    this.hasFailed = outcome !== undefined;
    this.isInterrupted = false;
    this.failure = undefined;
    if (!wasOpen) {
      // The turn failed before the prompt was taken up.
      return outcome === undefined ? NO_DRAFTS : [{ type: 'outcome', outcome }];
    }
    const text = outcome === undefined ? this.lastWords : undefined;
    return [{ type: 'turn_end', ...defined({ outcome, text }), ...this.model }];
  }
}
