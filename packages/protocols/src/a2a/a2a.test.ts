/** The A2A stream of a run, and its ways back: each rule about behaviour. */
import { CAUSES } from '@agent-mux/events/journal';
import { describe, expect, it, vi } from 'vitest';
import { call, message, onLane, spawn, subagentResult, thinking } from '../../../events/src/testing/journal.ts';
import { looopy, looopyContext, toA2a } from '../looopy/index.ts';
import { projectAll } from '../project.ts';
import { CORNER_JOURNALS } from '../testing/corner-journals.ts';
import { ENDS } from '../testing/corners/ends.ts';
import {
  asked,
  closes,
  FIRST,
  type Line,
  opens,
  ROOT,
  says,
  turn,
  usage,
  whole,
  writeJournal,
} from '../testing/write-journal.ts';
import {
  A2A_EXTENSION,
  type A2aEvent,
  type A2aOptions,
  a2a,
  cancelTask,
  decode,
  handleMessage,
  toSse,
} from './index.ts';

const tell = (lines: readonly Line[], options: Omit<A2aOptions, 'version'> = {}): A2aEvent[] =>
  projectAll(writeJournal(lines), a2a(options));

/** States and artifacts, as lines. */
const lines = (events: readonly A2aEvent[]): string[] =>
  events.map((event) => {
    if ('task' in event) {
      return `task ${event.task.status.state.slice(11)}`;
    }
    if ('statusUpdate' in event) {
      const { state, message: said } = event.statusUpdate.status;
      return `${state.slice(11)}${said === undefined ? '' : `: ${said.parts[0]?.text}`}`;
    }
    const { artifact, append, lastChunk } = event.artifactUpdate;
    const flags = `${append === true ? '+' : ''}${lastChunk === true ? '.' : ''}`;
    return `${artifact.artifactId.replace(/^.{26}:/, '')}${flags} ${Object.keys(artifact.parts[0] ?? {}).join(' ')}`;
  });

describe('a2a()', () => {
  it('P-17: tells the prompt as history, the text as artifacts, and the result with its usage last', () => {
    const events = tell(whole(...turn(0, ...message('Hi'), ...call('c1'), ...message('Done'), usage(7))));
    expect(lines(events)).toEqual([
      'task SUBMITTED',
      'WORKING',
      'WORKING',
      'text:1 text',
      'text:1+. text',
      'text:2 text',
      'text:2+. text',
      'COMPLETED: Done',
    ]);
    expect(events[0]).toMatchObject({
      task: { history: [{ role: 'ROLE_USER', parts: [{ text: 'Do it.\nThen say so.' }] }] },
    });
    expect(events.at(-1)).toMatchObject({
      statusUpdate: { metadata: { total: { inputTokens: 7, outputTokens: 5, costUsd: 0 } } },
    });
  });

  const STATES = { completed: 'COMPLETED', interrupted: 'CANCELED', aborted: 'CANCELED' } as const;

  it.each([...CAUSES, 'lost'] as const)('P-11: ends with %s as its table says', (cause) => {
    const journal: Line[] = [opens(), FIRST, ...(ENDS[cause] ?? []), ...(cause === 'lost' ? [] : [closes(cause)])];
    const wanted = cause in STATES ? STATES[cause as keyof typeof STATES] : 'FAILED';
    expect(lines(tell(journal)).at(-1)).toMatch(new RegExp(`^${wanted}`));
    if (wanted === 'FAILED') {
      expect(lines(tell(journal)).at(-1)).toMatch(/^FAILED: ./);
    }
  });

  it('P-8: asks again for what still waits', () => {
    const ask = (interactionId: string): Line[] => [
      { type: 'input_required', interactionId, question: `${interactionId}?`, source: 'agent' },
      asked(interactionId),
    ];
    const answer = (interactionId: string): Line => ({
      entry: 'input',
      input: 'answer',
      by: { kind: 'program' },
      interactionId,
      response: { type: 'text', text: 'x' },
    });
    const told = lines(tell(whole(...turn(0, ...ask('q1'), ...ask('q2'), answer('q1'), answer('q2')))));
    expect(told.slice(3)).toEqual([
      'INPUT_REQUIRED: q1?',
      'INPUT_REQUIRED: q1?',
      'INPUT_REQUIRED: q2?',
      'WORKING',
      'COMPLETED',
    ]);
  });

  it('P-16: keeps subtasks to itself, or tells them as tasks of their own', () => {
    const journal = whole(
      ...turn(0, spawn('l1'), ...onLane('l1', message('Lane')), subagentResult('l1'), ...message('Main')),
    );
    const tasks = (forwardSubtasks: boolean) =>
      tell(journal, { forwardSubtasks }).flatMap((event) =>
        'task' in event ? [event.task.metadata?.['parentTaskId'] !== undefined] : [],
      );
    expect(tasks(false)).toEqual([false]);
    expect(tasks(true)).toEqual([false, true]);
  });

  it('P-18: tells calls and thoughts as metadata where that is wanted', () => {
    const journal = whole(...turn(0, ...thinking('Hm'), ...call('c1')));
    const kinds = (extension: boolean) =>
      tell(journal, { extension }).flatMap((event) => {
        const told = 'statusUpdate' in event ? event.statusUpdate.metadata?.[A2A_EXTENSION] : undefined;
        return told === undefined ? [] : [(told as { kind: string }).kind];
      });
    expect(kinds(false)).toEqual([]);
    expect(kinds(true)).toEqual(['thought-stream', 'tool-start', 'tool-complete']);
  });

  it('P-20: refuses a version that nobody knows', () => {
    expect(() => a2a({ version: '2.0' as never })).toThrow('a2a(): version: expected 1.0, 0.3, got "2.0"');
  });
});

