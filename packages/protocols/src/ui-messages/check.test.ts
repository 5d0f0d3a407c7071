/** Each rule about output has streams that break it, and no other rule. */
import { describe, expect, it } from 'vitest';
import { checkUiMessages } from './check.ts';
import { UI_RULES, type UiOutputRule } from './rules.ts';

const START = { type: 'start', messageId: 'm' };
const STEP = { type: 'start-step' };
const STEP_END = { type: 'finish-step' };
const finish = (finishReason = 'stop') => ({ type: 'finish', finishReason });
const part = (type: string, id = 't1') => ({ type, id, delta: 'x' });
const tool = (type: string, more = {}) => ({
  type: `tool-${type}`,
  toolCallId: 'c1',
  toolName: 'Edit',
  dynamic: true,
  providerExecuted: true,
  input: {},
  inputTextDelta: '{}',
  output: 'done',
  errorText: 'no',
  approvalId: 'i1',
  ...more,
});
const READY = tool('input-available');
const OUTPUT = tool('output-available');
const ASKED = tool('approval-request');
const within = (...chunks: readonly unknown[]) => [START, ...chunks, finish()];

const WRONG: Readonly<Record<UiOutputRule, readonly (readonly unknown[])[]>> = {
  'V-1': [within({ type: 'note' }), within('text'), within({ type: 'data-x' }), within({ type: 'error' })],
  'V-2': [
    [STEP, STEP_END, finish()],
    [...within(), { type: 'data-x', data: 1 }, finish()],
  ],
  'V-3': [[START], [START, START, finish()], [START, { type: 'finish' }], [START, finish('done')]],
  'V-4': [
    within(part('text-delta')),
    within(part('text-start'), part('text-start'), part('text-end')),
    within(part('text-start'), part('text-end'), part('text-end')),
  ],
  'V-5': [
    within(part('reasoning-delta')),
    within(part('reasoning-start'), part('reasoning-end', 't2'), part('reasoning-end')),
  ],
  'V-6': [within(STEP, STEP, STEP_END), within(STEP_END), within(tool('input-start'), STEP, READY, OUTPUT, STEP_END)],
  'V-7': [within(STEP), within(part('text-start')), within(STEP, part('reasoning-start'), STEP_END)],
  'V-8': [
    within(OUTPUT),
    within(READY, tool('input-delta'), OUTPUT),
    within(READY, OUTPUT, OUTPUT),
    within(tool('input-start'), tool('input-start'), OUTPUT),
    [START, tool('input-start'), ASKED, finish('tool-calls'), START, OUTPUT, finish()],
    [START, READY, ASKED, finish('tool-calls'), { ...START, messageId: 'n' }, OUTPUT, finish()],
  ],
  'V-9': [within(READY), within(tool('input-start'))],
  'V-10': [within({ ...READY, dynamic: false }, OUTPUT), within(READY, { ...OUTPUT, providerExecuted: undefined })].map(
    (stream) => JSON.parse(JSON.stringify(stream)) as unknown[],
  ),
  'V-11': [within({ type: 'abort' }, STEP, STEP_END), within({ type: 'error', errorText: 'x' }, { type: 'abort' })],
  'V-12': [within(READY, ASKED, OUTPUT), [START, finish('tool-calls')]],
  'V-13': [within({ type: 'data-x', data: 1, id: null }), within({ type: 'data-x', data: 1, transient: undefined })],
  'V-28': [
    within(STEP, tool('input-available', { toolMetadata: { amux: { toolKind: 'edits' } } }), OUTPUT, STEP_END),
    [
      START,
      STEP,
      READY,
      tool('approval-request', { approvalDescriptor: { mcp: { tool: 'read' } } }),
      STEP_END,
      finish('tool-calls'),
    ],
  ],
};

describe('the checker of UI message streams', () => {
  const cases = Object.entries(WRONG).flatMap(([rule, streams]) => streams.map((stream) => ({ rule, stream })));

  it.each(cases)('$rule: is found where a stream breaks it, and that alone', ({ rule, stream }) => {
    expect([...new Set(checkUiMessages(stream).map((violation) => violation.rule))]).toEqual([rule]);
  });

  it('X-13: has a wrong stream for every rule about output', () => {
    expect(Object.keys(WRONG)).toEqual(Object.keys(UI_RULES.output));
  });

  it('X-13: finds nothing in streams that are in order', () => {
    const streams = [
      START,
      STEP,
      part('reasoning-start'),
      part('reasoning-delta'),
      part('reasoning-end'),
      part('text-start'),
      part('text-delta'),
      part('text-end'),
      tool('input-start'),
      tool('input-delta'),
      READY,
      ASKED,
      STEP_END,
      finish('tool-calls'),
      START,
      OUTPUT,
      STEP,
      { type: 'data-amux-note', data: null },
      STEP_END,
      { type: 'error', errorText: 'x' },
      finish('error'),
    ];
    expect(checkUiMessages(streams)).toEqual([]);
  });
});
