/** Each rule about output has a stream that breaks it, and no other rule. */
import { describe, expect, it } from 'vitest';
import { checkAfk } from './check.ts';
import { AFK_RULES, type AfkOutputRule } from './rules.ts';

const base = { run_id: 'r', thread_id: 't', state: 'running', schema_version: 'v1' };
const STARTED = { ...base, type: 'run_started', data: { agent_name: 'main', resumed: false } };
const DONE = { ...base, type: 'run_completed', state: 'completed' };
const within = (...events: readonly unknown[]) => [STARTED, ...events, DONE];

const step = (number: number) => ({ ...base, type: 'step_started', step: number });
const called = { ...base, type: 'llm_called', data: {}, step: 1 };
const completed = {
  ...base,
  type: 'llm_completed',
  data: { tool_call_count: 0, finish_reason: 'stop' },
  step: 1,
};
const stepped = (...events: readonly object[]) => [
  STARTED,
  step(1),
  ...events.map((event) => ({ step: 1, ...event })),
  { ...DONE, step: 1 },
];
const decision = { event_type: 'x', action: 'allow', reason: '', policy_id: null, matched_rules: [] };
const tool = { ...base, type: 'tool_completed', data: { tool_name: 'Edit', success: true } };
const batch = (tool_call_count: number) => ({ ...base, type: 'tool_batch_started', data: { tool_call_count } });
const scout = { ...base, type: 'subagent_started', data: { subagent_name: 'scout', correlation_id: 's1' } };
const scouted = {
  ...base,
  type: 'subagent_completed',
  data: { subagent_name: 'scout', correlation_id: 's1', success: true },
};
const paused = { ...base, type: 'run_paused', state: 'paused' };
const resumed = { ...base, type: 'run_resumed' };
const warning = { ...base, type: 'warning', message: 'Oh', data: { source: 'debug' } };

const WRONG: Readonly<Record<AfkOutputRule, readonly (readonly unknown[])[]>> = {
  'A-2': [
    [warning, DONE],
    within(STARTED),
    [{ ...STARTED, data: { agent_name: 'main' } }, DONE],
    [STARTED, { ...step(1), data: {} }, { ...DONE, step: 1 }],
  ],
  'A-3': [
    within({ ...base, type: 'policy_decision', data: { ...decision, action: 'maybe' } }),
    within({ ...base, type: 'policy_decision', data: { ...decision, tool_kind: 'edits' } }),
    within({ ...base, type: 'policy_decision', data: { ...decision, mcp: { server: 'files' } } }),
  ],
  'A-4': [stepped(called, called, completed), stepped(completed), stepped(called)],
  'A-5': [within(tool), within(batch(1), tool, tool), within(batch(0))],
  'A-6': [within(scouted), within(scout, scout, scouted), within(scout, scouted, scouted)],
  'A-7': [within(paused, paused, resumed), within(resumed), within({ ...resumed, data: {} })],
  'A-8': [
    [STARTED],
    [STARTED, { ...DONE, data: {} }],
    [...within(), warning],
    [STARTED, { ...STARTED, run_id: 'other' }, { ...DONE, run_id: 'other' }],
  ],
  'A-15': [within({ ...warning, state: 'degraded' }, warning)],
  'A-19': [stepped({ ...called, data: { model: '' } })],
  'A-20': [
    within('text'),
    within({ ...warning, schema_version: undefined }),
    within({ ...warning, data: [] }),
    within({ ...warning, message: 1 }),
  ],
  'A-21': [
    [STARTED, step(2), { ...DONE, step: 2 }],
    [STARTED, step(1), DONE],
  ],
  'A-22': [
    within({ ...warning, state: 'completed' }),
    within({ ...warning, state: 'paused' }),
    within(paused, warning, resumed),
    [STARTED, { ...DONE, state: 'failed' }],
  ],
  'A-23': [within({ ...warning, data: { source: undefined } }), within({ ...warning, data: { source: Number.NaN } })],
};

describe('the checker of AFK', () => {
  const cases = Object.entries(WRONG).flatMap(([rule, streams]) => streams.map((stream) => ({ rule, stream })));

  it.each(cases)('$rule: is found where a stream breaks it, and that alone', ({ rule, stream }) => {
    expect([...new Set(checkAfk(stream).map((violation) => violation.rule))]).toEqual([rule]);
  });

  it('X-13: has a wrong stream for every rule about output', () => {
    expect(Object.keys(WRONG)).toEqual(Object.keys(AFK_RULES.output));
  });

  it('A-14 X-13: finds nothing in a stream that is in order, with types of a later version', () => {
    const stream = [
      ...stepped(
        called,
        completed,
        batch(1),
        { ...base, type: 'policy_decision', data: decision },
        paused,
        resumed,
        scout,
        { ...tool, data: { ...tool.data, agent_name: 'scout' } },
        scouted,
        tool,
        { ...base, type: 'text_delta', data: { delta: 'x' } },
        { ...warning, state: 'degraded' },
      ),
      { ...STARTED, run_id: 'next' },
      { ...DONE, run_id: 'next' },
    ];
    expect(checkAfk(stream)).toEqual([]);
  });
});
