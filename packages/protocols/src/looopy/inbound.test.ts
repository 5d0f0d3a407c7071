/** The ways back of Looopy, what its host publishes, and what its readers do with the stream. */
import { createParser } from 'eventsource-parser';
import { describe, expect, it, vi } from 'vitest';
import { callReady, message, result } from '../../../events/src/testing/journal.ts';
import { projectAll } from '../project.ts';
import { CORNER_JOURNALS } from '../testing/corner-journals.ts';
import {
  answers,
  asked,
  closes,
  FIRST,
  LEFT,
  type Line,
  by as ofRun,
  opens,
  ROOT,
  SESSION,
  says,
  turn,
  whole,
  writeJournal,
} from '../testing/write-journal.ts';
import {
  cancel,
  checkLooopy,
  createClientTools,
  decode,
  type LooopyEvent,
  type LooopyOptions,
  looopy,
  looopyContext,
  provideInput,
  publish,
  subscribe,
  toSse,
} from './index.ts';

const PENDING = [
  { id: 'i1', type: 'approval', toolCallId: 'c1', scopes: ['once', 'session'] },
  { id: 'q1', type: 'input', scopes: ['once'] },
  { id: 'f1', type: 'input', scopes: ['once'], schema: { type: 'object' } },
  { id: 's1', type: 'input', scopes: ['once'], questions: [{ id: 'c', question: 'Which?' }] },
  {
    id: 's2',
    type: 'input',
    scopes: ['once'],
    questions: [
      { id: 'a', question: '?' },
      { id: 'b', question: '?' },
    ],
  },
] as const;

function run() {
  const respond = vi.fn(() => Promise.resolve());
  return { respond, interaction: { pending: PENDING, respond }, interrupt: vi.fn(), abort: vi.fn(), publish: vi.fn() };
}

const by = { kind: 'user', id: 'ada' } as const;

describe('provideInput()', () => {
  it.each([
    [
      { inputId: 'i1', approved: true },
      { type: 'approve', scope: 'once' },
    ],
    [
      { inputId: 'i1', approved: true, scope: 'session', arguments: { a: 1 } },
      { type: 'approve', scope: 'session', input: { a: 1 } },
    ],
    [
      { inputId: 'i1', approved: false, reason: 'no' },
      { type: 'deny', reason: 'no' },
    ],
    [
      { inputId: 'q1', text: 'blue' },
      { type: 'text', text: 'blue' },
    ],
    [
      { inputId: 'f1', action: 'accept', content: { n: 1 } },
      { type: 'form', action: 'accept', content: { n: 1 } },
    ],
    [
      { inputId: 's1', selected: ['red'] },
      { type: 'answers', answers: { c: ['red'] } },
    ],
    [
      { inputId: 's2', selected: { a: 'x', b: ['y'] } },
      { type: 'answers', answers: { a: 'x', b: ['y'] } },
    ],
  ] as const)('L-9: makes an answer of %j', async (input, response) => {
    const { respond, ...handle } = run();
    await provideInput(handle, input, { by });
    expect(respond).toHaveBeenCalledExactlyOnceWith(input.inputId, response, { by });
  });

  it.each([
    [null, 'the message: expected an object'],
    [{ approved: true }, 'inputId: expected a string that is not empty, got undefined'],
    [{ inputId: 'zz', approved: true }, 'for "zz" waits'],
    [{ inputId: 'i1', approved: 'yes' }, 'approved: expected true or false, got "yes"'],
    [{ inputId: 'i1', approved: true, scope: 'all' }, 'scope: expected once or session'],
    [{ inputId: 'i1', approved: true, arguments: 'ls' }, 'arguments: expected an object'],
    [{ inputId: 'i1', approved: false, reason: 1 }, 'reason: expected a string'],
    [{ inputId: 'q1' }, 'text: expected a string'],
    [{ inputId: 'f1', action: 'yes' }, 'action: expected accept, decline or cancel'],
    [{ inputId: 's2', selected: 'x' }, 'selected: expected the labels of each of 2 questions'],
    [{ inputId: 's2', selected: { a: 1 } }, 'selected.a: expected a label'],
    [{ inputId: 'tool:c1', result: 'x' }, 'Pass `tools: createClientTools'],
    [{ inputId: 'tool:c1', error: 1 }, 'error: expected a string'],
  ])('L-39: refuses %j, and says nothing to the run', async (input, problem) => {
    const handle = run();
    await expect(provideInput(handle, input as never)).rejects.toThrow(TypeError);
    await expect(provideInput(handle, input as never)).rejects.toThrow(problem);
    expect(handle.respond).not.toHaveBeenCalled();
  });

  it('L-37: hands what the client has made of a call to the tool of the run, however early it comes', async () => {
    const tools = createClientTools([{ name: 'profile', description: 'Tells who it is', inputSchema: {} }]);
    expect(tools.names).toEqual(['profile']);
    const context = { runId: ROOT, toolCallId: 'c1', signal: new AbortController().signal };
    const waits = tools.tools[0]?.run({}, context);
    await provideInput(run(), { inputId: 'tool:c1', result: 'Ada' }, { tools });
    expect(await waits).toBe('Ada');
    await provideInput(run(), { inputId: `tool:${ROOT}/c2`, error: 'gone' }, { tools });
    await expect(tools.tools[0]?.run({}, { ...context, toolCallId: 'c2' })).rejects.toThrow('gone');
    await expect(
      tools.tools[0]?.run({}, { ...context, toolCallId: 'c3', signal: AbortSignal.abort() }),
    ).rejects.toThrow('Nobody waits');
    expect(() => tools.settle('i1', { result: '' })).toThrow('it asks for no call of a tool');
  });
});

