/** The events of the agentic protocol, each with the name and the depth of its speaker. */
import type { McpTool, ToolKind } from '@agent-mux/events';

/** A message of a conversation, or of one turn. */
export interface AgenticMessage {
  readonly role: 'user' | 'assistant';
  /** The speaker; for the user's messages the agent that they are for. */
  readonly name: string;
  readonly content: string;
}

export interface AgenticUsage {
  /** The model; absent where it is not known. */
  readonly model?: string;
  /** The cost of this completion in US dollars; absent where the agent tells no price. */
  readonly cost?: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  /** The time in seconds. */
  readonly elapsed_time: number;
}

interface Says<T extends string, Payload> {
  readonly type: T;
  readonly payload: Payload;
}

/** An event without its speaker. */
export type AgenticBody =
  /** A message for the running turn. */
  | Says<'prompt', { readonly content: string }>
  | Says<'prompt_started', { readonly content: string }>
  | Says<'chat_output', { readonly content: string; readonly role: 'assistant' }>
  | Says<'reasoning_content', { readonly reasoning_content: string }>
  | Says<
      'tool_call',
      {
        readonly name: string;
        readonly arguments: object;
        readonly tool_call_id: string;
        /** What the tool does; absent where the agent does not tell. */
        readonly tool_kind?: ToolKind;
        /** The tool of an MCP server. */
        readonly mcp?: McpTool;
      }
    >
  | (Says<
      'tool_result',
      {
        readonly name: string;
        readonly result: unknown;
        /** Whether it is a piece of output of a running call, whose result comes later. */
        readonly is_log: boolean;
        readonly tool_call_id?: string;
        /** Set where the call has failed; a `tool_error` stands before it. */
        readonly error?: true;
      }
    > & {
      /** The result, as in the payload. */
      readonly result: unknown;
    })
  | Says<'tool_error', { readonly name: string; readonly error: string; readonly tool_call_id: string }>
  | Says<
      'subagent_call',
      {
        readonly target_agent: string;
        readonly message: string;
        /** The id of the call, which its result repeats. */
        readonly call_id: string;
      }
    >
  | Says<
      'subagent_result',
      {
        readonly source_agent: string;
        readonly result: string;
        readonly call_id: string;
        /** The reason of its failure. */
        readonly error?: string;
        /** Its own cost in US dollars; a part of what its caller tells. */
        readonly cost?: number;
      }
    >
  | Says<'completion_start', Readonly<Record<never, never>>>
  | Says<
      'completion_end',
      {
        readonly usage: AgenticUsage;
        readonly metadata: Readonly<Record<never, never>>;
        /** The model's message; null where only its usage is told. */
        readonly llm_message: {
          readonly role: 'assistant';
          readonly content: string;
          /** The ids of the calls that it asked for. */
          readonly tool_calls?: readonly string[];
        } | null;
      }
    >
  | (Says<
      'turn_end',
      {
        /** The messages of this turn alone. */
        readonly messages: readonly AgenticMessage[];
        /** The reason of its failure. */
        readonly error?: string;
      }
    > & {
      /** The last text of the assistant, or the error. */
      readonly result: string;
      /** The invocation that takes over. It counts as open from here on. */
      readonly handoff_to?: string;
    })
  | Says<'turn_cancelled', Readonly<Record<never, never>>>
  /** The texts of the questions by their ids. */
  | (Says<'wait_for_input', Readonly<Record<string, string>>> & {
      /** What the tool of the question does; absent where the agent does not tell. */
      readonly tool_kind?: ToolKind;
      /** The tool of an MCP server. */
      readonly mcp?: McpTool;
    })
  /** For the id of each question `approve`, `deny`, or the text of its answer. */
  | (Says<'resume_with_input', Readonly<Record<string, string>>> & {
      /** The deciding rule, of the runtime or of the program's own policy; absent where somebody decided. */
      readonly rule?: string;
    })
  /** Events made from notes of the host. */
  | Says<NoteType, Readonly<Record<string, unknown>>>;

/** Types that no agent tells: a note of this kind, whose data is an object, becomes one. */
export const NOTE_TYPES = ['output', 'oauth_flow', 'set_state', 'add_child', 'reset_history'] as const;

export type NoteType = (typeof NOTE_TYPES)[number];

/** The speaker. */
interface AgenticSpeaker {
  /** The name of the actor: a run or a lane of it. Several may have one name. */
  readonly name: string;
  /** The same name, in the field that the code of its project uses. */
  readonly agent: string;
  /** The depth; 0 for the top agent. */
  readonly depth: number;
  /** The id of the actor within its tree, which distinguishes those that share a name. */
  readonly invocation: string;
}

export type AgenticEvent = AgenticSpeaker & AgenticBody;

export type FieldKind = 'text' | 'name' | 'object' | 'flag' | 'usage' | 'messages' | 'some';

/** Fields that the payload of a type must have, by what they must be. */
export const AGENTIC_FIELDS = {
  prompt: { content: 'text' },
  prompt_started: { content: 'text' },
  chat_output: { content: 'text' },
  reasoning_content: { reasoning_content: 'text' },
  tool_call: { name: 'text', arguments: 'object', tool_call_id: 'name' },
  tool_result: { name: 'text', result: 'some', is_log: 'flag' },
  tool_error: { name: 'text', error: 'text', tool_call_id: 'name' },
  subagent_call: { target_agent: 'name', message: 'text' },
  subagent_result: { source_agent: 'name', result: 'text' },
  completion_start: {},
  completion_end: { usage: 'usage' },
  turn_end: { messages: 'messages' },
  turn_cancelled: {},
  wait_for_input: {},
  resume_with_input: {},
  output: {},
  oauth_flow: {},
  set_state: {},
  add_child: {},
  reset_history: {},
} as const;

AGENTIC_FIELDS satisfies Record<AgenticEvent['type'], Readonly<Record<string, FieldKind>>>;
