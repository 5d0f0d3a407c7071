/** The event types that each mode of Gemini CLI can produce. */
import type { Capabilities } from '@agent-mux/core';
import { MCP, STEPS, SUBAGENTS, THINKING, USUAL } from '../../shared/index.ts';

const IN_ALL: Capabilities['events'] = [
  ...USUAL,
  ...STEPS,
  ...MCP,
  ...SUBAGENTS,
  'file_read',
  'file_write',
  'file_create',
  'file_patch',
  'skill_invoked',
  'cost',
  'token_usage',
  'rate_limited',
  'turn_limit',
  'log',
  'stream_fallback',
];

export const ACP_EVENTS: Capabilities['events'] = [
  ...IN_ALL,
  ...THINKING,
  'approval_request',
  'approval_granted',
  'approval_denied',
];

export const STREAM_JSON_EVENTS: Capabilities['events'] = [...IN_ALL, 'file_delete', 'retry'];