describe('createClientTools()', () => {
  const make = () => {
    const { tools, settle } = createClientTools([{ name: 'profile', description: 'Tells who it is', inputSchema: {} }]);
    const call = (toolCallId: string, runId = ROOT): Promise<string> | undefined =>
      tools[0]?.run({}, { runId, toolCallId, signal: new AbortController().signal });
    return { settle, call };
  };

  it('L-37: takes the result of a call once, so that a second one reaches no later call', async () => {
    const { settle, call } = make();
    const first = call('c1');
    settle('tool:c1', { result: 'Ada' });
    expect(() => settle('tool:c1', { result: 'Bob' })).toThrow('tool:c1 has a result already');
    expect(() => settle(`tool:${ROOT}/c1`, { result: 'Bob' })).toThrow('has a result already');
    settle('tool:c2', { result: 'early' });
    expect(() => settle('tool:c2', { error: 'later' })).toThrow('tool:c2 has a result already');
    const next = call('c1');
    settle('tool:c1', { result: 'Cy' });
    expect(await Promise.all([first, call('c2'), next])).toEqual(['Ada', 'early', 'Cy']);
  });

  it('L-37: keeps two runs apart that use one id', async () => {
    const { settle, call } = make();
    const root = call('c1');
    const child = call('c1', 'child');
    settle('tool:c1', { result: 'of the root' });
    settle('tool:child/c1', { result: 'of the child' });
    expect(await Promise.all([root, child])).toEqual(['of the root', 'of the child']);
  });
});

describe('cancel()', () => {
  it('L-20: interrupts, or aborts with force, and names the field that is wrong', async () => {
    const handle = run();
    await cancel(handle, { taskId: 't' });
    await cancel(handle, { taskId: 't', force: true });
    expect([handle.interrupt.mock.calls.length, handle.abort.mock.calls.length]).toEqual([1, 1]);
    await expect(cancel(handle, { taskId: '' })).rejects.toThrow('taskId: expected a string that is not empty');
    await expect(cancel(handle, { taskId: 't', force: 1 } as never)).rejects.toThrow('force: expected true or false');
  });

  it('L-20: refuses a task that is not open in the context that it is checked against', async () => {
    const handle = run();
    const entries = writeJournal([opens(), FIRST, SESSION, { type: 'turn_start', turnIndex: 0 }, ...message('Hi')]);
    const context = looopyContext(entries);
    const [task] = context.tasks;
    await expect(cancel(handle, { taskId: 'another' }, { context })).rejects.toThrow(
      `taskId: expected an open task (${task?.id}), got "another"`,
    );
    const closed = looopyContext(writeJournal(whole(...turn(0, ...message('Hi')))));
    const over = { taskId: closed.tasks[0]?.id ?? '' };
    await expect(cancel(handle, over, { context: closed })).rejects.toThrow('taskId: expected nothing, since no task');
    expect(handle.interrupt).not.toHaveBeenCalled();
    await cancel(handle, { taskId: task?.id ?? '' }, { context });
    expect(handle.interrupt).toHaveBeenCalledTimes(1);
  });
});

