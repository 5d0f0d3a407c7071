/** The event types that each mode of Codex can produce. */
import type { Capabilities } from '@agent-mux/core';
import { APPROVALS, MCP, STEPS, SUBAGENTS, THINKING, USUAL } from '../../shared/index.ts';

const IN_ALL: Capabilities['events'] = [
  ...USUAL,
  ...THINKING,
  ...MCP,
  ...SUBAGENTS,
  'session_fork',
  'file_create',
  'file_delete',
  'file_patch',
  'image_output',
  'cost',
  'token_usage',
  'rate_limited',
  'retry',
  'log',
  'stream_fallback',
];

export const APP_SERVER_EVENTS: Capabilities['events'] = [
  ...IN_ALL,
  ...STEPS,
  ...APPROVALS,
  'file_read',
  'plugin_invoked',
  'plugin_error',
  'skill_loaded',
  'skill_invoked',
  'context_compacted',
  'turn_limit',
  'session_checkpoint',
  'agentdoc_read',
  'image_input_ack',
  'input_required',
  'context_limit_warning',
];

export const EXEC_EVENTS: Capabilities['events'] = [...IN_ALL, 'approval_request', 'approval_denied'];