describe('toA2a()', () => {
  it.each(CORNER_JOURNALS)(
    'L-18: makes of what Looopy tells of $name what A2A tells, but for the prompt',
    ({ entries }) => {
      const events = projectAll(entries, looopy({ forwardSubtasks: false, internal: true }));
      const mapped = toA2a();
      const withoutPrompt = projectAll(entries, a2a()).map((event) => {
        if (!('task' in event)) {
          return event;
        }
        const { history: _history, ...task } = event.task;
        return { task };
      });
      expect(events.flatMap((event) => mapped(event))).toEqual(withoutPrompt);
    },
  );

  it('L-18: maps each kind as the table of the specification does', () => {
    const stamp = { contextId: 'c', taskId: 't', timestamp: '2026-11-06T10:30:00.000Z' };
    const created = { kind: 'task-created', ...stamp, initiator: 'user' } as const;
    const of = (...events: Parameters<ReturnType<typeof toA2a>>[0][]) => {
      const mapped = toA2a();
      mapped(created);
      return lines(events.flatMap((event) => mapped(event)));
    };
    expect(lines(toA2a()(created))).toEqual(['task SUBMITTED']);
    expect(of({ kind: 'task-status', ...stamp, status: 'working' })).toEqual(['WORKING']);
    expect(of({ kind: 'task-status', ...stamp, status: 'failed', message: 'No' })).toEqual(['FAILED: No']);
    expect(of({ kind: 'task-status', ...stamp, status: 'completed' }, { kind: 'task-complete', ...stamp })).toEqual([
      'COMPLETED',
    ]);
    expect(of({ kind: 'content-delta', ...stamp, delta: 'a', index: 0 })).toEqual(['t:text:1 text']);
    const file = { kind: 'file-write', ...stamp, artifactId: 'f', data: 'AAAA', complete: true } as const;
    expect(of({ ...file, complete: false, index: 0, encoding: 'base64' }, { ...file, index: 1 })).toEqual([
      'f raw',
      'f+. raw',
    ]);
    const rows = { kind: 'dataset-write', ...stamp, artifactId: 'd', rows: [], index: 0, complete: true } as const;
    expect(of(rows)).toEqual(['d. data']);
    expect(
      of({ kind: 'input-required', ...stamp, inputId: 'i', inputType: 'tool-execution', prompt: 'Run it' }),
    ).toEqual(['INPUT_REQUIRED: Run it']);
    expect(of({ kind: 'internal:checkpoint', ...stamp, iteration: 1 })).toEqual([]);
    expect(toA2a({ version: '0.3' })(created)).toMatchObject([{ kind: 'task', status: { state: 'submitted' } }]);
  });
});

const PENDING = [
  { id: 'i1', type: 'approval', toolCallId: 'c1', scopes: ['once'] },
  { id: 'q1', type: 'input', scopes: ['once'] },
] as const;

function run(...pending: readonly (typeof PENDING)[number][]) {
  const respond = vi.fn(() => Promise.resolve());
  return { respond, interaction: { pending, respond }, continue: vi.fn(), abort: vi.fn() };
}

const by = { kind: 'user', id: 'ada' } as const;