/** The events that the projection makes of notes within a turn. */
function notes(list: readonly (readonly [kind: string, data: unknown])[], options: LooopyOptions = {}): LooopyEvent[] {
  const entries = list.map(([kind, data]): Line => ({ entry: 'note', kind, data: data as never }));
  const events = projectAll(
    writeJournal(
      whole(
        ...turn(
          0,
          ...callReady('c1'),
          { type: 'shell_start', command: 'ls', cwd: '/w', toolCallId: 'c1' },
          ...entries,
          result('c1'),
        ),
      ),
    ),
    looopy(options),
  );
  expect(checkLooopy(events)).toEqual([]);
  return events;
}

describe('publish()', () => {
  it('L-36: puts what no agent tells among the entries, from where the stream has it', () => {
    const handle = run();
    const rows = { artifactId: 'd', rows: [{ a: 1 }], index: 0, complete: true, name: 'sales' };
    publish(handle, { kind: 'dataset-write', ...rows }, { lane: 'l1' });
    expect(handle.publish).toHaveBeenCalledExactlyOnceWith('dataset-write', rows, { lane: 'l1' });
    const told = notes([['dataset-write', rows]]).find(({ kind }) => kind === 'dataset-write');
    expect(told).toMatchObject({ ...rows, taskId: ROOT, metadata: { version: 1 } });
  });

  it('L-21: refuses an artifact that has moved on, and what is none of the kinds that a host may publish', () => {
    const handle = run();
    const context = looopyContext(
      writeJournal(whole({ entry: 'note', kind: 'data-write', data: { artifactId: 'd', data: {} } })),
    );
    const write = (baseVersion: number) =>
      publish(handle, { kind: 'data-write', artifactId: 'd', data: {}, metadata: { baseVersion } }, { context });
    expect(() => write(0)).toThrow('on top of version 0: it is at version 1');
    const blind = { kind: 'data-write', artifactId: 'd', data: {}, metadata: { baseVersion: 1 } };
    expect(() => publish(handle, blind)).toThrow('nobody has said which one it has. Pass `context: looopyContext');
    write(1);
    expect(handle.publish).toHaveBeenCalledTimes(1);
    expect(() => publish(handle, { kind: 'task-status' })).toThrow('kind: expected tool-progress, auth-completed');
    expect(() => publish(handle, { kind: 'data-write', artifactId: 'd', data: 1 })).toThrow(
      'data: expected an object, got 1',
    );
  });

  it('L-21: lets the first of two writes on top of one version stand, and tells the other internally alone', () => {
    const write = (data: object) => ['data-write', { artifactId: 'd', data, metadata: { baseVersion: 0 } }] as const;
    const told = notes([write({ a: 1 }), write({ a: 2 })], { internal: true });
    expect(told.filter(({ kind }) => kind === 'data-write')).toMatchObject([
      { data: { a: 1 }, metadata: { version: 1 } },
    ]);
    expect(told.filter(({ kind }) => kind === 'internal:note')).toMatchObject([
      { problem: 'it is written on top of version 0 of d, which is at version 1' },
    ]);
  });

  it('L-10 L-36: tells what is wrong with a note internally, and never as an event', () => {
    const wrong: [string, unknown][] = [
      ['file-write', { artifactId: 'f', data: 'x', index: 1, complete: true }],
      ['auth-completed', { authId: 'a', userId: 'ada' }],
      ['tool-progress', { toolCallId: 'zz', progress: 0 }],
      ['tool-progress', { toolCallId: 'c1', progress: 2 }],
      ['data-write', 'text'],
      ['colour', 'red'],
    ];
    const told = notes(wrong, { internal: true }).flatMap((event) =>
      event.kind === 'internal:note' ? [event.problem] : [],
    );
    expect(told).toHaveLength(wrong.length);
    expect(told.slice(0, 5).every((problem) => typeof problem === 'string')).toBe(true);
    expect(notes(wrong).some(({ kind }) => kind === 'file-write')).toBe(false);
  });

  it('L-20: makes progress of steps, which never falls', () => {
    const steps = (stepsCompleted: number) =>
      ['tool-progress', { toolCallId: 'c1', progress: 0, metadata: { stepsCompleted, stepsTotal: 4 } }] as const;
    const told = notes([steps(2), steps(1), steps(9)]).flatMap((event) =>
      event.kind === 'tool-progress' ? [event.progress] : [],
    );
    expect(told).toEqual([0, 0.5, 0.5, 1]);
  });

  it('L-19: tells a private thought internally, and one that is unsure not at all', () => {
    const thought = (metadata: object) =>
      [
        'thought-stream',
        { thoughtId: 'h', thoughtType: 'decision', verbosity: 'brief', content: 'So', index: 7, metadata },
      ] as const;
    const list = [thought({ internal: true }), thought({ confidence: 0.2 }), thought({ confidence: 0.9 }), thought({})];
    const told = notes(list, { internal: true, thoughts: { minConfidence: 0.5 } });
    expect(told.flatMap((event) => (event.kind === 'thought-stream' ? [event.index] : []))).toEqual([0, 1]);
    expect(told.filter(({ kind }) => kind === 'internal:thought-process')).toHaveLength(1);
  });
});

