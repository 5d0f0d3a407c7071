/** Drafts: what a dialect says, before the assembler has put it in order and stamped it. */
import type {
  AgentEvent,
  ApprovalFacts,
  CostRecord,
  EventOf,
  McpTool,
  ModelCost,
  ToolKind,
  UnsureField,
} from '@agent-mux/events';

type Stamped = 'runId' | 'agent' | 'timestamp' | 'seq' | 'raw';
type Known<E> = E extends AgentEvent ? `${UnsureField<E>}Known` : never;
/** Required fields that nobody knows are left out: the assembler puts their stand-in there, and says so beside it. */
type Unstamped<E> = E extends AgentEvent
  ? Omit<E, Stamped | UnsureField<E> | Known<E>> & Partial<Pick<E, UnsureField<E> & keyof E>>
  : never;

/**
 * How a turn ended other than well. What becomes of it is not known yet, so the assembler waits: if the run ends, this was its
 * terminal event; if another turn follows, it was a recoverable `error` or a `debug`; if the run is repeated, a `retry`.
 */
export type Outcome =
  | { readonly type: 'interrupted' }
  | { readonly type: 'turn_limit'; readonly maxTurns: number }
  | { readonly type: 'auth_error'; readonly message: string; readonly guidance: string }
  | { readonly type: 'rate_limit_error'; readonly message: string; readonly retryAfterMs?: number }
  | { readonly type: 'context_exceeded'; readonly usedTokens?: number; readonly maxTokens?: number }
  | { readonly type: 'crash'; readonly exitCode?: number; readonly signal?: string; readonly stderr: string }
  | {
      readonly type: 'error';
      readonly code: EventOf<'error'>['code'];
      readonly message: string;
      /** The same request may well succeed later: the model's service was overloaded, had failed, or could not be reached. */
      readonly transient?: true;
    };

/** A model and who serves it, in the agent's own words. */
export interface ModelName {
  readonly model: string;
  readonly provider?: string;
}

interface Laned {
  /** The subagent whose own activity this is; absent = main. */
  readonly lane?: string;
}

