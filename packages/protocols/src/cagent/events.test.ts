/** Each type of the specification comes where it must, because a checker refuses what is wrong, and cannot miss what is absent. */
import { describe, expect, it } from 'vitest';
import { message } from '../../../events/src/testing/journal.ts';
import { projectAll } from '../project.ts';
import { CORNER_JOURNALS } from '../testing/corner-journals.ts';
import { says, turn, whole, writeJournal } from '../testing/write-journal.ts';
import { cagent } from './project/index.ts';
import type { CagentEvent } from './types.ts';

/** The events without the prompt before and the end behind. */
const within = (name: string): CagentEvent[] => {
  const found = CORNER_JOURNALS.find((journal) => journal.name === name);
  if (found === undefined) {
    throw new Error(`There is no journal ${name}`);
  }
  return projectAll(found.entries, cagent()).slice(2, -1);
};
const by = { agent_name: 'main' };
const callOf = (id: string, name: string, args = '{}') => ({
  tool_call: { id, type: 'function', function: { name, arguments: args } },
});

describe('the events of cagent', () => {
  it('C-6 C-8: tell reasoning and content piece by piece, in their order', () => {
    expect(within('thinking before text').slice(0, 3)).toEqual([
      { type: 'agent_choice_reasoning', content: 'Let ', ...by },
      { type: 'agent_choice_reasoning', content: 'me', ...by },
      { type: 'agent_choice', content: 'Yes', ...by },
    ]);
  });

  it('C-4: tell the words for a turn of which nobody told what became of them, also where the journal breaks off', () => {
    const entries = writeJournal([...whole(...turn(0, says('p2', 'Faster', 'steer'), ...message('Yes')))]);
    for (const length of [entries.length, entries.length - 1, entries.length - 3]) {
      const told = projectAll(entries.slice(0, length), cagent());
      const words = told.flatMap((event) => (event.type === 'user_message' ? [event.message] : []));
      expect(words.slice(1)).toEqual(['Faster']);
      expect(told.at(-1)).toEqual({ type: 'stream_stopped' });
    }
  });

  it('C-9 C-10 C-12 C-15: tell a call before it is whole, whole, and with its outcome, and what its command puts out', () => {
    const call = callOf('c1', 'Bash');
    expect(within('shells with and without a call')).toEqual([
      { type: 'partial_tool_call', ...callOf('c1', 'Bash', ''), ...by },
      { type: 'tool_call', ...call, ...by },
      { type: 'shell', output: 'a\n' },
      { type: 'shell', output: 'b\n' },
      { type: 'tool_call_response', ...call, response: 'done', ...by },
      // A command without output has run all the same.
      { type: 'shell', output: '' },
    ]);
    const read = callOf('m1', 'read', '{"path":"a"}');
    const amux = { tool_kind: 'mcp', mcp: { server: 'files', tool: 'read' } };
    expect(within('an MCP call')).toEqual([
      { type: 'tool_call', ...read, ...by, amux },
      { type: 'tool_call_response', ...read, response: '["x"]', ...by, amux },
    ]);
  });

  it('C-20: name a call of a child as it is asked for and as it runs, also where it is asked for before it begins', () => {
    const told = within('a child that asks for a call that has not begun, while its caller has one of the same id');
    const asked = told.flatMap((event) => (event.type === 'tool_call_confirmation' ? [event.tool_call.id] : []));
    const answered = told.flatMap((event) => (event.type === 'tool_call_response' ? [event.tool_call.id] : []));
    expect(answered).toEqual([...asked, 'c1']);
  });

  it('C-20: name the agent that has begun a call, also where a subagent ends it', () => {
    const named = within('a call that ends on another lane').flatMap((event) =>
      'tool_call' in event && event.tool_call.id === 'c1' ? [`${event.type} ${event.agent_name}`] : [],
    );
    expect(named).toEqual(['partial_tool_call main', 'tool_call main', 'tool_call_response main']);
  });

  it('C-13: tell in words what went wrong, with its code', () => {
    const errors = within('errors that the run lives with').flatMap((event) => ('error' in event ? [event.error] : []));
    expect(errors).toEqual([
      'PARSE_ERROR: A line was broken',
      'RATE_LIMITED: Slow down',
      'AGENT_ERROR: The plugin lint failed: no',
    ]);
  });

  it('C-14 C-17 C-18: tell a compaction from its start to its end, with its summary and a context that is shorter', () => {
    const usage = (context_length: number) => ({
      type: 'token_usage',
      usage: { input_tokens: 90, output_tokens: 5, context_length, context_limit: 100, cost: 0 },
      ...by,
    });
    const compaction = (status: string) => ({ type: 'session_compaction', session_id: 's', status, ...by });
    expect(within('a compaction').slice(1)).toEqual([
      usage(95),
      compaction('start'),
      compaction('started'),
      { type: 'session_summary', session_id: 's', summary: 'All so far', ...by },
      usage(45),
      compaction('completed'),
    ]);
  });

  it('C-1: name their agent flat, but for the four types whose structure has none', () => {
    for (const { entries } of CORNER_JOURNALS) {
      for (const event of projectAll(entries, cagent({ extensions: 'all' }))) {
        const isBare = ['stream_started', 'stream_stopped', 'user_message', 'shell'].includes(event.type);
        expect('agent_name' in event && typeof event.agent_name === 'string').toBe(!isBare);
      }
    }
  });
});
