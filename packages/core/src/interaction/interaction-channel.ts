/** The open questions of a run as a program sees them, and how it answers them. */
import type { ApprovalFacts, RiskLevel } from '@agent-mux/events';
import type { AskedEntry } from '@agent-mux/events/journal';
import type { InteractionResponse } from '../adapter/index.ts';

/** The action that a grant would allow. */
export interface ApprovalDetail extends ApprovalFacts {
  readonly kind: 'approval';
  readonly action: string;
  readonly toolName: string | undefined;
  readonly riskLevel: RiskLevel;
  /** Further words of the agent, such as why it asks. */
  readonly context: string | undefined;
}

/** The options of an answer. */
export interface RespondOptions {
  /** The giver of the answer, for the journal. @defaultValue the program */
  readonly by?:
    | { readonly kind: 'user' | 'agent'; readonly id: string }
    /** The program itself, by a rule of its own such as one of a policy. */
    | { readonly kind: 'program'; readonly rule: string };
}

/** The question in words. */
export interface InputDetail {
  readonly kind: 'input';
  readonly question: string;
  readonly context: string | undefined;
  readonly source: 'agent' | 'tool';
}

/** A question of the agent that nobody has answered yet. */
export interface PendingInteraction
  extends Pick<AskedEntry, 'scopes' | 'acceptsUpdatedInput' | 'questions' | 'schema' | 'input'> {
  readonly id: string;
  readonly type: 'approval' | 'input';
  readonly runId: string;
  readonly description: string;
  readonly detail: ApprovalDetail | InputDetail;
  /** The time at which it opened, in milliseconds since the epoch. */
  readonly createdAt: number;
  readonly toolCallId?: string;
}

/**
 * The open questions of a run. A question is answerable as long as it is in `pending`. From the call that stops the run
 * or interrupts its turn, until the next turn begins, there are none, and every answer rejects with
 * NO_PENDING_INTERACTION.
 */
export interface InteractionChannel {
  /** The open questions, oldest first. A program that has read this counts as somebody who answers. */
  readonly pending: readonly PendingInteraction[];
  /**
   * Calls the handler for each question as it opens, which also makes questions answerable. Returns a function that
   * removes the handler.
   */
  onPending(handler: (interaction: PendingInteraction) => void): () => void;
  /**
   * Answers a question; the first answer wins. Rejects with NO_PENDING_INTERACTION where the question is unknown or
   * answered. Where the answer does not fit, rejects with VALIDATION_ERROR, or with CAPABILITY_ERROR if the CLI cannot
   * take it; the question then stays open.
   */
  respond(id: string, response: InteractionResponse, options?: RespondOptions): Promise<void>;
  /** Grants all open approvals; questions stay open. */
  approveAll(): Promise<void>;
  /** Denies all open approvals and declines all open questions. */
  denyAll(reason?: string): Promise<void>;
}
