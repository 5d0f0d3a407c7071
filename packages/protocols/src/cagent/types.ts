/** The events of cagent's runtime, version of its specification: 15 types, and the extensions of ours. */
import type { AgentEvent, McpTool, ToolKind } from '@agent-mux/events';
import type { Question as AskedQuestion } from '@agent-mux/events/journal';

export interface CagentToolCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: {
    readonly name: string;
    /** JSON; of a call that is still being written the part that is there. */
    readonly arguments: string;
  };
}

export interface CagentUsage {
  /** Cumulative. */
  readonly input_tokens: number;
  /** Cumulative. */
  readonly output_tokens: number;
  /** Of the last request. */
  readonly context_length: number;
  /** 0 where it is not known. */
  readonly context_limit: number;
  /** US dollars, cumulative; 0 where the agent tells no price: none is guessed. */
  readonly cost: number;
}

interface Attributed {
  /** Of the actor: a run or a lane of it. */
  readonly agent_name: string;
}

/** What is known of a tool. */
export interface CagentOfTool {
  /** What it does; absent where the agent does not tell. */
  readonly tool_kind?: ToolKind;
  /** Of a tool of an MCP server. */
  readonly mcp?: McpTool;
}

interface OfTool extends Attributed {
  /** An addition of ours, told unless `extensions` is `none`. */
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

/** What the specification has no word for. */
export type CagentExtension =
  /** Something went wrong that the run lives with, or a limit is near. */
  | (Attributed & { readonly type: 'amux_warning'; readonly message: string })
  /** The agent asks something in words: `resume` with `answer`. */
  | (Attributed & {
      readonly type: 'amux_input_required';
      readonly interaction_id: string;
      readonly message: string;
      readonly context?: string;
      readonly questions?: readonly AskedQuestion[];
      readonly schema?: unknown;
    })
  /** A rule has decided, of the runtime or of the program's own policy: nobody was asked, or nobody has answered. */
  | (Attributed &
      CagentOfTool & {
        readonly type: 'amux_policy_decision';
        readonly interaction_id: string;
        readonly action: 'allow' | 'deny';
        readonly rule: string;
        /** Whose rule it is. */
        readonly by: 'policy' | 'program';
        readonly reason?: string;
        /** Of the call that was asked for, as it is told. */
        readonly tool_call_id?: string;
      })
  /** Beside the `error`. */
  | (Attributed & { readonly type: 'amux_turn_limit'; readonly max_turns: number })
  /** An event that has no other place, whole: `amux_` and its type. */
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

/** Fields that a type must have, besides `type`, by what they must be. */
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
