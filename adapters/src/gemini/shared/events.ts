/** The event types that each mode of Gemini CLI can produce. */
import type { Capabilities } from '@agent-mux/core';
import { BASICS, FAILURES, MCP, PAUSES, SHELL, STEPS, STOPS, SUBAGENTS, THINKING, TOOLS } from '../../shared/index.ts';

const IN_ALL: Capabilities['events'] = [
  ...BASICS,
  ...STEPS,
  ...TOOLS,
  ...SHELL,
  ...MCP,
  ...SUBAGENTS,
  ...PAUSES,
  ...STOPS,
  ...FAILURES,
  'session_resume',
  'file_read',
  'file_write',
  'file_create',
  'file_patch',
  'skill_invoked',
  'cost',
  'token_usage',
  'rate_limited',
  'turn_limit',
  'debug',
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
