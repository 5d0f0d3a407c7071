import { describe, expect, it } from 'vitest';
import { createAccumulator } from './delta-events.ts';
import { broken } from './testing/journal.ts';
import { sampleOf } from './testing/sample-events.ts';

describe('what has accumulated', () => {
  it.each(['message_start', 'message_stop'] as const)('of a message is over with %s, of its lane alone', (type) => {
    const all = createAccumulator();
    all.text(undefined, 'a');
    all.text('l', 'b');
    all.thinking(undefined, 'c');
    all.see({ ...sampleOf(type), lane: 'l' });
    expect([all.text(undefined, 'd'), all.text('l', 'e'), all.thinking(undefined, 'f')]).toEqual(['ad', 'e', 'cf']);
  });

  it.each(['thinking_start', 'thinking_stop'] as const)('of a thought is over with %s, of its lane alone', (type) => {
    const all = createAccumulator();
    all.thinking(undefined, 'a');
    all.thinking('l', 'b');
    all.text('l', 'c');
    all.see({ ...sampleOf(type), lane: 'l' });
    expect([all.thinking(undefined, 'd'), all.thinking('l', 'e'), all.text('l', 'f')]).toEqual(['ad', 'e', 'cf']);
  });

  it.each(['tool_call_ready', 'tool_result', 'tool_error'] as const)('of an input is over with %s', (type) => {
    const all = createAccumulator();
    const toolCallId = 't';
    all.see(broken(sampleOf('tool_call_start'), { toolCallId, inputAccumulated: '{' }));
    const before = all.input(toolCallId, '"a"');
    all.see(broken(sampleOf(type), { toolCallId: 'other' }));
    const beside = all.input(toolCallId, ':');
    all.see(broken(sampleOf(type), { toolCallId }));
    expect([before, beside, all.input(toolCallId, '1')]).toEqual(['{"a"', '{"a":', '1']);
  });

  it('is what the sender says where the lengths differ, and goes on from there', () => {
    const all = createAccumulator();
    expect([all.text(undefined, 'b', 'ab'), all.text(undefined, 'c'), all.text(undefined, 'd', 'abcd')]).toEqual([
      'ab',
      'abc',
      'abcd',
    ]);
  });
});