/** Drafts whose form differs from their event: the assembler keeps the state that they leave out. */
export type LooseDraft = Laned &
  (
    | {
        /** Repeated = folded in. `session_resume` and `session_fork` are derived from its fields. */
        readonly type: 'session_start';
        readonly sessionId: string;
        readonly resumed?: boolean;
        readonly forkedFrom?: string;
        readonly priorTurnCount?: number;
        readonly model?: string;
        readonly provider?: string;
      }
    | { readonly type: 'turn_start' }
    /** `model`: what answered it, where no `token_usage` of the turn has said so. */
    | ({
        readonly type: 'turn_end';
        readonly outcome?: Outcome;
        readonly cost?: CostRecord;
        /** What it answered to an `outputSchema`, where that is not its last text. No event tells of it. */
        readonly output?: unknown;
      } & Partial<ModelName>)
    /** A failure with no turn to end. */
    | { readonly type: 'outcome'; readonly outcome: Outcome }
    | { readonly type: 'step_start'; readonly stepType?: string }
    | { readonly type: 'step_end' }
    /** `key`: the native block or message; another key closes the open block and opens a new one. Empty deltas are ignored. */
    | { readonly type: 'text_delta' | 'thinking_delta'; readonly delta: string; readonly key?: string }
    /** `text`: the agent's complete text; what the deltas lacked is added once. Nothing open and no text = nothing. */
    | { readonly type: 'message_stop'; readonly text?: string; readonly key?: string }
    | { readonly type: 'thinking_stop'; readonly thinking?: string; readonly key?: string }
    /** The effort of the thinking blocks that follow. */
    | { readonly type: 'thinking_effort'; readonly effort: string }
    /** One family for native and MCP calls. With `input` the call is ready at once. */
    | {
        readonly type: 'tool_call_start';
        readonly toolCallId: string;
        readonly toolName: string;
        /** What the tool does: all events of the call carry it. Left out where it is not known yet; `mcp` says it by itself. */
        readonly toolKind?: ToolKind;
        readonly mcp?: McpTool;
        readonly input?: unknown;
      }
    | { readonly type: 'tool_input_delta'; readonly toolCallId: string; readonly delta: string }
    /** Without `input` the deltas are parsed. A repeated one is ignored. */
    | {
        readonly type: 'tool_call_ready';
        readonly toolCallId: string;
        readonly toolName?: string;
        /** It is that of `tool_call_start`; what was said there stays, once the stream has shown it. */
        readonly toolKind?: ToolKind;
        readonly mcp?: McpTool;
        readonly input?: unknown;
      }
    /** `toolName` with an unknown id: the call is opened late. */
    | {
        readonly type: 'tool_result';
        readonly toolCallId: string;
        readonly output: unknown;
        readonly durationMs?: number;
        readonly toolName?: string;
        readonly toolKind?: ToolKind;
      }
    | {
        readonly type: 'tool_error';
        readonly toolCallId: string;
        readonly error: string;
        readonly toolName?: string;
        readonly toolKind?: ToolKind;
      }
    /** Without `cwd` the folder is not known for sure. One that is relative is taken from the run's. */
    | { readonly type: 'shell_start'; readonly toolCallId: string; readonly command: string; readonly cwd?: string }
    | {
        readonly type: 'shell_stdout_delta' | 'shell_stderr_delta';
        readonly toolCallId: string;
        readonly delta: string;
      }
    /** `output`: all of it; what the deltas lacked is added if they are a prefix of it. */
    | {
        readonly type: 'shell_exit';
        readonly toolCallId: string;
        /** Left out where a signal ended it, or where nobody says how it ended. */
        readonly exitCode?: number;
        readonly signal?: string;
        readonly output?: string;
        readonly durationMs?: number;
      }
    | {
        readonly type: 'subagent_spawn';
        readonly subagentId: string;
        readonly agentName?: string;
        readonly prompt?: string;
        /** It outlives the turn that spawned it. */
        readonly background?: boolean;
      }
    | {
        readonly type: 'subagent_result';
        readonly subagentId: string;
        readonly summary?: string;
        readonly cost?: CostRecord;
      }
    | { readonly type: 'subagent_error'; readonly subagentId: string; readonly error: string }
    /** Interactions are known by their native key; the public id is made by the channel. */
    | ({ readonly type: 'approval_request'; readonly key: string } & ApprovalFacts &
        Pick<EventOf<'approval_request'>, 'action' | 'detail' | 'context' | 'toolName' | 'riskLevel' | 'toolCallId'>)
    | { readonly type: 'approval_granted'; readonly key: string }
    | { readonly type: 'approval_denied'; readonly key: string; readonly reason?: string }
    | ({ readonly type: 'input_required'; readonly key: string } & Pick<
        EventOf<'input_required'>,
        'question' | 'context' | 'source'
      >)
    /** A question was answered or withdrawn: no event of its own. */
    | { readonly type: 'interaction_settled'; readonly key: string }
    /** The agent called a tool of the program's, whose result it waits for under this key: no event of its own. */
    | {
        readonly type: 'host_tool_call';
        readonly key: string;
        readonly toolCallId: string;
        readonly toolName: string;
        readonly input: unknown;
      }
    /** It was answered, or nobody waits for it any more. */
    | { readonly type: 'host_tool_settled'; readonly key: string }
    /**
     * What became of words that `steer()` gave a key: the running turn took them in, a turn of their own begins with them, or
     * they were not taken, and the runtime makes the next turn of them: no event of its own.
     */
    | { readonly type: 'steer_settled'; readonly key: string; readonly delivered: 'steered' | 'new-turn' | 'refused' }
    /**
     * A model request has used at least so much. What all of it used is told later, by a `token_usage` before the next `cost`: until
     * then this counts for `maxTokens`. No event of its own.
     */
    | { readonly type: 'tokens_seen'; readonly inputTokens: number; readonly outputTokens: number }
    /** `total`: the run's cost so far in this process; `add`: what came on top. */
    | {
        readonly type: 'cost';
        readonly cost: CostRecord;
        readonly mode: 'total' | 'add';
        /** The same money by model. */
        readonly models?: readonly ModelCost[];
      }
    /** A native type or field that the dialect does not know: a `debug` event, and a count in the result. */
    | { readonly type: 'unknown_native'; readonly name: string }
  );

type LooseType = LooseDraft['type'];
type DerivedType =
  | 'session_resume'
  | 'session_fork'
  | 'session_end'
  | 'message_start'
  | 'thinking_start'
  | 'stream_fallback';

/** Drafts that are their event without what is stamped. */
export type PlainDraft = Unstamped<Exclude<AgentEvent, { type: LooseType | DerivedType }>>;

/** What a dialect says, before it has an order. */
export type EventDraft = LooseDraft | PlainDraft;