describe('handleMessage()', () => {
  const data = (record: object) => ({ parts: [{ data: record }] });

  it.each([
    ['i1', { parts: [{ text: ' Approve ' }] }, { type: 'approve', scope: 'once' }],
    ['i1', { parts: [{ kind: 'text', text: 'deny' }] }, { type: 'deny' }],
    ['i1', data({ approved: true, input: { a: 1 } }), { type: 'approve', scope: 'once', input: { a: 1 } }],
    ['i1', data({ approved: false, reason: 'no' }), { type: 'deny', reason: 'no' }],
    ['q1', { parts: [{ text: 'blue' }], metadata: { inputId: 'q1' } }, { type: 'text', text: 'blue' }],
    [
      'q1',
      { ...data({ answers: { c: ['x'] } }), metadata: { inputId: 'q1' } },
      { type: 'answers', answers: { c: ['x'] } },
    ],
    ['q1', { ...data({ action: 'decline' }), metadata: { inputId: 'q1' } }, { type: 'form', action: 'decline' }],
    ['i1', { parts: [{ content: { $case: 'text', value: 'approve' } }] }, { type: 'approve', scope: 'once' }],
  ])('P-14: makes an answer to %s of %j', async (id, given, response) => {
    const handle = run(...PENDING);
    expect(await handleMessage(handle, given, { by })).toBe('answer');
    expect(handle.respond).toHaveBeenCalledExactlyOnceWith(id, response, { by });
  });

  it('P-14: makes a follow-up of it where nothing waits', async () => {
    const handle = run();
    expect(await handleMessage(handle, { parts: [{ text: 'And' }, { text: 'more' }] })).toBe('follow-up');
    expect(handle.continue).toHaveBeenCalledExactlyOnceWith('And\nmore');
  });

  it.each([
    [null, 'message: expected an object'],
    [{}, 'message.parts: expected a list that is not empty'],
    [{ parts: [{ raw: 'AAAA' }] }, 'message.parts[0]: expected a text or data'],
    [{ parts: [{ text: 'perhaps' }] }, 'approved: expected true or false'],
    [data({ approved: true, scope: 'all' }), 'scope: expected once, got "all"'],
    [data({ approved: false, reason: 1 }), 'reason: expected a string'],
    [{ role: 'agent', parts: [{ text: 'approve' }] }, 'message.role: expected that of a user, got "agent"'],
    [{ role: 'ROLE_AGENT', parts: [{ text: 'approve' }] }, 'message.role: expected that of a user'],
    [{ parts: [{ text: 'approve' }], metadata: 'q1' }, 'message.metadata: expected an object, got "q1"'],
    [{ parts: [{ text: 'x' }], metadata: { inputId: 7 } }, 'message.metadata.inputId: expected a string'],
    [{ parts: [{ text: 'x' }], metadata: { inputId: 'zz' } }, 'for "zz" waits'],
    [{ ...data({ colour: 'red' }), metadata: { inputId: 'q1' } }, 'data: expected { answers }'],
  ])('P-14: refuses %j, and says nothing to the run', async (given, problem) => {
    const handle = run(...PENDING);
    await expect(handleMessage(handle, given as never)).rejects.toThrow(problem);
    expect([handle.respond.mock.calls, handle.continue.mock.calls]).toEqual([[], []]);
  });
});

describe('handleMessage() with a context', () => {
  const over = looopyContext(writeJournal(whole(...turn(0, ...message('Hi')))));
  const open = looopyContext(writeJournal([...whole().slice(0, -2), says('p2', 'And?', 'new-turn')]));
  const parts = [{ text: 'approve' }];

  it.each([
    [over, { taskId: ROOT }, 'message.taskId: expected nothing, since no task is open'],
    [open, { taskId: ROOT }, `message.taskId: expected an open task (${ROOT}.2), got "${ROOT}"`],
    [open, { contextId: 'other' }, `message.contextId: expected that of the run (${ROOT}), got "other"`],
    [open, { taskId: 7 }, 'message.taskId: expected a string, got 7'],
    [open, { contextId: {} }, 'message.contextId: expected a string'],
  ])('P-14: refuses a message to what is over, or of another context: %#', async (context, given, problem) => {
    const handle = run(...PENDING);
    const sent = { parts, ...given } as never;
    await expect(handleMessage(handle, sent, { by, context })).rejects.toThrow(problem);
    expect([handle.respond.mock.calls, handle.continue.mock.calls]).toEqual([[], []]);
  });

  it('P-14: takes one to the open task, and one to none, as the SDK writes it too', async () => {
    for (const given of [{ taskId: `${ROOT}.2`, contextId: ROOT }, { taskId: '', contextId: '' }, {}]) {
      const handle = run(...PENDING);
      expect(await handleMessage(handle, { parts, ...given }, { by, context: open })).toBe('answer');
      expect(handle.respond).toHaveBeenCalledExactlyOnceWith('i1', { type: 'approve', scope: 'once' }, { by });
    }
  });
});

