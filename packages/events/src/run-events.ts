/** What concerns the run as a whole: cost, interactions, limits, control, errors, diagnostics. */
import type { BaseEvent, CostRecord, TokenCounts } from './base-event.ts';
import type { ErrorCode } from './error-code.ts';
import type { ApprovalFacts } from './tool-kinds.ts';

// Cost
/** What one model has cost. */
export interface ModelCost {
  readonly model: string;
  readonly provider?: string;
  readonly costUsd: number;
}
/** The cost so far, cumulative over the run: the last one counts. */
export interface CostEvent extends BaseEvent {
  readonly type: 'cost';
  readonly cost: CostRecord;
  /** The same money by model, where the agent reports it so; cumulative too. */
  readonly models?: readonly ModelCost[];
}
/** What one model request used, or all requests of a turn where the agent does not report them separately: the sum counts. */
export interface TokenUsageEvent extends BaseEvent, TokenCounts {
  readonly type: 'token_usage';
  /** The model that was asked. */
  readonly model?: string;
  readonly provider?: string;
}

// Interaction
export interface InputRequiredEvent extends BaseEvent {
  readonly type: 'input_required';
  readonly interactionId: string;
  readonly question: string;
  readonly context?: string;
  readonly source: 'agent' | 'tool';
}
export type RiskLevel = 'low' | 'medium' | 'high';
export interface ApprovalRequestEvent extends BaseEvent, ApprovalFacts {
  readonly type: 'approval_request';
  readonly interactionId: string;
  /** The action that needs approval, in a few words. */
  readonly action: string;
  /** The object of the action, such as the command, the path or the plan. */
  readonly detail: string;
  /** What the agent adds, such as the reason for the question, or the change as a unified diff. */
  readonly context?: string;
  readonly toolName?: string;
  readonly riskLevel: RiskLevel;
  readonly toolCallId?: string;
}
export interface ApprovalGrantedEvent extends BaseEvent {
  readonly type: 'approval_granted';
  readonly interactionId: string;
  readonly toolCallId?: string;
}
export interface ApprovalDeniedEvent extends BaseEvent {
  readonly type: 'approval_denied';
  readonly interactionId: string;
  readonly reason?: string;
  readonly toolCallId?: string;
}

// Rate and context limits
export interface RateLimitedEvent extends BaseEvent {
  readonly type: 'rate_limited';
  readonly retryAfterMs?: number;
}
export interface ContextLimitWarningEvent extends BaseEvent {
  readonly type: 'context_limit_warning';
  readonly usedTokens: number;
  readonly maxTokens: number;
  /** The used percentage of the window, from 0 to 100. */
  readonly pctUsed: number;
}
export interface ContextCompactedEvent extends BaseEvent {
  readonly type: 'context_compacted';
  readonly summary: string;
  /** `false` where the agent does not show its summary, so that `summary` is empty. */
  readonly summaryKnown?: false;
  readonly tokensSaved: number;
  /** `false` where the agent does not say how much it saved, so that `tokensSaved` is 0 and means nothing. */
  readonly tokensSavedKnown?: false;
}
export interface RetryEvent extends BaseEvent {
  readonly type: 'retry';
  /** The number of the attempt, from 1. */
  readonly attempt: number;
  readonly maxAttempts: number;
  readonly reason: string;
  readonly delayMs: number;
  /**
   * Set by the runtime alone, where it starts the agent anew: what the attempt before has said is given up. Absent where
   * the agent itself repeats a request.
   */
  readonly newAttempt?: true;
}

// Run control
/** Terminal: the run was interrupted. */
export interface InterruptedEvent extends BaseEvent {
  readonly type: 'interrupted';
}
/** Terminal: the run was aborted. */
export interface AbortedEvent extends BaseEvent {
  readonly type: 'aborted';
  /** The reason that was given to `abort()`. */
  readonly reason?: string;
}
export interface PausedEvent extends BaseEvent {
  readonly type: 'paused';
}
export interface ResumedEvent extends BaseEvent {
  readonly type: 'resumed';
}
/** Terminal: a time limit of the run was exceeded. */
export interface TimeoutEvent extends BaseEvent {
  readonly type: 'timeout';
  readonly kind: 'run' | 'inactivity';
}
/** Terminal: the limit of model requests was reached. */
export interface TurnLimitEvent extends BaseEvent {
  readonly type: 'turn_limit';
  readonly maxTurns: number;
}
export type StreamCapability = 'text' | 'tool_calls' | 'thinking';
/** Sent once per capability and run, just before its first output. */
export interface StreamFallbackEvent extends BaseEvent {
  readonly type: 'stream_fallback';
  readonly capability: StreamCapability;
  readonly reason: string;
}

// Errors
/** Terminal: the model's service refused the login. */
export interface AuthErrorEvent extends BaseEvent {
  readonly type: 'auth_error';
  readonly message: string;
  readonly guidance: string;
}
/** Terminal only if `exhausted` is set. */
export interface RateLimitErrorEvent extends BaseEvent {
  readonly type: 'rate_limit_error';
  readonly message: string;
  readonly retryAfterMs?: number;
  readonly exhausted?: true;
}
/** Terminal: the conversation exceeds the context window. */
export interface ContextExceededEvent extends BaseEvent {
  readonly type: 'context_exceeded';
  readonly usedTokens: number;
  /** `false` where the agent does not say how many tokens it had, so that `usedTokens` is 0 and means nothing. */
  readonly usedTokensKnown?: false;
  readonly maxTokens: number;
  /** `false` where the agent does not say how many tokens it may have, so that `maxTokens` is 0 and means nothing. */
  readonly maxTokensKnown?: false;
}
/** Terminal: the process ended without the agent's own end of the run. */
export interface CrashEvent extends BaseEvent {
  readonly type: 'crash';
  /** The exit code; -1 where there is none: a signal ended the process, or it never started. */
  readonly exitCode: number;
  /** `false` where the process never started, or nobody knows how it ended, so that `exitCode` is -1 and means nothing. */
  readonly exitCodeKnown?: false;
  /** The signal that ended the process. */
  readonly signal?: string;
  /** The tail of stderr. */
  readonly stderr: string;
}
/** Terminal unless it is `recoverable`. */
export interface ErrorEvent extends BaseEvent {
  readonly type: 'error';
  readonly code: ErrorCode;
  readonly message: string;
  readonly recoverable: boolean;
}

// Debug
export interface DebugEvent extends BaseEvent {
  readonly type: 'debug';
  readonly level: 'verbose' | 'info' | 'warn';
  readonly message: string;
}
/** What the CLI said beside its protocol: any line on stderr, and lines on stdout that are no messages. */
export interface LogEvent extends BaseEvent {
  readonly type: 'log';
  readonly source: 'stdout' | 'stderr';
  readonly line: string;
}