const events = projectAll(
  CORNER_JOURNALS.flatMap(({ name, entries }) => (name === 'a child' ? entries : [])),
  looopy({ internal: true }),
);

describe('subscribe()', () => {
  const kindsOf = (...given: Parameters<typeof subscribe>) =>
    events.filter(subscribe(...given)).map(({ kind }) => kind);

  it('L-17 L-14: takes all that is not internal, some kinds, a task, or what a predicate wants', () => {
    expect(kindsOf()).toEqual(kindsOf({ kinds: '*' }));
    expect(kindsOf().some((kind) => kind.startsWith('internal:'))).toBe(false);
    expect(new Set(kindsOf({ kinds: ['content-delta', 'internal:llm-call'] }))).toEqual(
      new Set(['internal:llm-call', 'content-delta']),
    );
    expect(kindsOf({ kinds: ['*'] })).toEqual(kindsOf());
    expect(new Set(kindsOf({ kinds: ['*', 'internal:llm-call'] }))).toEqual(
      new Set([...kindsOf(), 'internal:llm-call']),
    );
    expect(kindsOf({ kinds: ['llm-call'] })).toEqual([]);
    expect(kindsOf({ kinds: 'task-created' })).toEqual(['task-created', 'task-created']);
    expect(events.filter(subscribe({ taskId: ROOT })).every(({ taskId }) => taskId === ROOT)).toBe(true);
    expect(kindsOf({ where: ({ kind }) => kind === 'task-created' })).toEqual(['task-created', 'task-created']);
  });

  it.each([
    [{ verbosity: 'none' }, []],
    [{ verbosity: 'brief' }, ['brief']],
    [{ verbosity: 'normal' }, ['brief', 'normal']],
    [{}, ['brief', 'normal', 'detailed']],
    [{ types: ['planning'] }, ['normal']],
    [{ minConfidence: 0.5 }, ['brief', 'normal']],
  ] as const)('L-19: lets thoughts pass up to %j', (thoughts, passing) => {
    const all = (['brief', 'normal', 'detailed'] as const).map(
      (verbosity): LooopyEvent => ({
        kind: 'thought-stream',
        contextId: 'c',
        taskId: 't',
        timestamp: '',
        thoughtId: verbosity,
        thoughtType: verbosity === 'normal' ? 'planning' : 'reasoning',
        verbosity,
        content: '',
        index: 0,
        ...(verbosity === 'detailed' ? { metadata: { confidence: 0.1 } } : {}),
      }),
    );
    expect(all.filter(subscribe({ thoughts })).map((event) => (event as { verbosity?: string }).verbosity)).toEqual(
      passing,
    );
  });
});

describe('toSse()', () => {
  it('L-15: is read back by a parser of server-sent events, each kind under its short name', () => {
    const read: { id: string | undefined; event: string | undefined; data: unknown }[] = [];
    const parser = createParser({
      onEvent: ({ id, event, data }) => read.push({ id, event, data: JSON.parse(data) }),
    });
    const nasty = { ...events[0], metadata: { text: 'a\nb\r\n\u2028data: x\n\n' } } as LooopyEvent;
    const all = [...events, nasty];
    const wire = all.map((event, place) => toSse(event, { id: `e-${place}` })).join('');
    // The wire comes in pieces of seven characters.
    for (let at = 0; at < wire.length; at += 7) {
      parser.feed(wire.slice(at, at + 7));
    }
    expect(read).toEqual(
      all.map((event, place) => ({ id: `e-${place}`, event: event.kind.replace('internal:', ''), data: event })),
    );
    expect(() => toSse(nasty, { id: 'a\nb' })).toThrow('an id has no line break');
  });
});

