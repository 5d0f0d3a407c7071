/** Each rule about output has a stream that breaks it, and no other rule. */
import { describe, expect, it } from 'vitest';
import { checkCagent } from './check.ts';
import { CAGENT_RULES, type CagentOutputRule } from './rules.ts';

const STARTED = { type: 'stream_started' };
const STOPPED = { type: 'stream_stopped' };
const by = { agent_name: 'main' };
const call = (id: string, name = 'Edit') => ({ id, type: 'function', function: { name, arguments: '{}' } });
const called = { type: 'tool_call', tool_call: call('c1'), ...by };
const answered = { type: 'tool_call_response', tool_call: call('c1'), response: 'done', ...by };
const usage = (input_tokens: number) => ({
  type: 'token_usage',
  usage: { input_tokens, output_tokens: 1, context_length: 1, context_limit: 0, cost: 0 },
  ...by,
});
const compaction = (status: string) => ({ type: 'session_compaction', session_id: 's', status, ...by });
const summary = { type: 'session_summary', session_id: 's', summary: 'All', ...by };
const within = (...events: readonly unknown[]) => [STARTED, ...events, STOPPED];

const WRONG: Readonly<Record<CagentOutputRule, readonly (readonly unknown[])[]>> = {
  'C-1': [within({ agent_name: 'main' }), within({ type: 'error', error: 'x', agent_name: '' })],
  'C-2': [
    [{ type: 'error', error: 'early' }, STOPPED],
    [STARTED, STARTED, STOPPED],
  ],
  'C-3': [[STARTED], [STOPPED]],
  'C-4': [[{ type: 'user_message' }, ...within()]],
  'C-6': [within({ type: 'agent_choice', content: 'x' })],
  'C-8': [within({ type: 'agent_choice_reasoning', ...by })],
  'C-9': [within(called, { ...called, type: 'partial_tool_call' }, answered)],
  'C-10': [within(called, called, answered), within({ ...called, tool_call: { id: 'c1' } })],
  'C-11': [within(called, { ...called, type: 'tool_call_confirmation' }, answered)],
  'C-12': [
    within(answered),
    within(called, answered, answered),
    within(called, { ...answered, tool_call: call('c1', 'Bash') }),
  ],
  'C-13': [within({ type: 'error', ...by })],
  'C-14': [within(usage(5), usage(4)), within(usage(0.5))],
  'C-15': [within({ type: 'shell', output: 1 })],
  'C-16': [within({ type: 'session_title', title: 'On it', ...by })],
  'C-17': [within({ ...summary, session_id: '' })],
  'C-18': [
    within(compaction('start'), summary),
    within(compaction('started')),
    within(
      compaction('start'),
      compaction('started'),
      { ...summary, session_id: 't' },
      usage(1),
      compaction('completed'),
    ),
    within(compaction('start')),
  ],
  'C-20': [within(called, { ...answered, agent_name: 'scout' })],
  'C-21': [within({ type: 'amux_note', data: undefined, ...by })],
  'C-23': [within({ type: 'Note', ...by }), within({ type: 'amux_note' })],
  'C-33': [
    within({ ...called, amux: { tool_kind: 'edits' } }, answered),
    within({ ...called, amux: { mcp: 'files' } }, answered),
    within({ type: 'amux_policy_decision', interaction_id: 'i1', action: 'allow', ...by }),
  ],
};

describe('the checker of cagent', () => {
  const cases = Object.entries(WRONG).flatMap(([rule, streams]) => streams.map((stream) => ({ rule, stream })));

  it.each(cases)('$rule: is found where a stream breaks it, and that alone', ({ rule, stream }) => {
    expect([...new Set(checkCagent(stream).map((violation) => violation.rule))]).toEqual([rule]);
  });

  it('X-13: has a wrong stream for every rule about output', () => {
    expect(Object.keys(WRONG)).toEqual(Object.keys(CAGENT_RULES.output));
  });

  it('X-13: finds nothing in a stream that is in order', () => {
    const stream = [
      { type: 'user_message', message: 'Do it' },
      ...within(
        { type: 'agent_choice_reasoning', content: 'Hm', ...by },
        { type: 'agent_choice', content: 'Yes', ...by },
        { ...called, type: 'partial_tool_call' },
        { ...called, type: 'tool_call_confirmation' },
        called,
        { type: 'shell', output: '' },
        answered,
        usage(1),
        compaction('start'),
        compaction('started'),
        summary,
        usage(1),
        compaction('completed'),
        { type: 'vendor_thing', ...by },
      ),
    ];
    expect(checkCagent(stream)).toEqual([]);
  });
});
