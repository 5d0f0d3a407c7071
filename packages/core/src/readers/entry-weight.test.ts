import { createTextDelta, createThinkingDelta, createToolInputDelta } from '@agent-mux/events';
import type { JournalEntry } from '@agent-mux/events/journal';
import { describe, expect, it } from 'vitest';
import { weighEntry } from './entry-weight.ts';

const FRAME = 160;
const VALUE = 16;
const stamp = { runId: 'run', agent: 'toy', timestamp: 1, seq: 0 } as const;
/** What all events have: five values, and the texts of two besides the type. */
const STAMP = 5 * VALUE + 'run'.length + 'toy'.length;
const weigh = (body: object): number => weighEntry({ ...stamp, ...body } as unknown as JournalEntry);

describe('the weight of an entry', () => {
  it.each([
    ['text_delta', createTextDelta(stamp, 'four', 'all of it, which other deltas hold')],
    ['thinking_delta', createThinkingDelta(stamp, 'four', 'all of it, which other deltas hold')],
    [
      'tool_input_delta',
      createToolInputDelta(stamp, { toolCallId: 't', delta: 'four', inputAccumulated: 'all of it' }),
    ],
  ])('is that of its own piece where it is a %s, with what was read for it', (_type, delta) => {
    expect(weighEntry(delta)).toBe(FRAME + 4);
    expect(weighEntry({ ...delta, raw: 'raw' } as JournalEntry)).toBe(FRAME + 4 + 3);
  });

  it('is its texts, and a little for each value, however deep they lie', () => {
    expect(weigh({ type: 'paused' })).toBe(FRAME + STAMP + 'paused'.length);
    expect(weigh({ type: 'tool_result', output: { a: ['xx', 1, null, true, { b: 'yyy' }] } })).toBe(
      FRAME + STAMP + 'tool_result'.length + VALUE + VALUE + 5 * VALUE + 2 + VALUE + 3,
    );
  });

  it('is the same for what is no event', () => {
    const note = { entry: 'note', runId: 'run', timestamp: 1, kind: 'k', data: { a: 'xx' } } as JournalEntry;
    expect(weighEntry(note)).toBe(FRAME + 5 * VALUE + 'note'.length + 'run'.length + 1 + VALUE + 2);
  });

  it('ends at 64 deep, below which nothing counts', () => {
    const nested = (depth: number): object => {
      let value: object = { text: 'x'.repeat(1000) };
      for (let index = 1; index < depth; index++) {
        value = { value };
      }
      return { type: 'tool_result', output: value };
    };
    // The entry itself is the first level, so its output begins at the second.
    expect(weigh(nested(63)) - weigh(nested(62))).toBe(VALUE);
    expect(weigh(nested(63))).toBeGreaterThan(1000);
    expect(weigh(nested(64))).toBeLessThan(FRAME + STAMP + 66 * VALUE + 'tool_result'.length);
    expect(weigh(nested(100_000))).toBe(weigh(nested(64)));
  });
});
