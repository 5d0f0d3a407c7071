/** The events of an AFK run: 16 types, and the record by which a trace keeps each of them. */
import type { McpTool, ToolKind } from '@agent-mux/events';

export type AfkState =
  | 'pending'
  | 'running'
  | 'paused'
  | 'cancelling'
  | 'cancelled'
  /** Something is lost for good; the run goes on. */
  | 'degraded'
  | 'failed'
  | 'completed';

interface AfkBase {
  /** The id of the run at the top of the tree. */
  readonly run_id: string;
  readonly thread_id: string;
  readonly state: AfkState;
  readonly schema_version: 'v1';
  /** The number of the loop step, from 1 on; absent before the first. */
  readonly step?: number;
  /** A text for people: why it failed, what the warning is, why something was decided. */
  readonly message?: string;
}

/** Fields of an event about anybody but the main agent. */
export interface AfkAttribution {
  readonly agent_name?: string;
  /** The depth; 0 for the main agent. */
  readonly agent_depth?: number;
  /** The names from the main agent down. */
  readonly agent_path?: readonly string[];
}

export type AfkAction = 'allow' | 'deny' | 'defer' | 'request_approval' | 'request_user_input';

export interface AfkPolicyDecision extends AfkAttribution {
  /** The kind of decision: `tool_before_execute` for an approval, `user_input` for a question in text, and for a note what it says. */
  readonly event_type: string;
  readonly action: AfkAction;
  readonly reason: string;
  /** The deciding rule, of the runtime or of the program's own policy; null where somebody decided. */
  readonly policy_id: string | null;
  readonly matched_rules: readonly string[];
  /** The id that `approve`, `deny` and `provideInput` take. */
  readonly interaction_id?: string;
  readonly tool_name?: string;
  readonly tool_call_id?: string;
  /** What the tool does; absent where the agent does not tell. */
  readonly tool_kind?: ToolKind;
  /** The tool of an MCP server. */
  readonly mcp?: McpTool;
  /** The arguments with which the tool would be called. */
  readonly tool_args?: unknown;
  /** The choices that the question offers. */
  readonly questions?: unknown;
  /** A JSON Schema of the form to fill in. */
  readonly schema?: unknown;
}

export interface AfkToolCompleted extends AfkAttribution {
  readonly tool_name: string;
  readonly success: boolean;
  readonly tool_call_id: string;
  /** What the tool does, as in `policy_decision`. */
  readonly tool_kind?: ToolKind;
  /** The tool of an MCP server, as in `policy_decision`. */
  readonly mcp?: McpTool;
  readonly output?: unknown;
  readonly error?: string;
}

export type AfkFinishReason = 'tool_calls' | 'stop' | 'length' | 'error' | 'cancelled';

interface Bare<T extends string> {
  readonly type: T;
}
interface With<T extends string, Data> extends Bare<T> {
  readonly data: Data;
}

/** An event without the common fields. */
export type AfkBody =
  | With<'run_started', { readonly agent_name: string; readonly resumed: boolean }>
  | Bare<
      | 'step_started'
      | 'run_paused'
      | 'run_resumed'
      | 'run_cancelled'
      | 'run_interrupted'
      | 'run_failed'
      | 'run_completed'
    >
  | With<'policy_decision', AfkPolicyDecision>
  /** Unknown fields are left out. */
  | With<'llm_called', { readonly model?: string; readonly provider?: string }>
  | With<
      'llm_completed',
      {
        readonly tool_call_count: number;
        readonly finish_reason: AfkFinishReason;
        readonly tool_names?: readonly string[];
        readonly tool_call_ids?: readonly string[];
      }
    >
  | With<'tool_batch_started', { readonly tool_call_count: number }>
  | With<'tool_completed', AfkToolCompleted>
  | With<'subagent_started', { readonly subagent_name: string; readonly correlation_id: string }>
  | With<
      'subagent_completed',
      {
        readonly subagent_name: string;
        readonly correlation_id: string;
        readonly success: boolean;
        readonly latency_ms: number;
        readonly error?: string;
      }
    >
  /** The `source` is the type of the event that warns, or the failed sink. */
  | With<'warning', AfkAttribution & { readonly source: string }>;

export type AfkEvent = AfkBase & AfkBody;

export type AfkType = AfkEvent['type'];

/** The 16 types of the specification. */
export const AFK_TYPES = [
  'run_started',
  'step_started',
  'policy_decision',
  'llm_called',
  'llm_completed',
  'tool_batch_started',
  'tool_completed',
  'subagent_started',
  'subagent_completed',
  'run_paused',
  'run_resumed',
  'run_cancelled',
  'run_interrupted',
  'run_failed',
  'run_completed',
  'warning',
] as const;

AFK_TYPES satisfies readonly AfkType[];

/** The terminal events, each with the state of its run. */
export const TERMINAL_STATES = {
  run_completed: 'completed',
  run_failed: 'failed',
  run_cancelled: 'cancelled',
  run_interrupted: 'cancelled',
} as const;

export type AfkTerminal = keyof typeof TERMINAL_STATES;

/** The part of an event that a trace keeps. A field that the event lacks is null, so that replay gives back the same. */
export interface AfkTracePayload {
  readonly schema_version: string;
  readonly type: string;
  readonly state: string;
  readonly step: number | null;
  readonly message: string | null;
  readonly data: Readonly<Record<string, unknown>> | null;
}

/** A record of a memory's trace. */
export interface AfkTraceRecord {
  /** The id, which is the same however often it is appended. */
  readonly id: string;
  readonly run_id: string;
  readonly thread_id: string;
  readonly user_id: string | null;
  readonly type: 'trace';
  /** The time of what the event tells, in milliseconds since the epoch. */
  readonly timestamp: number;
  /** The number within its run, dense from 0 on. */
  readonly seq: number;
  readonly tags: readonly string[];
  readonly payload: AfkTracePayload;
}
