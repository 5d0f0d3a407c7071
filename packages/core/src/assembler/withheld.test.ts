/** What waited keeps the moment of its arrival and its native text. */
import { expect, it } from 'vitest';
import { createBench } from './testing/harness.ts';
import { BASH } from './testing/turn-case.ts';

it('measures what arrived in a pause from its arrival, and puts its own native text on it', () => {
  const { assembler, events } = createBench();
  assembler.push({ type: 'session_start', sessionId: 's1' }, 10, 'start');
  assembler.push({ type: 'paused' }, 20, 'pause');
  assembler.push(BASH, 30, 'call');
  assembler.push({ type: 'tool_result', toolCallId: 't', output: 1 }, 70, 'result');
  assembler.push({ type: 'resumed' }, 100, 'resume');
  assembler.push({ type: 'text_delta', delta: 'so' }, 110, 'text');
  expect(events.map(({ type, timestamp, raw }) => [type, timestamp, raw])).toEqual([
    ['session_start', 10, 'start'],
    ['paused', 20, 'pause'],
    ['resumed', 100, 'resume'],
    ['turn_start', 100, 'call'],
    ['tool_call_start', 100, 'call'],
    ['tool_call_ready', 100, 'call'],
    ['tool_result', 100, 'result'],
    ['message_start', 110, 'text'],
    ['text_delta', 110, 'text'],
  ]);
  expect(events.find(({ type }) => type === 'tool_result')).toMatchObject({ durationMs: 40 });
});
