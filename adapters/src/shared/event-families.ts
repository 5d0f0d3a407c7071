/** Event types that an agent has together or not at all; the claims of the modes are lists of these. */
import type { Capabilities } from '@agent-mux/core';

type EventTypes = Capabilities['events'];

/** The events of every mode. */
export const BASICS: EventTypes = [
  'session_start',
  'session_end',
  'turn_start',
  'turn_end',
  'message_start',
  'text_delta',
  'message_stop',
];
export const STEPS: EventTypes = ['step_start', 'step_end'];
export const THINKING: EventTypes = ['thinking_start', 'thinking_delta', 'thinking_stop'];
export const TOOLS: EventTypes = ['tool_call_start', 'tool_call_ready', 'tool_result', 'tool_error'];
export const FILES: EventTypes = ['file_read', 'file_write', 'file_create', 'file_delete', 'file_patch'];
export const SHELL: EventTypes = ['shell_start', 'shell_stdout_delta', 'shell_exit'];
export const MCP: EventTypes = ['mcp_tool_call_start', 'mcp_tool_result', 'mcp_tool_error'];
export const SUBAGENTS: EventTypes = ['subagent_spawn', 'subagent_result', 'subagent_error'];
export const APPROVALS: EventTypes = ['approval_request', 'approval_granted', 'approval_denied'];
/** The events of an agent that the host pauses. */
const PAUSES: EventTypes = ['paused', 'resumed'];
/** The events of an agent that the host stops. */
const STOPS: EventTypes = ['interrupted', 'aborted', 'timeout'];
const FAILURES: EventTypes = ['auth_error', 'rate_limit_error', 'context_exceeded', 'crash', 'error'];
/** The events of a mode that reports its tools, resumes its sessions, and was tried to its end. */
export const USUAL: EventTypes = [
  ...BASICS,
  ...TOOLS,
  ...SHELL,
  ...PAUSES,
  ...STOPS,
  ...FAILURES,
  'session_resume',
  'debug',
];