describe('cancelTask()', () => {
  it('P-15: aborts the run, and names the field that is wrong', async () => {
    const handle = run();
    await expect(cancelTask(handle, {} as never)).rejects.toThrow('id: expected a string that is not empty');
    expect(handle.abort).not.toHaveBeenCalled();
    const context = looopyContext(writeJournal(whole(...turn(0, ...message('Hi')))));
    await expect(cancelTask(handle, { id: 't' }, { context })).rejects.toThrow('id: expected nothing, since no task');
    expect(handle.abort).not.toHaveBeenCalled();
    await cancelTask(handle, { id: 't' });
    expect(handle.abort).toHaveBeenCalledTimes(1);
  });
});

describe('decode()', () => {
  it('P-19: reads lines of both versions, also in their envelope, and names what is wrong', () => {
    const journal = writeJournal(whole(...turn(0, ...message('Hi'))));
    for (const version of ['1.0', '0.3'] as const) {
      for (const event of projectAll(journal, a2a({ version }))) {
        expect(decode(JSON.stringify(event))).toEqual(event);
        expect(decode({ jsonrpc: '2.0', id: 1, result: event })).toEqual(event);
      }
    }
    expect(() => decode('{"statusUpdate":{"taskId":"t"}}')).toThrow(/contextId: expected.*status: expected an object/);
    for (const none of [
      {},
      { kind: 7 },
      { kind: '' },
      { kind: 'statusUpdate' },
      { 'status-update': {} },
      { later: 7 },
      { task: {}, later: {} },
    ]) {
      expect(() => decode(none)).toThrow('expected one of task, statusUpdate and artifactUpdate');
    }
    const legacy = { kind: 'status-update', taskId: 't', contextId: 'c', status: { state: 'working' } };
    expect(() => decode(legacy)).toThrow('final: expected true or false, got undefined');
    expect(decode({ ...legacy, final: false })).toEqual({ ...legacy, final: false });
    const unknown = { ...legacy, status: { state: 'unknown' }, final: true };
    expect(decode(unknown)).toEqual(unknown);
    const unspecified = { statusUpdate: { taskId: 't', contextId: 'c', status: { state: 'TASK_STATE_UNSPECIFIED' } } };
    expect(decode(unspecified)).toEqual(unspecified);
    expect(() => decode({ ...legacy, status: { state: 'UNKNOWN' }, final: true })).toThrow('status.state: expected');
    const artifact = { kind: 'artifact-update', taskId: 't', contextId: 'c', artifact: { artifactId: 'a' } };
    expect(() => decode(artifact)).toThrow('artifact.parts: expected a list, got undefined');
    expect(() => decode('{')).toThrow('the line is not JSON');
    const onInvalid = vi.fn();
    expect(decode('7', { onInvalid })).toBeUndefined();
    expect(onInvalid).toHaveBeenCalledExactlyOnceWith(expect.any(TypeError));
  });
});

describe('decode() of what is no task', () => {
  const message = { messageId: 'm', role: 'ROLE_AGENT', parts: [{ text: 'Hi' }] };

  it.each([
    ['a message', { message }],
    ['a message of version 0.3', { kind: 'message', messageId: 'm', role: 'agent', parts: [] }],
    ['a later payload', { later: {} }],
    ['a later kind', { kind: 'later' }],
    ['a name of every object', { kind: 'constructor' }],
  ])('P-19: lets %s pass', (_what, event) => {
    expect(decode(JSON.stringify(event))).toEqual(event);
    expect(decode({ jsonrpc: '2.0', id: 1, result: event })).toEqual(event);
  });

  it('P-19: names the error of a response in its place', () => {
    const error = { code: -32_001, message: 'Task not found' };
    expect(() => decode({ jsonrpc: '2.0', id: 1, error })).toThrow(/the response is an error: .*Task not found/);
  });
});

describe('toSse()', () => {
  const event: A2aEvent = {
    task: { id: 't', contextId: 'c', status: { state: 'TASK_STATE_SUBMITTED', timestamp: '' } },
  };

  it.each([
    ['alone', {}, JSON.stringify(event)],
    ['as the result of a request', { id: 7 }, JSON.stringify({ jsonrpc: '2.0', id: 7, result: event })],
    ['of a request with id 0', { id: 0 }, JSON.stringify({ jsonrpc: '2.0', id: 0, result: event })],
  ])('P-21: writes an event %s, and it is read again', (_what, options, data) => {
    expect(toSse(event, options)).toBe(`data: ${data}\n\n`);
    expect(decode(data)).toEqual(event);
  });
});
