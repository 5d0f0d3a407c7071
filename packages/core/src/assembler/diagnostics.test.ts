/** The counts of the assembler, its stamps, and that nothing comes after the end. */
import { checkStream } from '@agent-mux/events/check';
import { describe, expect, it } from 'vitest';
import type { EventDraft } from '../adapter/draft.ts';
import { createBench, RUN_ID } from './testing/harness.ts';

const START: EventDraft = { type: 'session_start', sessionId: 's1' };
const TURN: EventDraft = { type: 'turn_start' };
const HI: EventDraft = { type: 'text_delta', delta: 'hi' };
const RETRY = { attempt: 1, maxAttempts: 2, reason: 'overloaded', delayMs: 5 };

describe('what the assembler knows', () => {
  it('counts turns, steps, calls, what is unknown and what had no place', () => {
    const { assembler, events, push } = createBench();
    push(START, TURN, { type: 'step_start' });
    expect(assembler.anyToolReady).toBe(false);
    push(
      { type: 'tool_call_start', toolCallId: 't', toolName: 'Bash', input: {} },
      { type: 'unknown_native', name: '__proto__' },
      { type: 'unknown_native', name: 'x' },
      { type: 'unknown_native', name: 'x' },
      { type: 'shell_exit', toolCallId: 'none', exitCode: 0 },
      { type: 'aborted' },
    );
    const { mainSteps, openTools, anyToolReady, repaired, unknownNative } = assembler;
    const turns = events.filter(({ type }) => type === 'turn_start').length;
    expect({ turns, mainSteps, openTools, anyToolReady, repaired }).toEqual({
      turns: 1,
      mainSteps: 1,
      openTools: 1,
      anyToolReady: true,
      repaired: 2,
    });
    expect(Object.entries(unknownNative)).toEqual([
      ['__proto__', 1],
      ['x', 2],
    ]);
    assembler.respawn(RETRY, 5);
    expect(assembler.anyToolReady).toBe(false);
  });

  it('counts lines of stdout that were no message, and broken ones, and nothing else that was logged or failed', () => {
    const { assembler, push } = createBench();
    push(START, TURN, { type: 'log', source: 'stderr', line: 'a warning' });
    push({ type: 'error', code: 'AGENT_ERROR', message: 'refused', recoverable: true });
    expect(assembler.unreadable).toBe(0);
    push({ type: 'log', source: 'stdout', line: 'a banner' });
    expect(assembler.unreadable).toBe(1);
    push({ type: 'error', code: 'PARSE_ERROR', message: 'cut off', recoverable: true });
    expect(assembler.unreadable).toBe(2);
  });

  it('says why a command of an MCP call has no place in the stream', () => {
    const { assembler, events, push } = createBench();
    push(START, TURN, { type: 'tool_call_start', toolCallId: 'm', toolName: 'f', mcp: { server: 's', tool: 'f' } });
    push({ type: 'shell_start', toolCallId: 'm', command: 'ls' });
    expect(assembler.repaired).toBe(1);
    expect(events.at(-1)).toMatchObject({ message: expect.stringContaining('(an MCP call has no shell)') });
  });

  it.each([
    { noSession: false, known: undefined, resumes: 's1' },
    { noSession: true, known: `transient-${RUN_ID}`, resumes: `transient-${RUN_ID}` },
  ])(
    'knows the id that resumes it before a session is told, with noSession: $noSession',
    ({ noSession, known, resumes }) => {
      const { assembler, push } = createBench({ noSession });
      push(TURN, HI);
      assembler.respawn(RETRY, 5);
      expect(assembler.sessionId).toBe(known);
      push(START);
      expect(assembler.sessionId).toBe(resumes);
    },
  );

  it('stamps when an event enters the stream: dense numbers, a clock that does not go back, the native text', () => {
    const { assembler, events } = createBench();
    assembler.push(TURN, 50, 'first');
    assembler.push(START, 90, 'second');
    assembler.push(HI, 70, 'third');
    assembler.end(80);
    expect(events.map(({ seq, timestamp, raw, type }) => [seq, timestamp, raw, type])).toEqual([
      [0, 90, 'second', 'session_start'],
      [1, 90, 'third', 'turn_start'],
      [2, 90, 'third', 'message_start'],
      [3, 90, 'third', 'text_delta'],
      [4, 90, undefined, 'message_stop'],
      [5, 90, undefined, 'turn_end'],
      [6, 90, undefined, 'session_end'],
    ]);
    expect(checkStream(events)).toEqual([]);
  });

  it('takes nothing but debug and log after the end', () => {
    const { assembler, events, push } = createBench();
    push(START);
    assembler.end(2_000);
    push(HI, { type: 'log', source: 'stderr', line: 'bye' });
    assembler.respawn(RETRY, 3_000);
    expect(events.map(({ type }) => type)).toEqual(['session_start', 'session_end', 'log']);
  });
});
