/** Each type of the protocol comes where it must, because a checker refuses what is wrong, and cannot miss what is absent. */
import { describe, expect, it } from 'vitest';
import { projectAll } from '../project.ts';
import { CORNER_JOURNALS } from '../testing/corner-journals.ts';
import { agentic } from './project/index.ts';
import type { AgenticEvent } from './types.ts';

const corner = (name: string): AgenticEvent[] => {
  const found = CORNER_JOURNALS.find((journal) => journal.name === name);
  if (found === undefined) {
    throw new Error(`There is no journal ${name}`);
  }
  return projectAll(found.entries, agentic());
};

describe('the events of agentic', () => {
  it('G-1 G-11 G-12 G-13 G-19: tell a turn with its requests, its call and its text', () => {
    const usage = (input_tokens: number) => ({ input_tokens, output_tokens: 5 });
    expect(corner('two steps with a call').map(({ type, payload }) => ({ type, payload }))).toMatchObject([
      { type: 'prompt_started', payload: { content: 'Do it.\nThen say so.' } },
      { type: 'completion_start' },
      { type: 'tool_call', payload: { name: 'Edit', arguments: {}, tool_call_id: 'c1' } },
      { type: 'tool_result', payload: { name: 'Edit', result: 'done', is_log: false, tool_call_id: 'c1' } },
      { type: 'completion_end', payload: { usage: usage(10), llm_message: { tool_calls: ['c1'] } } },
      { type: 'completion_start' },
      { type: 'chat_output', payload: { content: 'Done', role: 'assistant' } },
      { type: 'completion_end', payload: { usage: usage(20), llm_message: { content: 'Done' } } },
      { type: 'turn_end', payload: { messages: [{ role: 'user' }, { role: 'assistant', content: 'Done' }] } },
    ]);
  });

  it('G-1: tell a thought, and a call that failed as an error and a result that says so', () => {
    const thoughts = corner('thinking before text').filter(({ type }) => type === 'reasoning_content');
    expect(thoughts.length).toBeGreaterThan(0);
    const failed = corner('an approval denied').filter(({ type }) => type === 'tool_error' || type === 'tool_result');
    expect(failed).toMatchObject([
      { type: 'tool_error', payload: { tool_call_id: 'c1' } },
      { type: 'tool_result', payload: { tool_call_id: 'c1', error: true } },
    ]);
  });

  it('G-15: tell what waits for an answer, and the answer under the same key', () => {
    expect(corner('a question in words').slice(1, 3)).toMatchObject([
      { type: 'wait_for_input', payload: { q1: 'Which?' } },
      { type: 'resume_with_input', payload: { q1: 'blue' } },
    ]);
  });
});
