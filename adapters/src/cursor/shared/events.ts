/** The events that each mode has been shown to produce, by hand-written fixtures. */
import type { Capabilities } from '@agent-mux/core';
import { BASICS, FILES, MCP, SHELL, STEPS, THINKING, TOOLS } from '../../shared/index.ts';

const IN_ALL: Capabilities['events'] = [
  ...BASICS,
  ...TOOLS,
  ...SHELL,
  'approval_request',
  'approval_denied',
  'stream_fallback',
];

export const ACP_EVENTS: Capabilities['events'] = [...IN_ALL, ...STEPS, 'approval_granted'];

export const STREAM_JSON_EVENTS: Capabilities['events'] = [
  ...IN_ALL,
  ...THINKING,
  ...FILES,
  ...MCP,
  'session_resume',
  'subagent_spawn',
  'subagent_result',
  'cost',
  'token_usage',
  'retry',
  'auth_error',
  'rate_limit_error',
  'crash',
  'debug',
  'log',
  'shell_stderr_delta',
];
