/** A test of the tests: if an event by which the assembler closes something is left out, the checker notices it. */
import type { AgentEvent } from '@agent-mux/events';
import { checkStream } from '@agent-mux/events/check';
import { describe, expect, it } from 'vitest';
import type { EventDraft } from '../adapter/draft.ts';
import { createBench } from './testing/harness.ts';

/** Drafts that open everything that can be open at once; the process dies in the middle of it. */
const FULL: readonly EventDraft[] = [
  { type: 'session_start', sessionId: 's1' },
  { type: 'turn_start' },
  { type: 'step_start' },
  { type: 'tool_call_start', toolCallId: 't1', toolName: 'Bash', input: {} },
  { type: 'shell_start', toolCallId: 't1', command: 'sleep 9', cwd: '/' },
  { type: 'tool_call_start', toolCallId: 't2', toolName: 'find', mcp: { server: 's', tool: 'find' }, input: {} },
  { type: 'subagent_spawn', subagentId: 'a1', agentName: 'finder', prompt: 'find', background: true },
  { type: 'approval_request', key: 'k1', action: 'Run', detail: 'rm', riskLevel: 'high' },
];

/** Each event that closes something, and the further draft that it needs to have something to close. */
const CLOSING: readonly { readonly type: AgentEvent['type']; readonly opening?: EventDraft }[] = [
  { type: 'thinking_stop', opening: { type: 'thinking_delta', delta: 'hm' } },
  { type: 'message_stop', opening: { type: 'text_delta', delta: 'well' } },
  { type: 'approval_denied' },
  { type: 'shell_exit' },
  { type: 'tool_error' },
  { type: 'mcp_tool_error' },
  { type: 'subagent_error' },
  { type: 'step_end' },
  { type: 'turn_end' },
  { type: 'session_end' },
];

/** Returns the stream without its one event of this type, as if it had never been made: the numbers have no gap. */
function leaveOut(events: readonly AgentEvent[], type: AgentEvent['type']): readonly AgentEvent[] {
  const at = events.findIndex((event) => event.type === type);
  return [...events.slice(0, at), ...events.slice(at + 1).map((event) => ({ ...event, seq: event.seq - 1 }))];
}

describe('what the assembler closes', () => {
  it.each(CLOSING)('is missed by the checker when it does not: $type', ({ type, opening }) => {
    const { assembler, events, push, now } = createBench();
    push(...FULL, ...(opening === undefined ? [] : [opening]));
    assembler.end(now(), { type: 'aborted' });
    expect(events.filter((event) => event.type === type)).toHaveLength(1);
    expect(checkStream(events)).toEqual([]);
    expect(checkStream(leaveOut(events, type))).not.toEqual([]);
  });

  it('is closed from the inside out, the terminal event after it, session_end last', () => {
    const { assembler, events, push, now } = createBench();
    push(...FULL, { type: 'text_delta', delta: 'well' });
    const open = events.length;
    expect(assembler.end(now(), { type: 'aborted' })).toEqual({ type: 'aborted' });
    expect(events.slice(open).map(({ type }) => type)).toEqual([
      'message_stop',
      'approval_denied',
      'shell_exit',
      'tool_error',
      'mcp_tool_error',
      'subagent_error',
      'step_end',
      'turn_end',
      'aborted',
      'session_end',
    ]);
  });

  it('leaves the background and what it asks alone at the end of a turn, and closes it at the end of the run', () => {
    const { assembler, events, push, now } = createBench({ includeSubagents: true });
    push(
      { type: 'session_start', sessionId: 's1' },
      { type: 'turn_start' },
      { type: 'subagent_spawn', subagentId: 'a1', agentName: 'finder', prompt: 'find', background: true },
      { type: 'subagent_spawn', subagentId: 'a2', agentName: 'fixer', prompt: 'fix' },
      { type: 'text_delta', delta: 'I look', lane: 'a1' },
      { type: 'text_delta', delta: 'I fix', lane: 'a2' },
      { type: 'approval_request', key: 'k1', action: 'Run', detail: 'rm', riskLevel: 'high', lane: 'a1' },
      { type: 'approval_request', key: 'k2', action: 'Run', detail: 'rm', riskLevel: 'high', lane: 'a2' },
      { type: 'turn_end' },
    );
    expect(events.slice(10).map(({ type, lane }) => [type, lane])).toEqual([
      ['message_stop', 'a2'],
      ['approval_denied', 'a2'],
      ['subagent_error', undefined],
      ['turn_end', undefined],
    ]);
    const open = events.length;
    push({ type: 'approval_granted', key: 'k1' }, { type: 'text_delta', delta: ' on', lane: 'a1' });
    assembler.end(now());
    expect(events.slice(open).map(({ type, lane }) => [type, lane])).toEqual([
      ['approval_granted', 'a1'],
      ['turn_start', undefined],
      ['text_delta', 'a1'],
      ['message_stop', 'a1'],
      ['subagent_error', undefined],
      ['turn_end', undefined],
      ['session_end', undefined],
    ]);
    expect(checkStream(events)).toEqual([]);
  });

  it('is not a question of a subagent that nobody announced, until the run ends', () => {
    const { events, push, assembler, now } = createBench();
    push({ type: 'session_start', sessionId: 's1' }, { type: 'turn_start' });
    push({ type: 'approval_request', key: 'k', action: 'Run', detail: 'rm', riskLevel: 'high', lane: 'a1' });
    push({ type: 'tool_call_start', toolCallId: 't1', toolName: 'Bash', input: {}, lane: 'a1' });
    push({ type: 'tool_call_start', toolCallId: 't2', toolName: 'Bash', input: {}, lane: 'a2' });
    push({ type: 'turn_end' });
    expect(events.map(({ type }) => type)).toEqual(['session_start', 'turn_start', 'approval_request', 'turn_end']);
    // The calls of one that does not ask are over with the turn, although nobody sees them.
    expect(assembler.openTools).toBe(1);
    assembler.end(now());
    expect(assembler.openTools).toBe(0);
    expect(events.slice(4).map(({ type }) => type)).toEqual(['approval_denied', 'session_end']);
  });
});
