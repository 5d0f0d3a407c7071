/** The 31 events of AG-UI 1.0. */

type JsonPatch = readonly (
  | { readonly op: 'add' | 'replace' | 'test'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string }
  | { readonly op: 'move' | 'copy'; readonly path: string; readonly from: string }
)[];

/** Fields that every event may have. */
interface Base<T extends string> {
  readonly type: T;
  /** Milliseconds since the epoch. */
  readonly timestamp?: number;
  readonly rawEvent?: unknown;
  /** Further facts; ours stand under `amux`. */
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** An event of an agent; the subagent is absent where the agent of the run acts. */
interface Owned<T extends string> extends Base<T> {
  readonly subagentRunId?: string;
}

export interface AguiTokenUsage {
  readonly provider?: string;
  readonly model?: string;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly totalTokens?: number;
  readonly reasoningTokens?: number;
  readonly cachedInputTokens?: number;
  readonly cacheWriteInputTokens?: number;
}

export interface AguiInterrupt {
  readonly id: string;
  /** The reason; ours are `approval` and `input`. */
  readonly reason: string;
  readonly message?: string;
  readonly toolCallId?: string;
  readonly responseSchema?: Readonly<Record<string, unknown>>;
  readonly subagentRunId?: string;
  readonly expiresAt?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** An answer to an interrupt. */
export interface AguiResumeEntry {
  readonly interruptId: string;
  readonly status: 'resolved' | 'cancelled';
  readonly payload?: unknown;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** The input of a run, as far as its journal contains it. */
export interface AguiRunInput {
  readonly threadId: string;
  readonly runId: string;
  readonly messages: readonly { readonly id: string; readonly role: 'user'; readonly content: string }[];
  readonly tools: readonly never[];
  readonly context: readonly never[];
  readonly resume?: readonly AguiResumeEntry[];
}

export type AguiOutcome =
  | { readonly type: 'success' | 'cancelled' }
  | { readonly type: 'interrupt'; readonly interrupts: readonly AguiInterrupt[] };

interface Message<T extends string> extends Owned<T> {
  readonly messageId: string;
}

interface MessagePiece<T extends string> extends Message<T> {
  readonly delta: string;
}

interface OfCall<T extends string> extends Owned<T> {
  readonly toolCallId: string;
}

interface Step<T extends string> extends Owned<T> {
  readonly stepName: string;
}

interface OfSubagent<T extends string> extends Base<T> {
  readonly subagentRunId: string;
}

interface Activity<T extends string> extends Message<T> {
  readonly activityType: string;
}

type Author = 'developer' | 'system' | 'assistant' | 'user';

export type AguiEvent =
  // Run
  | (Base<'RUN_STARTED'> & {
      readonly threadId: string;
      readonly runId: string;
      readonly protocolVersion?: string;
      readonly parentRunId?: string;
      readonly input?: AguiRunInput;
    })
  | (Base<'RUN_FINISHED'> & {
      readonly threadId: string;
      readonly runId: string;
      readonly result?: unknown;
      readonly outcome?: AguiOutcome;
      readonly usage?: readonly AguiTokenUsage[];
    })
  | (Base<'RUN_ERROR'> & {
      readonly message: string;
      readonly code?: string;
      readonly usage?: readonly AguiTokenUsage[];
    })
  | Step<'STEP_STARTED'>
  | Step<'STEP_FINISHED'>
  // Text
  | (Message<'TEXT_MESSAGE_START'> & { readonly role?: Author; readonly name?: string })
  | MessagePiece<'TEXT_MESSAGE_CONTENT'>
  | Message<'TEXT_MESSAGE_END'>
  | (Owned<'TEXT_MESSAGE_CHUNK'> & {
      readonly messageId?: string;
      readonly role?: Author;
      readonly name?: string;
      readonly delta?: string;
    })
  // Reasoning
  | Message<'REASONING_START'>
  | (Message<'REASONING_MESSAGE_START'> & { readonly role: 'reasoning' })
  | MessagePiece<'REASONING_MESSAGE_CONTENT'>
  | Message<'REASONING_MESSAGE_END'>
  | (Owned<'REASONING_MESSAGE_CHUNK'> & { readonly messageId?: string; readonly delta?: string })
  | Message<'REASONING_END'>
  | (Owned<'REASONING_ENCRYPTED_VALUE'> & {
      readonly subtype: 'tool-call' | 'message';
      readonly entityId: string;
      readonly encryptedValue: string;
    })
  // Tools
  | (OfCall<'TOOL_CALL_START'> & { readonly toolCallName: string; readonly parentMessageId?: string })
  | (OfCall<'TOOL_CALL_ARGS'> & { readonly delta: string })
  | OfCall<'TOOL_CALL_END'>
  | (Owned<'TOOL_CALL_CHUNK'> & {
      readonly toolCallId?: string;
      readonly toolCallName?: string;
      readonly parentMessageId?: string;
      readonly delta?: string;
    })
  | (OfCall<'TOOL_CALL_RESULT'> & { readonly messageId: string; readonly content: string; readonly role?: 'tool' })
  // State and activities
  | (Owned<'STATE_SNAPSHOT'> & { readonly snapshot: unknown })
  | (Owned<'STATE_DELTA'> & { readonly delta: JsonPatch })
  | (Owned<'MESSAGES_SNAPSHOT'> & { readonly messages: readonly unknown[] })
  | (Activity<'ACTIVITY_SNAPSHOT'> & {
      readonly content: Readonly<Record<string, unknown>>;
      readonly replace?: boolean;
    })
  | (Activity<'ACTIVITY_DELTA'> & { readonly patch: JsonPatch })
  // Subagents
  | (OfSubagent<'SUBAGENT_STARTED'> & {
      readonly name: string;
      readonly description?: string;
      readonly parentSubagentRunId?: string;
      readonly parentToolCallId?: string;
      readonly parentMessageId?: string;
    })
  | (OfSubagent<'SUBAGENT_FINISHED'> & {
      readonly result?: unknown;
      readonly outcome?:
        | { readonly type: 'success' }
        | { readonly type: 'suspended'; readonly interruptIds?: readonly string[] };
    })
  | (OfSubagent<'SUBAGENT_ERROR'> & { readonly message: string; readonly code?: string })
  // Anything else
  | (Owned<'RAW'> & { readonly event: unknown; readonly source?: string })
  | (Owned<'CUSTOM'> & { readonly name: string; readonly value: unknown });

/** Fields that a type must have, in addition to `type`, by what they must be. */
export const AGUI_FIELDS = {
  RUN_STARTED: { threadId: 'text', runId: 'text' },
  RUN_FINISHED: { threadId: 'text', runId: 'text' },
  RUN_ERROR: { message: 'text' },
  STEP_STARTED: { stepName: 'text' },
  STEP_FINISHED: { stepName: 'text' },
  TEXT_MESSAGE_START: { messageId: 'text' },
  TEXT_MESSAGE_CONTENT: { messageId: 'text', delta: 'text' },
  TEXT_MESSAGE_END: { messageId: 'text' },
  TEXT_MESSAGE_CHUNK: {},
  REASONING_START: { messageId: 'text' },
  REASONING_MESSAGE_START: { messageId: 'text' },
  REASONING_MESSAGE_CONTENT: { messageId: 'text', delta: 'text' },
  REASONING_MESSAGE_END: { messageId: 'text' },
  REASONING_MESSAGE_CHUNK: {},
  REASONING_END: { messageId: 'text' },
  REASONING_ENCRYPTED_VALUE: { subtype: 'text', entityId: 'text', encryptedValue: 'text' },
  TOOL_CALL_START: { toolCallId: 'text', toolCallName: 'text' },
  TOOL_CALL_ARGS: { toolCallId: 'text', delta: 'text' },
  TOOL_CALL_END: { toolCallId: 'text' },
  TOOL_CALL_CHUNK: {},
  TOOL_CALL_RESULT: { toolCallId: 'text', messageId: 'text', content: 'content' },
  STATE_SNAPSHOT: { snapshot: 'anything' },
  STATE_DELTA: { delta: 'list' },
  MESSAGES_SNAPSHOT: { messages: 'list' },
  ACTIVITY_SNAPSHOT: { messageId: 'text', activityType: 'text', content: 'object' },
  ACTIVITY_DELTA: { messageId: 'text', activityType: 'text', patch: 'list' },
  SUBAGENT_STARTED: { subagentRunId: 'text', name: 'text' },
  SUBAGENT_FINISHED: { subagentRunId: 'text' },
  SUBAGENT_ERROR: { subagentRunId: 'text', message: 'text' },
  RAW: { event: 'anything' },
  CUSTOM: { name: 'text', value: 'anything' },
} as const;

export type AguiFieldKind = 'text' | 'content' | 'list' | 'object' | 'anything';

AGUI_FIELDS satisfies Record<AguiEvent['type'], Readonly<Record<string, AguiFieldKind>>>;
