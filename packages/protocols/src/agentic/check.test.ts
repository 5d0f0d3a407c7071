/** Each rule about output has a stream that breaks it, and no other rule. */
import { describe, expect, it } from 'vitest';
import { checkAgentic } from './check.ts';
import { AGENTIC_RULES, type AgenticOutputRule } from './rules.ts';

const by = (name: string, depth: number, invocation = name) => ({ name, agent: name, depth, invocation });
const main = by('main', 0);
const scout = by('scout', 1);
const event = (type: string, payload: unknown = {}, speaker: object = main) => ({ type, ...speaker, payload });
const PROMPT = event('prompt_started', { content: 'Do it' });
const END = event('turn_end', { messages: [] });
const within = (...events: readonly unknown[]) => [PROMPT, ...events, END];
const says = event('chat_output', { content: 'Hi', role: 'assistant' });
const call = event('tool_call', { name: 'Edit', arguments: {}, tool_call_id: 'c1' });
const result = event('tool_result', { name: 'Edit', result: null, is_log: false, tool_call_id: 'c1' });
const completion = event('completion_end', { usage: { input_tokens: 1, output_tokens: 1, elapsed_time: 0.5 } });
const subagentCall = event('subagent_call', { target_agent: 'scout', message: 'Look', call_id: 's1' });
const subagentResult = event('subagent_result', { source_agent: 'scout', result: 'Seen', call_id: 's1' });
const HANDOFF = { ...END, handoff_to: 'expert' };

const WRONG: Readonly<Record<AgenticOutputRule, readonly (readonly unknown[])[]>> = {
  'G-1': [
    within('text'),
    within(event('chat_output', { content: 1 })),
    within(event('chat_output', null)),
    within(event('completion_end', { usage: { input_tokens: 0.5 } })),
  ],
  'G-2': [
    within({ ...says, depth: -1 }),
    within({ ...says, agent: 'other' }),
    within({ ...says, depth: 1 }),
    within({ ...says, name: '', agent: '' }),
  ],
  'G-5': [[PROMPT, says], within(event('chat_output', { content: 'x' }, scout)), [PROMPT, HANDOFF]],
  'G-6': [
    [PROMPT, HANDOFF, event('turn_end', { messages: [] }, by('expert', 1))],
    [
      event('chat_output', { content: 'x' }, by('expert', 0)),
      PROMPT,
      HANDOFF,
      event('turn_end', { messages: [] }, by('expert', 0)),
    ],
  ],
  'G-10': [within({ ...says, payload: { content: 'x', more: undefined } })],
  'G-11': [within(PROMPT), within(says, PROMPT), [says, ...within()]],
  'G-12': [within(event('completion_start'), event('completion_start'), completion), within(event('completion_start'))],
  'G-13': [within(result), within(call, result, result)],
  'G-14': [within(subagentResult), within(subagentCall, subagentResult, subagentResult)],
  'G-15': [within(event('resume_with_input', { i1: 'yes' }))],
};

describe('the checker of agentic', () => {
  const cases = Object.entries(WRONG).flatMap(([rule, streams]) => streams.map((stream) => ({ rule, stream })));

  it.each(cases)('$rule: is found where a stream breaks it, and that alone', ({ rule, stream }) => {
    expect([...new Set(checkAgentic(stream).map((violation) => violation.rule))]).toEqual([rule]);
  });

  it('X-13: has a wrong stream for every rule about output', () => {
    expect(Object.keys(WRONG)).toEqual(Object.keys(AGENTIC_RULES.output));
  });

  it('X-13: finds nothing in a stream that is in order', () => {
    const stream = [
      ...within(
        event('completion_start'),
        says,
        call,
        event('tool_result', { name: 'Edit', result: 'x', is_log: true }),
        call,
        result,
        completion,
        completion,
        subagentCall,
        event('prompt_started', { content: 'Look' }, scout),
        event('turn_cancelled', {}, scout),
        subagentResult,
        event('wait_for_input', { i1: 'Which?' }),
        event('resume_with_input', { i1: 'blue' }),
        event('thing_of_tomorrow', 1),
      ),
      PROMPT,
      HANDOFF,
      event('prompt_started', { content: 'Go on' }, by('expert', 0)),
      event('turn_end', { messages: [] }, by('expert', 0)),
    ];
    expect(checkAgentic(stream)).toEqual([]);
  });
});
