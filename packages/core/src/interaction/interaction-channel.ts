/** What a program sees of the open questions of a run, and how it answers them. */
import type { ApprovalFacts, RiskLevel } from '@agent-mux/events';
import type { AskedEntry } from '@agent-mux/events/journal';
import type { InteractionResponse } from '../adapter/index.ts';

/** What may be done if it is granted. */
export interface ApprovalDetail extends ApprovalFacts {
  readonly kind: 'approval';
  readonly action: string;
  readonly toolName: string | undefined;
  readonly riskLevel: RiskLevel;
  /** What the agent says besides, such as why it asks. */
  readonly context: string | undefined;
}

/** How an answer is given. */
export interface RespondOptions {
  /** Who gives it, for the journal. @defaultValue the program */
  readonly by?:
    | { readonly kind: 'user' | 'agent'; readonly id: string }
    /** The program, by a rule of its own such as one of a policy. */
    | { readonly kind: 'program'; readonly rule: string };
}

/** What is asked in words. */
export interface InputDetail {
  readonly kind: 'input';
  readonly question: string;
  readonly context: string | undefined;
  readonly source: 'agent' | 'tool';
}

/** A question of the agent's that nobody has answered yet. */
export interface PendingInteraction
  extends Pick<AskedEntry, 'scopes' | 'acceptsUpdatedInput' | 'questions' | 'schema' | 'input'> {
  readonly id: string;
  readonly type: 'approval' | 'input';
  readonly runId: string;
  readonly description: string;
  readonly detail: ApprovalDetail | InputDetail;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly toolCallId?: string;
}

/**
 * The open questions of a run. A question is answerable as long as it is in `pending`. From the call that stops the run or interrupts
 * its turn, until the next turn begins, there are none, and every answer rejects with NO_PENDING_INTERACTION.
 */
export interface InteractionChannel {
  /** Open questions, oldest first. Who has read this counts as somebody who answers. */
  readonly pending: readonly PendingInteraction[];
  /** Called for each question as it opens; also makes questions answerable. Returns its own removal. */
  onPending(handler: (interaction: PendingInteraction) => void): () => void;
  /** Rejects with NO_PENDING_INTERACTION (unknown or answered), or, and it stays open, with VALIDATION_ERROR (it does not fit what was asked) or CAPABILITY_ERROR (the CLI cannot take it). First answer wins. */
  respond(id: string, response: InteractionResponse, options?: RespondOptions): Promise<void>;
  /** Grants all open approvals; questions stay open. */
  approveAll(): Promise<void>;
  /** Denies all open approvals and declines all open questions. */
  denyAll(reason?: string): Promise<void>;
}
