/** Writes streams for tests: events without what the journal stamps, and the journal made of them. */
import { createAccumulator, createTextDelta, createThinkingDelta, createToolInputDelta } from '../delta-events.ts';
import type { AgentEvent } from '../events.ts';

type Stamped = 'runId' | 'agent' | 'timestamp' | 'seq';
type WithoutStamp<E> = E extends { type: 'text_delta' | 'thinking_delta' }
  ? Omit<E, Stamped | 'accumulated'>
  : E extends { type: 'tool_input_delta' }
    ? Omit<E, Stamped | 'inputAccumulated'>
    : Omit<E, Stamped>;

/** An event as a test writes it. */
export type Unstamped = WithoutStamp<AgentEvent>;

export const RUN_ID = '01JZ8M3QK5V7W9X2Y4Z6A8B0CD';
export const START = 1_760_000_000_000;

/** The journal: numbered from 0, one millisecond apart, deltas with their accumulated text. */
export function journal(events: readonly Unstamped[]): AgentEvent[] {
  const accumulator = createAccumulator();
  return events.map((event, seq) => {
    const base = { runId: RUN_ID, agent: 'claude', timestamp: START + seq, seq };
    switch (event.type) {
      case 'text_delta':
        return createTextDelta({ ...event, ...base }, event.delta, accumulator.text(event.lane, event.delta));
      case 'thinking_delta':
        return createThinkingDelta({ ...event, ...base }, event.delta, accumulator.thinking(event.lane, event.delta));
      case 'tool_input_delta': {
        const { toolCallId, delta } = event;
        const inputAccumulated = accumulator.input(toolCallId, delta);
        return createToolInputDelta({ ...event, ...base }, { toolCallId, delta, inputAccumulated });
      }
      default: {
        const stamped: AgentEvent = { ...event, ...base };
        accumulator.see(stamped);
        return stamped;
      }
    }
  });
}

/** A whole run: a session around the events, with its turns counted. */
export function run(...events: readonly Unstamped[]): Unstamped[] {
  return [
    { type: 'session_start', sessionId: 's', resumed: false },
    ...events,
    { type: 'session_end', sessionId: 's', turnCount: events.filter(({ type }) => type === 'turn_end').length },
  ];
}

export function turn(turnIndex: number, ...events: readonly Unstamped[]): Unstamped[] {
  return [{ type: 'turn_start', turnIndex }, ...events, { type: 'turn_end', turnIndex }];
}

export function step(stepIndex: number, ...events: readonly Unstamped[]): Unstamped[] {
  return [
    { type: 'step_start', turnIndex: 0, stepIndex, stepType: 'generation' },
    ...events,
    { type: 'step_end', turnIndex: 0, stepIndex },
  ];
}

/** A message of these deltas. */
export function message(...deltas: readonly string[]): Unstamped[] {
  return [
    { type: 'message_start' },
    ...deltas.map((delta): Unstamped => ({ type: 'text_delta', delta })),
    { type: 'message_stop', text: deltas.join('') },
  ];
}

export function thinking(...deltas: readonly string[]): Unstamped[] {
  return [
    { type: 'thinking_start' },
    ...deltas.map((delta): Unstamped => ({ type: 'thinking_delta', delta })),
    { type: 'thinking_stop', thinking: deltas.join('') },
  ];
}

/** A native call up to its ready event. */
export function callReady(toolCallId: string, toolName = 'Edit'): Unstamped[] {
  return [
    { type: 'tool_call_start', toolCallId, toolName, inputAccumulated: '' },
    { type: 'tool_input_delta', toolCallId, delta: '{}' },
    { type: 'tool_call_ready', toolCallId, toolName, input: {} },
  ];
}

export function result(toolCallId: string, toolName = 'Edit'): Unstamped {
  return { type: 'tool_result', toolCallId, toolName, output: 'done', durationMs: 5 };
}

export function failure(toolCallId: string, toolName = 'Edit'): Unstamped {
  return { type: 'tool_error', toolCallId, toolName, error: 'no' };
}

/** A native call with its result, and what happens between ready and result. */
export function call(toolCallId: string, ...inside: readonly Unstamped[]): Unstamped[] {
  return [...callReady(toolCallId), ...inside, result(toolCallId)];
}

export function spawn(subagentId: string): Unstamped {
  return { type: 'subagent_spawn', subagentId, agentName: 'scout', prompt: 'look' };
}

export function subagentResult(subagentId: string): Unstamped {
  return { type: 'subagent_result', subagentId, agentName: 'scout', summary: 'seen' };
}

export function onLane(lane: string, events: readonly Unstamped[]): Unstamped[] {
  return events.map((event) => ({ ...event, lane }));
}

export function approval(interactionId: string, toolCallId?: string): Unstamped {
  const asked = {
    type: 'approval_request',
    interactionId,
    action: 'Edit',
    detail: 'a.txt',
    riskLevel: 'medium',
  } as const;
  return toolCallId === undefined ? asked : { ...asked, toolCallId };
}

/** An event with fields that its type does not allow. */
export function broken(event: AgentEvent | undefined, fields: Readonly<Record<string, unknown>>): AgentEvent {
  const changed: AgentEvent = Object.assign(JSON.parse(JSON.stringify(event)), fields);
  return changed;
}
