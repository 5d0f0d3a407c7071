/** Where the conversation stands: a turn, its outcome to come, and how the last one ended. */
import type { EventDraft, ModelName, Outcome } from '@agent-mux/core';
import { defined, NO_DRAFTS } from '../../shared/index.ts';

export class Turns {
  isOpen = false;
  /** The last turn had its native end. */
  isClean = false;
  /** The CLI says that it was interrupted. */
  isInterrupted = false;
  /** The last turn ended other than well. */
  hasFailed = false;
  /** What the turn will have failed with. */
  failure: Outcome | undefined = undefined;
  /** What gave its last answer. */
  model: ModelName | undefined = undefined;

  /**
   * The main agent does something. Mostly a prompt begins a turn; where work in the background has ended, the CLI wakes
   * the agent without one.
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
    this.model = undefined;
    return [{ type: 'turn_start' }];
  }

  /** There will be no turn, and it was said why. */
  failed(): void {
    this.isClean = true;
    this.hasFailed = true;
  }

  /** `assistant.idle`: the agent has nothing more to say. */
  end(wasAborted: boolean): readonly EventDraft[] {
    const outcome: Outcome | undefined = wasAborted || this.isInterrupted ? { type: 'interrupted' } : this.failure;
    const wasOpen = this.isOpen;
    this.isOpen = false;
    this.isClean = true;
    this.hasFailed = outcome !== undefined;
    this.isInterrupted = false;
    this.failure = undefined;
    if (!wasOpen) {
      // It failed before the prompt was taken up.
      return outcome === undefined ? NO_DRAFTS : [{ type: 'outcome', outcome }];
    }
    return [{ type: 'turn_end', ...defined({ outcome }), ...this.model }];
  }
}
