/** The event types that each mode of Claude Code can produce. */
import type { Capabilities } from '@agent-mux/core';
import { BASICS, FILES, MCP, SHELL, STEPS, SUBAGENTS, THINKING, USUAL } from '../../shared/index.ts';

export const ONESHOT_EVENTS: Capabilities['events'] = [
  ...USUAL,
  ...STEPS,
  ...THINKING,
  ...FILES,
  ...MCP,
  ...SUBAGENTS,
  'session_fork',
  'tool_input_delta',
  'plugin_loaded',
  'plugin_invoked',
  'plugin_error',
  'skill_loaded',
  'skill_invoked',
  'image_output',
  'cost',
  'token_usage',
  'approval_request',
  'approval_denied',
  'rate_limited',
  'context_compacted',
  'retry',
  'turn_limit',
  'log',
];

export const BIDI_EVENTS: Capabilities['events'] = [
  ...ONESHOT_EVENTS,
  'session_checkpoint',
  'agentdoc_read',
  'image_input_ack',
  'input_required',
  'approval_granted',
  // This event is derived from the window that a result names, so it takes a second turn.
  'context_limit_warning',
];

/** The events that were recorded without partial messages. */
export const WHOLE_EVENTS: Capabilities['events'] = [
  ...BASICS,
  ...STEPS,
  ...THINKING,
  'tool_call_start',
  'tool_call_ready',
  'tool_result',
  ...SHELL,
  'plugin_loaded',
  'skill_loaded',
  'cost',
  'token_usage',
  'debug',
  'stream_fallback',
];
