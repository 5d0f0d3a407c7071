/** The 67 event types by category: the one table from which literals, guards and counts are made. */
import type { AgentEvent } from './events.ts';

/** The 18 categories, in the order in which a run usually meets them. */
export type EventCategory =
  | 'session'
  | 'turn'
  | 'text'
  | 'thinking'
  | 'tool'
  | 'file'
  | 'shell'
  | 'mcp'
  | 'subagent'
  | 'plugin'
  | 'skill'
  | 'multimodal'
  | 'cost'
  | 'interaction'
  | 'rate_limit'
  | 'run_lifecycle'
  | 'error'
  | 'debug';

/** Which category an event type belongs to. */
export const EVENT_CATEGORY = {
  session_start: 'session',
  session_resume: 'session',
  session_fork: 'session',
  session_checkpoint: 'session',
  session_end: 'session',
  turn_start: 'turn',
  turn_end: 'turn',
  step_start: 'turn',
  step_end: 'turn',
  message_start: 'text',
  text_delta: 'text',
  message_stop: 'text',
  thinking_start: 'thinking',
  thinking_delta: 'thinking',
  thinking_stop: 'thinking',
  tool_call_start: 'tool',
  tool_input_delta: 'tool',
  tool_call_ready: 'tool',
  tool_result: 'tool',
  tool_error: 'tool',
  file_read: 'file',
  file_write: 'file',
  file_create: 'file',
  file_delete: 'file',
  file_patch: 'file',
  shell_start: 'shell',
  shell_stdout_delta: 'shell',
  shell_stderr_delta: 'shell',
  shell_exit: 'shell',
  mcp_tool_call_start: 'mcp',
  mcp_tool_result: 'mcp',
  mcp_tool_error: 'mcp',
  subagent_spawn: 'subagent',
  subagent_result: 'subagent',
  subagent_error: 'subagent',
  plugin_loaded: 'plugin',
  plugin_invoked: 'plugin',
  plugin_error: 'plugin',
  skill_loaded: 'skill',
  skill_invoked: 'skill',
  agentdoc_read: 'skill',
  image_output: 'multimodal',
  image_input_ack: 'multimodal',
  cost: 'cost',
  token_usage: 'cost',
  input_required: 'interaction',
  approval_request: 'interaction',
  approval_granted: 'interaction',
  approval_denied: 'interaction',
  rate_limited: 'rate_limit',
  context_limit_warning: 'rate_limit',
  context_compacted: 'rate_limit',
  retry: 'rate_limit',
  interrupted: 'run_lifecycle',
  aborted: 'run_lifecycle',
  paused: 'run_lifecycle',
  resumed: 'run_lifecycle',
  timeout: 'run_lifecycle',
  turn_limit: 'run_lifecycle',
  stream_fallback: 'run_lifecycle',
  auth_error: 'error',
  rate_limit_error: 'error',
  context_exceeded: 'error',
  crash: 'error',
  error: 'error',
  debug: 'debug',
  log: 'debug',
} as const;

// The compiler refuses a type that is missing in the table, and one that the union does not have.
EVENT_CATEGORY satisfies Record<AgentEvent['type'], EventCategory>;
type Within<All, Some extends All> = Some;

/** One of the 67 event type literals. */
export type AgentEventTypeLiteral = Within<AgentEvent['type'], keyof typeof EVENT_CATEGORY>;

/** All 67 literals, in category order. */
export const EVENT_TYPES: readonly AgentEventTypeLiteral[] = Object.freeze(
  Object.keys(EVENT_CATEGORY) as AgentEventTypeLiteral[],
);

/** The literals under their upper-case names, frozen: `AgentEventType.TEXT_DELTA === 'text_delta'`. */
export const AgentEventType: { readonly [T in AgentEventTypeLiteral as Uppercase<T>]: T } = Object.freeze(
  Object.fromEntries(EVENT_TYPES.map((type) => [type.toUpperCase(), type])),
) as { readonly [T in AgentEventTypeLiteral as Uppercase<T>]: T };
