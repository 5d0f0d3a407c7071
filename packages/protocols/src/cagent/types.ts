/** The events of cagent's runtime, in the version of its specification: 15 types, and our extensions. */
import type { AgentEvent, McpTool, ToolKind } from '@agent-mux/events';
import type { Question as AskedQuestion } from '@agent-mux/events/journal';

export interface CagentToolCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: {
    readonly name: string;
    /** The arguments as JSON; the existing part where the call is still being written. */
    readonly arguments: string;
  };
}

export interface CagentUsage {
  /** The input tokens, cumulative. */
  readonly input_tokens: number;
  /** The output tokens, cumulative. */
  readonly output_tokens: number;
  /** The tokens of the last request. */
  readonly context_length: number;
  /** The size of the window; 0 where it is not known. */
  readonly context_limit: number;
  /** The cost in US dollars, cumulative; 0 where the agent tells no price, because none is guessed. */
  readonly cost: number;
}

interface Attributed {
  /** The name of the actor: a run or a lane of it. */
  readonly agent_name: string;
}

/** What is known about a tool. */
export interface CagentOfTool {
  /** What the tool does; absent where the agent does not tell. */
  readonly tool_kind?: ToolKind;
  /** The tool of an MCP server. */
  readonly mcp?: McpTool;
}

interface OfTool extends Attributed {
  /** Our addition, which is told unless `extensions` is `none`. */
  readonly amux?: CagentOfTool;
}

interface OfSession extends Attributed {
  readonly session_id: string;
}

/** The 15 types of the specification. */
export type CagentCoreEvent =
  | { readonly type: 'stream_started' }
  | { readonly type: 'stream_stopped' }
  | { readonly type: 'user_message'; readonly message: string }
  | (Attributed & { readonly type: 'agent_choice' | 'agent_choice_reasoning'; readonly content: string })
  | (OfTool & {
      readonly type: 'partial_tool_call' | 'tool_call' | 'tool_call_confirmation';
      readonly tool_call: CagentToolCall;
    })
  | (OfTool & {
      readonly type: 'tool_call_response';
      readonly tool_call: CagentToolCall;
      readonly response: string;
    })
  | (Attributed & { readonly type: 'error'; readonly error: string })
  | (Attributed & { readonly type: 'token_usage'; readonly usage: CagentUsage })
  | { readonly type: 'shell'; readonly output: string }
  | (OfSession & { readonly type: 'session_title'; readonly title: string })
  | (OfSession & { readonly type: 'session_summary'; readonly summary: string })
  | (OfSession & { readonly type: 'session_compaction'; readonly status: 'start' | 'started' | 'completed' });

/** Events that the specification has no word for. */
export type CagentExtension =
  /** A problem that the run survives, or a limit that is near. */
  | (Attributed & { readonly type: 'amux_warning'; readonly message: string })
  /** A question of the agent in text; `resume` with `answer` answers it. */
  | (Attributed & {
      readonly type: 'amux_input_required';
      readonly interaction_id: string;
      readonly message: string;
      readonly context?: string;
      readonly questions?: readonly AskedQuestion[];
      readonly schema?: unknown;
    })
  /** The decision of a rule, of the runtime or of the program's own policy: nobody was asked, or nobody has answered. */
  | (Attributed &
      CagentOfTool & {
        readonly type: 'amux_policy_decision';
        readonly interaction_id: string;
        readonly action: 'allow' | 'deny';
        readonly rule: string;
        /** The owner of the rule. */
        readonly by: 'policy' | 'program';
        readonly reason?: string;
        /** The id of the call that was asked about, as it is told. */
        readonly tool_call_id?: string;
      })
  /** The turn limit, which comes beside the `error`. */
  | (Attributed & { readonly type: 'amux_turn_limit'; readonly max_turns: number })
  /** A whole event that has no other place: `amux_` and its type. */
  | (Attributed & { readonly type: `amux_${AgentEvent['type']}`; readonly event: AgentEvent });

export type CagentEvent = CagentCoreEvent | CagentExtension;

/** When each extension comes. */
export const CAGENT_EXTENSIONS = {
  amux_warning:
    'with `needed` and `all`: a rate limit, a retry, a nearly full context, output that comes in one piece, a warning of the runtime',
  amux_input_required: 'with `needed` and `all`: a question in words, once it is known what it offers',
  amux_policy_decision:
    'with `needed` and `all`: an approval or a question that a rule has decided, of the runtime or of the program',
  amux_turn_limit: 'with `needed` and `all`: behind the `error` of a run that reached its limit of model requests',
  'amux_<type>': 'with `all`: every event that the specification has no word for, whole, in its place',
} as const;

/** Fields that a type must have, in addition to `type`, by what they must be. */
export const CAGENT_FIELDS = {
  stream_started: {},
  stream_stopped: {},
  user_message: { message: 'text' },
  agent_choice: { content: 'text', agent_name: 'name' },
  agent_choice_reasoning: { content: 'text', agent_name: 'name' },
  partial_tool_call: { tool_call: 'call', agent_name: 'name' },
  tool_call: { tool_call: 'call', agent_name: 'name' },
  tool_call_confirmation: { tool_call: 'call', agent_name: 'name' },
  tool_call_response: { tool_call: 'call', response: 'text', agent_name: 'name' },
  error: { error: 'text' },
  token_usage: { usage: 'usage', agent_name: 'name' },
  shell: { output: 'text' },
  session_title: { session_id: 'name', title: 'text', agent_name: 'name' },
  session_summary: { session_id: 'name', summary: 'text', agent_name: 'name' },
  session_compaction: { session_id: 'name', status: 'status', agent_name: 'name' },
} as const;

export type FieldKind = 'text' | 'name' | 'call' | 'usage' | 'status';

CAGENT_FIELDS satisfies Record<CagentCoreEvent['type'], Readonly<Record<string, FieldKind>>>;
