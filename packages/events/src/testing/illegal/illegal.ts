/** The form of a stream that breaks a rule in a test, and the parts of such streams. */

import type { CheckOptions } from '../../check/check-state.ts';
import type { Rule } from '../../check/rules.ts';
import type { AgentEvent } from '../../events.ts';
import { broken, run, turn, type Unstamped } from '../journal.ts';

export interface Illegal {
  readonly rule: Rule;
  readonly name: string;
  readonly events: readonly Unstamped[];
  readonly options?: CheckOptions;
  /** Puts into the finished journal what the compiler would not let a test write. */
  readonly spoil?: (events: readonly AgentEvent[]) => AgentEvent[];
}

export const start: Unstamped = { type: 'session_start', sessionId: 's', resumed: false };
export const resumed: Unstamped = { type: 'session_start', sessionId: 's', resumed: true };
export const forked: Unstamped = { type: 'session_start', sessionId: 's', resumed: false, forkedFrom: 'r' };
export const end = (turnCount = 0): Unstamped => ({ type: 'session_end', sessionId: 's', turnCount });
export const debug: Unstamped = { type: 'debug', level: 'info', message: 'm' };
export const usd = (totalUsd: number, inputTokens = 1) => ({ totalUsd, inputTokens, outputTokens: 1 });
export const shellStart = (toolCallId: string): Unstamped => ({
  type: 'shell_start',
  command: 'ls',
  cwd: '/',
  toolCallId,
});
export const shellExit = (toolCallId: string): Unstamped => ({
  type: 'shell_exit',
  exitCode: 0,
  durationMs: 1,
  toolCallId,
});
/** One event of each kind that touches a file. */
export const fileEvents = (path: string, toolCallId: string): readonly Unstamped[] => [
  { type: 'file_read', path, toolCallId },
  { type: 'file_write', path, byteCount: 0, toolCallId },
  { type: 'file_create', path, byteCount: 0, toolCallId },
  { type: 'file_delete', path, toolCallId },
  { type: 'file_patch', path, diff: '', toolCallId },
];
export const fileRead = (toolCallId: string): Unstamped => ({ type: 'file_read', path: '/a', toolCallId });
export const granted = (interactionId: string): Unstamped => ({ type: 'approval_granted', interactionId });
export const denied = (interactionId: string): Unstamped => ({ type: 'approval_denied', interactionId });
export const fallback = (capability: 'text' | 'thinking' | 'tool_calls'): Unstamped => ({
  type: 'stream_fallback',
  capability,
  reason: 'r',
});
export const mcpStart = (toolCallId: string): Unstamped => ({
  type: 'mcp_tool_call_start',
  toolCallId,
  server: 'fs',
  toolName: 'list',
  input: {},
});
export const mcpResult = (toolCallId: string, server = 'fs', toolName = 'list'): Unstamped => ({
  type: 'mcp_tool_result',
  toolCallId,
  server,
  toolName,
  output: 0,
});
export const spoilAt =
  (index: number, fields: Readonly<Record<string, unknown>>) =>
  (events: readonly AgentEvent[]): AgentEvent[] =>
    events.map((event, at) => (at === index ? broken(event, fields) : event));
export const inTurn = (...events: readonly Unstamped[]): Unstamped[] => run(...turn(0, ...events));
export const inBuffered = { streamFalse: true } as const;
