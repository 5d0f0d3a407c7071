/** The event types that each mode of opencode can produce. */
import type { Capabilities } from '@agent-mux/core';
import { FILES, MCP, STEPS, SUBAGENTS, THINKING, USUAL } from '../../shared/index.ts';

const IN_ALL: Capabilities['events'] = [
  ...USUAL,
  ...STEPS,
  ...THINKING,
  ...FILES,
  ...MCP,
  ...SUBAGENTS,
  'session_fork',
  'skill_invoked',
  'image_output',
  'cost',
  'token_usage',
  'approval_request',
  'approval_denied',
  'turn_limit',
  'log',
  'stream_fallback',
];

export const ACP_EVENTS: Capabilities['events'] = [...IN_ALL, 'approval_granted', 'context_limit_warning'];

export const RUN_EVENTS: Capabilities['events'] = [...IN_ALL, 'context_compacted', 'session_checkpoint'];
