/** Each rule about output has a stream that breaks it, and no other rule. */
import { describe, expect, it } from 'vitest';
import { checkLooopy } from './check.ts';
import { LOOOPY_RULES, type LooopyOutputRule } from './rules.ts';

type Said = Readonly<Record<string, unknown>>;

const stamp = { contextId: 'c', taskId: 't', timestamp: '2026-11-06T10:30:00.000Z' };
const say = (kind: string, more: Said = {}): Said => ({ kind, ...stamp, ...more });
const of = (taskId: string, events: readonly Said[]): Said[] => events.map((event) => ({ ...event, taskId }));

const CREATED = say('task-created', { initiator: 'user' });
const status = (name: string, metadata?: Said): Said =>
  say('task-status', { status: name, ...(metadata === undefined ? {} : { metadata }) });
const WORKING = status('working');
const DONE = [status('completed'), say('task-complete')];
const error = { code: 'AUTH_ERROR', message: 'No key', retryable: false, recoverable: false };
const within = (...events: readonly Said[]): Said[] => [CREATED, WORKING, ...events, ...DONE];

const delta = (index: number, text = 'a'): Said => say('content-delta', { delta: text, index });
const started = say('tool-start', { toolCallId: 'x', toolName: 'Bash', arguments: {} });
const progress = (amount: number): Said => say('tool-progress', { toolCallId: 'x', progress: amount });
const ended = say('tool-complete', { toolCallId: 'x', toolName: 'Bash', success: true, result: '' });
const asked = say('input-required', { inputId: 'i', inputType: 'confirmation', prompt: 'May I?' });
const received = say('input-received', { inputId: 'i', providedBy: 'user', userId: 'ada' });
const login = say('auth-required', { authId: 'a', authType: 'custom', prompt: 'Log in' });
const file = (index: number, complete: boolean, more: Said = {}): Said =>
  say('file-write', { artifactId: 'f', data: 'x', index, complete, ...more });
const record = (version: number): Said => say('data-write', { artifactId: 'd', data: {}, metadata: { version } });
const subtask = say('subtask-created', { subtaskId: 's', prompt: 'Look' });
const below = (more: Said = {}): Said[] =>
  of('s', [
    { ...CREATED, parentTaskId: 't', ...more },
    { ...WORKING, ...more },
    ...DONE.map((one) => ({ ...one, ...more })),
  ]);
const thought = (index: number, more: Said = {}): Said =>
  say('thought-stream', {
    thoughtId: `h${index}`,
    thoughtType: 'planning',
    verbosity: 'brief',
    content: 'Hm',
    index,
    ...more,
  });

const WRONG: Readonly<Record<LooopyOutputRule, readonly (readonly unknown[])[]>> = {
  'L-1': [
    ['text'],
    [...within(), { ...WORKING, kind: 'task' }],
    [...within(), { ...WORKING, contextId: '' }],
    [...within(), { ...WORKING, timestamp: 'noon' }],
    within({ ...delta(0), metadata: undefined }),
  ],
  'L-2': [within({ ...delta(0), contextId: 'other' }), within(subtask, ...below({ contextId: 'other' }))],
  'L-3': [
    [WORKING],
    [CREATED, ...DONE],
    [CREATED, WORKING],
    [CREATED, WORKING, status('completed')],
    [CREATED, WORKING, say('task-complete')],
    [...within(), WORKING],
    [CREATED, CREATED, WORKING, ...DONE],
    within(status('resting')),
  ],
  'L-4': [
    within(delta(1)),
    within(delta(0), say('content-complete', { content: 'b' })),
    within(say('content-delta', { index: 0 })),
  ],
  'L-5': [
    within(ended),
    within(progress(0)),
    within(started, started, ended),
    within(started, { ...ended, toolName: 'Edit' }),
    within(started, { ...ended, success: false }),
  ],
  'L-9': [
    within(received),
    within(asked, received, received),
    within(asked, { ...received, agentId: 'b' }),
    within(asked, say('input-received', { inputId: 'i', providedBy: 'agent' })),
    within(say('auth-completed', { authId: 'a', userId: 'ada' })),
  ],
  'L-10': [
    within(file(1, true)),
    within(file(0, true), file(1, true)),
    within(file(0, false), file(1, true, { name: 'x' })),
    within(file(0, true), say('data-write', { artifactId: 'f', data: {} })),
  ],
  'L-11': [within(say('data-write', { artifactId: 'd', data: 'half' }))],
  'L-12': [[CREATED, WORKING, ...below(), ...DONE], within(say('subtask-created', { subtaskId: 's' }))],
  'L-13': [within(thought(0, { verbosity: 'loud' })), within(thought(1), thought(1))],
  'L-14': [within(say('internal:checkpoint')), within(say('internal:debug'))],
  'L-20': [within(started, progress(0.5), progress(0.4), ended)],
  'L-21': [within(record(2), record(2))],
  'L-22': [[CREATED, WORKING, status('failed', { reason: 'error' })]],
  'L-28': [
    within({ ...asked, inputType: 'selection' }),
    within({ ...asked, inputType: 'custom' }),
    within({ ...asked, inputType: 'tool-execution' }),
    within({ ...asked, inputType: 'guess' }),
  ],
  'L-30': [
    within(asked, status('waiting-input', { blockedBy: 'i' })),
    within(status('waiting-auth', { blockedBy: 't' })),
    within(status('waiting-subtask')),
    within(asked, status('waiting-input', { blockedBy: 'above' })),
  ],
  'L-32': [[CREATED, WORKING, login, status('failed', { error })]],
};

describe('the checker of Looopy', () => {
  const cases = Object.entries(WRONG).flatMap(([rule, streams]) => streams.map((stream) => ({ rule, stream })));

  it.each(cases)('$rule: is found where a stream breaks it, and that alone', ({ rule, stream }) => {
    expect([...new Set(checkLooopy(stream).map((violation) => violation.rule))]).toEqual([rule]);
  });

  it('X-13: has a wrong stream for every rule about output', () => {
    expect(Object.keys(WRONG)).toEqual(Object.keys(LOOOPY_RULES.output));
  });

  it('X-13: finds nothing in a stream that is in order', () => {
    const stream = [
      say('internal:session_resume', { event: { type: 'session_resume' } }),
      ...within(
        say('internal:llm-call', { iteration: 1, model: 'm', messageCount: 1, toolCount: 0 }),
        thought(0),
        delta(0),
        delta(1, 'b'),
        say('content-complete', { content: 'ab' }),
        asked,
        status('waiting-input', { blockedBy: 'user' }),
        received,
        WORKING,
        started,
        progress(0),
        progress(1),
        ended,
        file(0, false, { name: 'a', mimeType: 'text/plain', encoding: 'utf-8' }),
        file(1, true),
        file(0, true),
        record(1),
        record(2),
        subtask,
        ...below(),
      ),
      ...of('t.2', [
        CREATED,
        WORKING,
        login,
        status('waiting-auth', { blockedBy: 'user' }),
        status('failed', { error }),
      ]),
    ];
    expect(checkLooopy(stream)).toEqual([]);
  });
});
