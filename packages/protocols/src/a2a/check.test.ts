/** Each rule about output has a stream that breaks it, and no other rule. */
import { describe, expect, it } from 'vitest';
import { checkA2a } from './check.ts';
import { A2A_RULES, type A2aOutputRule } from './rules.ts';

type Said = Readonly<Record<string, unknown>>;

const ids = { taskId: 't', contextId: 'c' };
const status = (state: string, more: Said = {}): Said => ({ state: `TASK_STATE_${state}`, timestamp: 'now', ...more });
const TASK = { task: { id: 't', contextId: 'c', status: status('SUBMITTED') } };
const update = (state: string, message?: Said, metadata?: Said): Said => ({
  statusUpdate: {
    ...ids,
    status: status(state, message === undefined ? {} : { message }),
    ...(metadata === undefined ? {} : { metadata }),
  },
});
const says = (more: Said = {}): Said => ({
  messageId: 'm',
  ...ids,
  role: 'ROLE_AGENT',
  parts: [{ text: 'Hi' }],
  ...more,
});
const chunk = (more: Said = {}, parts: unknown = [{ text: 'x' }]): Said => ({
  artifactUpdate: { ...ids, artifact: { artifactId: 'a', parts }, ...more },
});
const DONE = update('COMPLETED');
const within = (...events: readonly unknown[]): unknown[] => [TASK, ...events, DONE];

const LEGACY = { kind: 'task', id: 't', contextId: 'c', status: { state: 'submitted', timestamp: 'now' } };
const legacy = (state: string, final: boolean, more: Said = {}): Said => ({
  kind: 'status-update',
  ...ids,
  status: { state, timestamp: 'now', ...more },
  final,
});

const WRONG: Readonly<Record<A2aOutputRule, readonly (readonly unknown[])[]>> = {
  'P-1': [
    within('text'),
    within({ message: says() }),
    within({ ...update('WORKING'), ...chunk() }),
    within({ statusUpdate: { contextId: 'c', status: status('WORKING') } }),
    within({ statusUpdate: { ...ids, status: { state: 'working' } } }),
    within(chunk({ metadata: undefined })),
  ],
  'P-2': [[update('COMPLETED')], within(TASK), [{ task: { ...TASK.task, status: status('WORKING') } }, DONE]],
  'P-3': [[...within(), update('WORKING')]],
  'P-4': [[TASK, update('WORKING')]],
  'P-5': [
    within(chunk({}, [])),
    within(chunk({}, [{ text: 'x', url: 'y' }])),
    within(chunk({}, [{ filename: 'x' }])),
    [
      LEGACY,
      { kind: 'artifact-update', ...ids, artifact: { artifactId: 'a', parts: [{ kind: 'text' }] } },
      legacy('completed', true),
    ],
  ],
  'P-6': [within(chunk({ append: true })), within(chunk({ lastChunk: true }), chunk({ append: true }))],
  'P-7': [
    within(update('WORKING', says({ role: 'ROLE_USER' }))),
    within(update('WORKING', says({ taskId: 'other' }))),
    within(update('WORKING', says()), update('WORKING', says())),
  ],
  'P-8': [within(update('INPUT_REQUIRED', undefined, { inputId: 'i' })), within(update('INPUT_REQUIRED', says()))],
  'P-9': [within({ statusUpdate: { taskId: 't', contextId: 'd', status: status('WORKING') } })],
  'P-10': [
    [LEGACY, legacy('working', true), legacy('completed', true)],
    [LEGACY, legacy('completed', false)],
  ],
};

describe('the checker of A2A', () => {
  const cases = Object.entries(WRONG).flatMap(([rule, streams]) => streams.map((stream) => ({ rule, stream })));

  it.each(cases)('$rule: is found where a stream breaks it, and that alone', ({ rule, stream }) => {
    expect([...new Set(checkA2a(stream).map((violation) => violation.rule))]).toEqual([rule]);
  });

  it('X-13: has a wrong stream for every rule about output', () => {
    expect(Object.keys(WRONG)).toEqual(Object.keys(A2A_RULES.output));
  });

  it('X-13: finds nothing in streams that are in order', () => {
    const asked = { inputId: 'i' };
    const stream = within(
      update('WORKING'),
      chunk(),
      chunk({ append: true }),
      chunk({ append: true, lastChunk: true }),
      chunk({}, [{ raw: 'AAAA', mediaType: 'image/png' }]),
      update('INPUT_REQUIRED', says(), asked),
      update('WORKING', says({ messageId: 'n' })),
    );
    expect(checkA2a(stream)).toEqual([]);
    const old = [LEGACY, legacy('working', false), legacy('auth-required', false), legacy('canceled', true)];
    expect(checkA2a(old)).toEqual([]);
  });
});
