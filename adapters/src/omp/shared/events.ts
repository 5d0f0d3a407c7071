/** The event types that each mode of omp can produce. */
import type { Capabilities } from '@agent-mux/core';
import { APPROVALS, FILES, MCP, STEPS, SUBAGENTS, THINKING, USUAL } from '../../shared/index.ts';

const IN_ALL: Capabilities['events'] = [
  ...USUAL,
  ...STEPS,
  ...THINKING,
  ...FILES,
  ...MCP,
  'session_fork',
  'skill_invoked',
  'image_output',
  'cost',
  'token_usage',
  'rate_limited',
  'retry',
  'turn_limit',
  'log',
];

export const RPC_EVENTS: Capabilities['events'] = [
  ...IN_ALL,
  ...SUBAGENTS,
  ...APPROVALS,
  'tool_input_delta',
  'plugin_error',
  'skill_loaded',
  'context_limit_warning',
  'context_compacted',
  'image_input_ack',
  'input_required',
];

export const JSON_EVENTS: Capabilities['events'] = [
  ...IN_ALL,
  'stream_fallback',
  'approval_request',
  'approval_denied',
];
