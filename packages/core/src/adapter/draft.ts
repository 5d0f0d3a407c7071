/** Drafts are what a dialect says, before the assembler has put it in order and stamped it. */
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
/**
 * The fields of an event that a draft needs. Required fields that nobody knows are left out: the assembler fills in a
 * stand-in, and a marker beside it says so.
 */
type Unstamped<E> = E extends AgentEvent
  ? Omit<E, Stamped | UnsureField<E> | Known<E>> & Partial<Pick<E, UnsureField<E> & keyof E>>
  : never;

/**
 * How a turn ended other than well. The meaning is not known yet, so the assembler waits: if the run ends, this was its
 * terminal event; if another turn follows, it was a recoverable `error` or a `debug`; if the run is repeated, a
 * `retry`.
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
      /**
       * Set where the same request may well succeed later: the model's service was overloaded, had failed, or could not
       * be reached.
       */
      readonly transient?: true;
    };

/** A model and who serves it, in the agent's own words. */
export interface ModelName {
  readonly model: string;
  readonly provider?: string;
}

interface Laned {
  /** The subagent whose own activity this is; absent on the main lane. */
  readonly lane?: string;
}

/** Drafts whose form differs from their event: the assembler keeps the state that they leave out. */
export type LooseDraft = Laned &
  (
    | {
        /** A repeated one is folded into the first. `session_resume` and `session_fork` are derived from its fields. */
        readonly type: 'session_start';
        readonly sessionId: string;
        readonly resumed?: boolean;
        readonly forkedFrom?: string;
        readonly priorTurnCount?: number;
        readonly model?: string;
        readonly provider?: string;
      }
    | { readonly type: 'turn_start' }
    /** The fields of ModelName say what answered the turn, where no `token_usage` of the turn has said so. */
    | ({
        readonly type: 'turn_end';
        readonly outcome?: Outcome;
        readonly cost?: CostRecord;
        /**
         * The agent's own last words, where it says them once more as a turn ends well. It appears in no event: where
         * the last message of the turn says something else, it is told as a message.
         */
        readonly text?: string;
        /** The answer to an `outputSchema`, where that is not the last text. It appears in no event. */
        readonly output?: unknown;
      } & Partial<ModelName>)
    /** A failure that ends no turn. */
    | { readonly type: 'outcome'; readonly outcome: Outcome }
    | { readonly type: 'step_start'; readonly stepType?: string }
    | { readonly type: 'step_end' }
    /**
     * `key` is the native block or message; another key closes the open block and opens a new one. Empty deltas are
     * ignored.
     */
    | { readonly type: 'text_delta' | 'thinking_delta'; readonly delta: string; readonly key?: string }
    /**
     * `text` is the agent's complete text; what the deltas lacked is added once. Where nothing is open and there is no
     * text, nothing happens.
     */
    | { readonly type: 'message_stop'; readonly text?: string; readonly key?: string }
    | { readonly type: 'thinking_stop'; readonly thinking?: string; readonly key?: string }
    /** The effort of the thinking blocks that follow. */
    | { readonly type: 'thinking_effort'; readonly effort: string }
    /** One family of drafts serves native and MCP calls. A call with `input` is ready at once. */
    | {
        readonly type: 'tool_call_start';
        readonly toolCallId: string;
        readonly toolName: string;
        /**
         * What the tool does, which all events of the call carry. Left out where it is not known yet; `mcp` implies it.
         */
        readonly toolKind?: ToolKind;
        readonly mcp?: McpTool;
        readonly input?: unknown;
      }
    | { readonly type: 'tool_input_delta'; readonly toolCallId: string; readonly delta: string }
    /** The deltas are parsed where `input` is absent. A repeated draft is ignored. */
    | {
        readonly type: 'tool_call_ready';
        readonly toolCallId: string;
        readonly toolName?: string;
        /** It is that of `tool_call_start`; what was said there stays, once the stream has shown it. */
        readonly toolKind?: ToolKind;
        readonly mcp?: McpTool;
        readonly input?: unknown;
      }
    /** A `toolName` with an unknown id opens the call late. */
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
    /** Where `cwd` is absent, the folder is not known for sure. A relative one starts from the run's folder. */
    | { readonly type: 'shell_start'; readonly toolCallId: string; readonly command: string; readonly cwd?: string }
    | {
        readonly type: 'shell_stdout_delta' | 'shell_stderr_delta';
        readonly toolCallId: string;
        readonly delta: string;
      }
    /** `output` is the whole output; what the deltas lacked is added if they are a prefix of it. */
    | {
        readonly type: 'shell_exit';
        readonly toolCallId: string;
        /** The exit code; left out where a signal ended the command, or where nobody says how it ended. */
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
        /** Whether the subagent outlives the turn that spawned it. */
        readonly background?: boolean;
      }
    | {
        readonly type: 'subagent_result';
        readonly subagentId: string;
        readonly summary?: string;
        readonly cost?: CostRecord;
      }
    | { readonly type: 'subagent_error'; readonly subagentId: string; readonly error: string }
    /** Interactions are known by their native key; the channel makes the public id. */
    | ({ readonly type: 'approval_request'; readonly key: string } & ApprovalFacts &
        Pick<EventOf<'approval_request'>, 'action' | 'detail' | 'context' | 'toolName' | 'riskLevel' | 'toolCallId'>)
    | { readonly type: 'approval_granted'; readonly key: string }
    | { readonly type: 'approval_denied'; readonly key: string; readonly reason?: string }
    | ({ readonly type: 'input_required'; readonly key: string } & Pick<
        EventOf<'input_required'>,
        'question' | 'context' | 'source'
      >)
    /** A question was answered or withdrawn. This has no event of its own. */
    | { readonly type: 'interaction_settled'; readonly key: string }
    /**
     * The agent called a tool of the program, and waits for its result under this key. This has no event of its own.
     */
    | {
        readonly type: 'host_tool_call';
        readonly key: string;
        readonly toolCallId: string;
        readonly toolName: string;
        readonly input: unknown;
      }
    /** The call of the tool was answered, or nobody waits for it any more. */
    | { readonly type: 'host_tool_settled'; readonly key: string }
    /**
     * What became of words that `steer()` gave a key: the running turn took them in, a turn of their own begins with
     * them, or they were refused, and the runtime makes the next turn of them. This has no event of its own.
     */
    | { readonly type: 'steer_settled'; readonly key: string; readonly delivered: 'steered' | 'new-turn' | 'refused' }
    /**
     * A model request has used at least so many tokens. A later `token_usage`, before the next `cost`, reports all that
     * the request used; until then these count for `maxTokens`. This has no event of its own.
     */
    | { readonly type: 'tokens_seen'; readonly inputTokens: number; readonly outputTokens: number }
    /** A `total` is the run's cost so far in this process; with `add` the cost is what was added. */
    | {
        readonly type: 'cost';
        readonly cost: CostRecord;
        readonly mode: 'total' | 'add';
        /** The same cost by model. */
        readonly models?: readonly ModelCost[];
      }
    /**
     * What the agent said where it has no place, such as a piece of a turn that is over. It becomes a `debug` warn, and
     * a count in the result.
     */
    | { readonly type: 'misplaced'; readonly message: string }
    /** A native type or field that the dialect does not know. It becomes a `debug` event, and a count in the result. */
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

/** Drafts that are the same as their event, without the stamped fields. */
export type PlainDraft = Unstamped<Exclude<AgentEvent, { type: LooseType | DerivedType }>>;

/** Everything that a dialect says, before the assembler has put it in order. */
export type EventDraft = LooseDraft | PlainDraft;
