/** The event types that each mode of Copilot CLI can produce. */
import type { Capabilities } from '@agent-mux/core';
import { MCP, STEPS, SUBAGENTS, THINKING, USUAL } from '../../shared/index.ts';

const IN_ALL: Capabilities['events'] = [
  ...USUAL,
  ...STEPS,
  ...THINKING,
  ...MCP,
  'file_read',
  'file_create',
  'file_patch',
  'skill_invoked',
  'approval_request',
  'approval_denied',
];

export const SDK_EVENTS: Capabilities['events'] = [
  ...IN_ALL,
  ...SUBAGENTS,
  'file_delete',
  'session_fork',
  'tool_input_delta',
  'skill_loaded',
  'image_output',
  'cost',
  'token_usage',
  'rate_limited',
  'context_compacted',
  'retry',
  'turn_limit',
  'image_input_ack',
  'input_required',
  'approval_granted',
  'context_limit_warning',
  'shell_stderr_delta',
];

export const JSONL_EVENTS: Capabilities['events'] = [
  ...IN_ALL,
  ...SUBAGENTS,
  'file_delete',
  'tool_input_delta',
  'skill_loaded',
  'image_output',
  'rate_limited',
  'retry',
  'turn_limit',
  'log',
  'shell_stderr_delta',
];

export const ACP_EVENTS: Capabilities['events'] = [
  ...IN_ALL,
  'cost',
  'token_usage',
  'approval_granted',
  'stream_fallback',
];
