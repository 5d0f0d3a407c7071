/** What a conversation is given: its parts, and whom it tells what the CLI says to the run itself. */
import type { ApprovalMode, Dialect } from '../adapter/index.ts';
import type { Assembler, DraftOf } from '../assembler/index.ts';
import type { RunStatus } from './run-status.ts';

/** Drafts without an event of their own, on which the run acts. */
export type RunDraft = DraftOf<'host_tool_call' | 'host_tool_settled' | 'steer_settled' | 'tokens_seen'>;

export interface ConversationOptions {
  readonly dialect: Dialect;
  readonly assembler: Assembler;
  readonly approvalMode: ApprovalMode;
  /** The status of the run. While it has a refusal, every question of the CLI is denied in the stream at once. */
  readonly status: RunStatus;
  /** Whether the raw text of each message is put on its events. */
  readonly debug?: boolean;
  /** Given in a replay, where what we said stands in the recording and is heard from there, so that nothing is written. It is told what a message demands as a reply. */
  readonly onReplies?: (messages: readonly string[]) => void;
  /** Writes a message to the CLI, after the dialect has seen it. */
  readonly write: (message: string) => void;
  /**
   * Reports that the events of a message are out. Nothing that the message asks for has been answered or run yet, and
   * nothing will be if the run is stopped for it.
   */
  readonly told?: () => void;
  /** Reports that the CLI opened a question; its event is out and its line is done. */
  readonly asked?: (key: string) => void;
  /** Reports that the CLI asked while nothing is granted; the stream has the denial, the CLI may still wait for it. */
  readonly refused?: (key: string, reason: string) => void;
  /** Reports that the CLI asked and nobody can be told, since the dialect gave no draft of the question. */
  readonly untold?: (key: string, reason: string) => void;
  /**
   * Reports that the CLI called a tool of the program, or does not wait for it any more, or said what became of words
   * for the running turn; the events of that line are out. What a request has used is reported before, since a limit
   * decides about the rest of the line.
   */
  readonly toRun?: (draft: RunDraft) => void;
  /** Reports that the CLI opened an approval that yolo mode answers, which has no event. */
  readonly autoApprove?: (key: string) => void;
}