describe('decode()', () => {
  it('L-39: reads its own lines, lets other kinds pass, and names what is wrong', () => {
    for (const event of events) {
      expect(decode(JSON.stringify(event))).toEqual(event);
    }
    const later = { kind: 'tool-input-required', contextId: 'c' };
    expect(decode(later)).toEqual(later);
    const stamps = { contextId: 'c', taskId: 't', timestamp: '2026-01-01T00:00:00Z' };
    for (const event of [
      { kind: 'input-required', ...stamps, inputId: 'i', inputType: 'data', prompt: 'Which?' },
      { kind: 'auth-required', ...stamps, authId: 'a', authType: 'pat', prompt: 'Log in' },
      {
        kind: 'thought-stream',
        ...stamps,
        thoughtId: 'x',
        thoughtType: 'analysis',
        verbosity: 'brief',
        content: '',
        index: 0,
      },
    ]) {
      expect(decode(event)).toEqual(event);
      expect(checkLooopy([event])).toContainEqual(
        expect.objectContaining({ message: expect.stringContaining('Type: ') }),
      );
    }
    expect(() => decode({ ...events[0], taskId: undefined })).toThrow('taskId: expected a string that is not empty');
    expect(() => decode('{"kind":"content-delta"}')).toThrow(/contextId.*delta: expected a string/);
    expect(() => decode('{')).toThrow('the line is not JSON');
    const onInvalid = vi.fn();
    expect(decode('7', { onInvalid })).toBeUndefined();
    expect(onInvalid).toHaveBeenCalledExactlyOnceWith(expect.any(TypeError));
  });
});

describe('looopyContext()', () => {
  it('L-27: is what the journals of its trees say, one after another', () => {
    const first = writeJournal(
      whole(...turn(0, ...message('Hi'), { type: 'file_create', path: '/w/a', byteCount: 1 })),
    );
    const second = writeJournal(
      whole(
        says('p2', 'Also', 'steer'),
        { entry: 'delivered', id: 'p2', delivered: 'steered' },
        ...turn(0, ...message('Again'), { type: 'file_write', path: '/w/a', byteCount: 2 }),
      ),
    );
    const renamed = JSON.parse(JSON.stringify(second).replaceAll(ROOT, `${ROOT.slice(0, -2)}99`)) as typeof second;
    const context = looopyContext([...first, ...renamed]);
    expect(context.messages.map(({ role, content }) => `${role}: ${content}`)).toEqual([
      'user: Do it.\nThen say so.',
      'agent: Hi',
      'user: Do it.\nThen say so.',
      'user: Also',
      'agent: Again',
    ]);
    expect(context.artifacts).toEqual([
      { id: 'file:/w/a', kind: 'data-write', version: 2, taskId: `${ROOT.slice(0, -2)}99` },
    ]);
    expect(context.tasks.map(({ status }) => status)).toEqual(['completed', 'completed']);
    expect(looopyContext(first.slice(0, -2)).tasks.map(({ status }) => status)).toEqual(['working']);
    expect(looopyContext([]).contextId).toBeUndefined();
  });

  it('L-27: has what the user says to the agent at the top, in every way, and not what a child is asked', () => {
    const child = opens({ number: 1, name: 'scout', depth: 1, parent: ROOT, path: ['main', 'scout'] });
    const { messages } = looopyContext(
      writeJournal([
        opens(),
        FIRST,
        SESSION,
        { type: 'turn_start', turnIndex: 0 },
        child,
        ...ofRun(1, [says('p1', 'Look', 'first'), SESSION, ...turn(0, ...message('Nothing')), LEFT, closes()]),
        { type: 'input_required', interactionId: 'q1', question: 'Which?', source: 'agent' },
        asked('q1'),
        answers('q1', { type: 'text', text: 'Blue' }),
        says('p2', 'And red', 'steer'),
        { entry: 'delivered', id: 'p2', delivered: 'steered' },
        says('p3', 'Never mind', 'steer'),
        { type: 'turn_end', turnIndex: 0 },
        LEFT,
        closes(),
      ]),
    );
    expect(messages.map(({ role, content }) => `${role}: ${content}`)).toEqual([
      'user: Do it.\nThen say so.',
      'user: Blue',
      'user: And red',
      'user: Never mind',
    ]);
  });
});
