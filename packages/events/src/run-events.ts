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
/** Cumulative over the run: the last one counts. */
export interface CostEvent extends BaseEvent {
  readonly type: 'cost';
  readonly cost: CostRecord;
  /** The same money by model, where the agent tells it so; cumulative too. */
  readonly models?: readonly ModelCost[];
}
/** What one model request used, or all requests of a turn where the agent tells no less: the sum counts. */
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
  /** What is asked, in a few words. */
  readonly action: string;
  /** The command, the path, the plan. */
  readonly detail: string;
  /** What the agent says besides, such as why it asks, or the change as a unified diff. */
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
  /** 0 to 100. */
  readonly pctUsed: number;
}
export interface ContextCompactedEvent extends BaseEvent {
  readonly type: 'context_compacted';
  readonly summary: string;
  /** The agent does not show its summary: `summary` is empty. */
  readonly summaryKnown?: false;
  readonly tokensSaved: number;
  /** The agent does not say how much it saved: `tokensSaved` is 0 and means nothing. */
  readonly tokensSavedKnown?: false;
}
export interface RetryEvent extends BaseEvent {
  readonly type: 'retry';
  /** From 1. */
  readonly attempt: number;
  readonly maxAttempts: number;
  readonly reason: string;
  readonly delayMs: number;
}

// Run control
/** Terminal. */
export interface InterruptedEvent extends BaseEvent {
  readonly type: 'interrupted';
}
/** Terminal. */
export interface AbortedEvent extends BaseEvent {
  readonly type: 'aborted';
  /** What was said to `abort()`. */
  readonly reason?: string;
}
export interface PausedEvent extends BaseEvent {
  readonly type: 'paused';
}
export interface ResumedEvent extends BaseEvent {
  readonly type: 'resumed';
}
/** Terminal. */
export interface TimeoutEvent extends BaseEvent {
  readonly type: 'timeout';
  readonly kind: 'run' | 'inactivity';
}
/** Terminal. */
export interface TurnLimitEvent extends BaseEvent {
  readonly type: 'turn_limit';
  readonly maxTurns: number;
}
export type StreamCapability = 'text' | 'tool_calls' | 'thinking';
/** Once per capability and run, just before its first output. */
export interface StreamFallbackEvent extends BaseEvent {
  readonly type: 'stream_fallback';
  readonly capability: StreamCapability;
  readonly reason: string;
}

// Errors
/** Terminal. */
export interface AuthErrorEvent extends BaseEvent {
  readonly type: 'auth_error';
  readonly message: string;
  readonly guidance: string;
}
/** Terminal only if `exhausted`. */
export interface RateLimitErrorEvent extends BaseEvent {
  readonly type: 'rate_limit_error';
  readonly message: string;
  readonly retryAfterMs?: number;
  readonly exhausted?: true;
}
/** Terminal. */
export interface ContextExceededEvent extends BaseEvent {
  readonly type: 'context_exceeded';
  readonly usedTokens: number;
  /** The agent does not say how many tokens it had: `usedTokens` is 0 and means nothing. */
  readonly usedTokensKnown?: false;
  readonly maxTokens: number;
  /** The agent does not say how many tokens it may have: `maxTokens` is 0 and means nothing. */
  readonly maxTokensKnown?: false;
}
/** Terminal: the process ended without the agent's own end of the run. */
export interface CrashEvent extends BaseEvent {
  readonly type: 'crash';
  /** -1 where there is no exit code: a signal ended the process, or it never started. */
  readonly exitCode: number;
  /** The process never started, or nobody knows how it ended: `exitCode` is -1 and means nothing. */
  readonly exitCodeKnown?: false;
  /** The signal that ended the process. */
  readonly signal?: string;
  /** Tail of stderr. */
  readonly stderr: string;
}
/** Terminal unless `recoverable`. */
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
