/** The event types that the mode of the gateway can produce. */
import type { Capabilities } from '@agent-mux/core';
import { APPROVALS, BASICS, FILES, SHELL, STEPS, TOOLS } from '../../shared/index.ts';

export const GATEWAY_EVENTS: Capabilities['events'] = [
  ...BASICS,
  ...STEPS,
  ...TOOLS,
  ...FILES,
  ...SHELL,
  ...APPROVALS,
  'interrupted',
  'aborted',
  'timeout',
  'crash',
  'turn_limit',
  'context_limit_warning',
  'auth_error',
  'session_resume',
  'error',
  'debug',
  'log',
  'stream_fallback',
];
