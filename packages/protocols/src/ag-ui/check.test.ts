/** Each rule about output has a stream that breaks it, and no other rule. */
import { describe, expect, it } from 'vitest';
import { checkAgui } from './check.ts';
import { AGUI_RULES, type AguiOutputRule } from './rules.ts';

const run = { threadId: 't', runId: 'r' };
const STARTED = { type: 'RUN_STARTED', ...run };
const FINISHED = { type: 'RUN_FINISHED', ...run };
const message = (type: string, messageId = 'm1') => ({ type: `TEXT_MESSAGE_${type}`, messageId, delta: 'x' });
const thought = (type: string) => ({ type: `REASONING_${type}`, messageId: 'r1', delta: 'x' });
const call = (type: string) => ({ type: `TOOL_CALL_${type}`, toolCallId: 'c1', toolCallName: 'Edit', delta: '{}' });
const RESULT = { type: 'TOOL_CALL_RESULT', toolCallId: 'c1', messageId: 'x1', content: 'done' };
const step = (type: string, more = {}) => ({ type: `STEP_${type}`, stepName: 'turn-0', ...more });
const subagent = (type: string, id = 's1', more = {}) => ({
  type: `SUBAGENT_${type}`,
  subagentRunId: id,
  name: 'scout',
  message: 'no',
  ...more,
});
const snapshot = { type: 'ACTIVITY_SNAPSHOT', messageId: 'a1', activityType: 'shell', content: {} };
const delta = { type: 'ACTIVITY_DELTA', messageId: 'a1', activityType: 'shell', patch: [] };
const within = (...events: readonly unknown[]) => [STARTED, ...events, FINISHED];
const endsWith = (more: object) => [STARTED, { ...FINISHED, ...more }];
const interrupted = (...interrupts: readonly object[]) => endsWith({ outcome: { type: 'interrupt', interrupts } });

const WRONG: Readonly<Record<AguiOutputRule, readonly (readonly unknown[])[]>> = {
  'U-1': [
    within({ type: 'NOTE' }),
    within('text'),
    within({ type: 'CUSTOM', name: 'x' }),
    within({ ...RESULT, content: 1 }),
  ],
  'U-2': [
    [message('START'), message('END'), { type: 'RUN_ERROR', message: 'x' }],
    [...within(), { type: 'CUSTOM', name: 'x', value: 1 }, { type: 'RUN_ERROR', message: 'x' }],
  ],
  'U-3': [[STARTED], [STARTED, STARTED, FINISHED], [STARTED, { ...FINISHED, runId: 'q' }]],
  'U-4': [
    within(message('CONTENT')),
    within(message('START'), message('START'), message('END')),
    within(message('START'), message('END'), message('END')),
  ],
  'U-5': [within(call('ARGS')), within(call('START'), call('START'), call('END'))],
  'U-6': [
    within(RESULT),
    within(call('START'), call('END'), RESULT, RESULT),
    within(call('START'), RESULT, call('END')),
  ],
  'U-7': [
    within(thought('MESSAGE_START'), thought('MESSAGE_END')),
    within(thought('START'), thought('MESSAGE_CONTENT'), thought('END')),
    within(thought('START'), thought('START'), thought('END')),
  ],
  'U-8': [
    within(step('FINISHED')),
    within(step('STARTED'), step('STARTED'), step('FINISHED')),
    within(step('STARTED'), step('FINISHED', { subagentRunId: 's1' }), step('FINISHED')),
  ],
  'U-9': [
    within(subagent('FINISHED')),
    within(subagent('STARTED'), subagent('FINISHED'), subagent('STARTED'), subagent('ERROR')),
    within(subagent('STARTED', 's2', { parentSubagentRunId: 's1' }), subagent('FINISHED', 's2')),
  ],
  'U-10': [within(message('START')), within(step('STARTED')), within(subagent('STARTED')), within(call('START'))],
  'U-11': [
    within(message('START'), { ...message('CONTENT'), subagentRunId: 's1' }, message('END')),
    within(snapshot, { ...delta, subagentRunId: 's1' }),
  ],
  'U-12': [within(delta)],
  'U-13': [
    endsWith({ usage: [{ inputTokens: 0.5 }] }),
    endsWith({
      usage: [
        { model: 'a', inputTokens: 1 },
        { model: 'a', inputTokens: 2 },
      ],
    }),
    endsWith({ usage: 5 }),
  ],
  'U-14': [
    interrupted(),
    interrupted({ id: 'i1', reason: 'x' }, { id: 'i1', reason: 'x' }),
    interrupted({ reason: 'x' }),
  ],
  'U-15': [
    within({ type: 'CUSTOM', name: 'x', value: 1, subagentRunId: null }),
    within({ type: 'CUSTOM', name: 'x', value: 1, metadata: undefined }),
  ],
  'U-29': [
    within({ ...call('START'), metadata: { amux: { toolKind: 'edits' } } }, call('END')),
    interrupted({ id: 'i1', reason: 'approval', metadata: { amux: { mcp: { server: 'files' } } } }),
  ],
};

describe('the checker of AG-UI', () => {
  const cases = Object.entries(WRONG).flatMap(([rule, streams]) => streams.map((stream) => ({ rule, stream })));

  it.each(cases)('$rule: is found where a stream breaks it, and that alone', ({ rule, stream }) => {
    expect([...new Set(checkAgui(stream).map((violation) => violation.rule))]).toEqual([rule]);
  });

  it('X-13: has a wrong stream for every rule about output', () => {
    expect(Object.keys(WRONG)).toEqual(Object.keys(AGUI_RULES.output));
  });

  it('X-13: finds nothing in a stream that is in order', () => {
    const stream = [
      ...within(
        step('STARTED'),
        thought('START'),
        thought('MESSAGE_START'),
        thought('MESSAGE_CONTENT'),
        thought('MESSAGE_END'),
        thought('END'),
        message('START'),
        message('CONTENT'),
        message('END'),
        call('START'),
        call('ARGS'),
        call('END'),
        snapshot,
        delta,
        subagent('STARTED'),
        { ...step('STARTED'), subagentRunId: 's1' },
        { ...step('FINISHED'), subagentRunId: 's1' },
        subagent('FINISHED'),
        step('FINISHED'),
      ),
      STARTED,
      RESULT,
      { type: 'RUN_ERROR', message: 'x', usage: [{ model: 'a', inputTokens: 1 }] },
    ];
    expect(checkAgui(stream)).toEqual([]);
    expect(checkAgui(interrupted({ id: 'i1', reason: 'approval' }))).toEqual([]);
  });
});
