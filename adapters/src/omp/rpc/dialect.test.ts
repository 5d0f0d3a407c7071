import type { Dialect, EventDraft, InteractionResponse, ResolvedOptions } from '@agent-mux/core';
import { describe, expect, it } from 'vitest';
import { createFamilyDialect } from '../../pi-family/index.ts';
import { OMP } from './dialect.ts';

// The lines are hand-made, modelled on recordings of omp 18.2.3; the fixtures contain whole conversations.
const OPTIONS: ResolvedOptions = {
  prompt: 'hello',
  cwd: '/work',
  stream: 'auto',
  approvalMode: 'prompt',
  systemPromptMode: 'append',
  noSession: false,
  includeSubagents: false,
  keepOpen: false,
};

interface Talk {
  readonly dialect: Dialect;
  hear(...lines: readonly object[]): readonly EventDraft[];
  /** The lines that the dialect has written by itself or was asked for. */
  readonly written: { readonly [field: string]: unknown }[];
  answer(key: string, answer: InteractionResponse): readonly EventDraft[];
}

function talk(options: Partial<ResolvedOptions> = {}): Talk {
  const dialect = createFamilyDialect(OMP, 'rpc', { ...OPTIONS, ...options });
  const written: { readonly [field: string]: unknown }[] = [];
  const say = (lines: readonly string[]): readonly EventDraft[] =>
    lines.flatMap((line) => {
      written.push(JSON.parse(line));
      return dialect.parseEvent(line, { source: 'stdin' }).drafts;
    });
  return {
    dialect,
    written,
    hear: (...lines) =>
      lines.flatMap((line) => {
        const { drafts, write } = dialect.parseEvent(JSON.stringify(line), { source: 'stdout' });
        return [...drafts, ...say(write)];
      }),
    answer: (key, given) => {
      const writes = dialect.respond(key, given);
      return typeof writes === 'string' ? [] : say(writes.write);
    },
  };
}

function called(id: string, name: string, input: object): object {
  const toolCall = { type: 'toolCall', id, name, arguments: input };
  return { type: 'message_update', assistantMessageEvent: { type: 'toolcall_end', contentIndex: 0, toolCall } };
}

/** A call that the agent begins to write. */
function begun(id: string, name: string): object {
  const partial = { role: 'assistant', content: [{ type: 'toolCall', id, name }] };
  return { type: 'message_update', assistantMessageEvent: { type: 'toolcall_start', contentIndex: 0, partial } };
}

function select(id: string, title: string, options: readonly string[]): object {
  return { type: 'extension_ui_request', id, method: 'select', title, options };
}

const OTHER = 'Other (type your own)';

describe('the tool ask', () => {
  const questions = [
    { id: 'c', question: 'Which colour?', options: [{ label: 'Red' }, { label: 'Blue' }] },
    { id: 's', question: 'Which sizes?', multi: true, options: [{ label: 'S' }, { label: 'M' }] },
  ];
  const colours = select('q1', 'Which colour?', ['Red', 'Blue (Recommended)', OTHER]);

  function asked(): Talk {
    const conversation = talk();
    conversation.hear({ type: 'agent_start' }, called('call-1', 'ask', { questions }), colours);
    return conversation;
  }

  it('has no question that asks nothing', () => {
    const { hear } = talk();
    const drafts = hear({ type: 'agent_start' }, called('c', 'ask', { questions: [{}, 'x', ...questions] }), colours);
    expect(drafts.at(-1)).toMatchObject({ type: 'input_required', question: 'Which colour?\nWhich sizes?' });
  });

  it('opens all of its questions at once', () => {
    expect(
      asked()
        .dialect.state.pending.get('q1')
        ?.questions?.map(({ id }) => id),
    ).toEqual(['Which colour?', 'Which sizes?']);
  });

  it('answers what comes after the first one by itself', () => {
    const conversation = asked();
    conversation.answer('q1', { type: 'answers', answers: { 'Which colour?': 'Blue', 'Which sizes?': ['S', 'M'] } });
    const drafts = conversation.hear(
      select('q2', 'Which sizes?', ['S', 'M', OTHER]),
      select('q3', '(1 selected) Which sizes?', ['S', 'M', 'Done selecting', OTHER]),
      select('q4', '(2 selected) Which sizes?', ['S', 'M', 'Done selecting', OTHER]),
    );
    expect(drafts).toEqual([]);
    expect(conversation.written.map(({ value }) => value)).toEqual(['Blue (Recommended)', 'S', 'M', 'Done selecting']);
    expect(conversation.dialect.state.pending.size).toBe(0);
  });

  it.each([
    [['S', 'M'], 'S, M'],
    [['S', 'huge'], 'huge'],
  ])('types all that was chosen where it has to be typed: %j', (sizes, value) => {
    const conversation = asked();
    conversation.answer('q1', { type: 'answers', answers: { 'Which colour?': 'Red', 'Which sizes?': sizes } });
    conversation.hear({ type: 'extension_ui_request', id: 'q2', method: 'editor', title: 'Which sizes?' });
    expect(conversation.written.at(-1)?.['value']).toBe(value);
  });

  it('takes a question in words that nobody knows for the first of the call', () => {
    const conversation = talk();
    const odd = select('q1', 'Choose:', ['Red', 'Blue', OTHER]);
    conversation.hear({ type: 'agent_start' }, called('call-1', 'ask', { questions }), odd);
    conversation.answer('q1', { type: 'answers', answers: { 'Which colour?': 'Blue', 'Which sizes?': ['S'] } });
    expect(conversation.written.at(-1)?.['value']).toBe('Blue');
  });

  it.each([[['Which db?', 'Which db? (tests)']], [['Which db? (tests)', 'Which db?']]])(
    'is about the whole of what it says, and not about what that contains: %j',
    (asks) => {
      const each = asks.map((question) => ({ id: question, question, options: [{ label: 'a' }, { label: 'b' }] }));
      const conversation = talk();
      const [first = '', second = ''] = asks;
      conversation.hear(
        { type: 'agent_start' },
        called('call-1', 'ask', { questions: each }),
        select('q1', first, ['a', 'b', OTHER]),
      );
      conversation.answer('q1', { type: 'answers', answers: { [first]: 'a', [second]: 'b' } });
      conversation.hear(select('q2', second, ['a', 'b', OTHER]));
      expect(conversation.written.map(({ value }) => value)).toEqual(['a', 'b']);
    },
  );

  it('is about the longest question that its words contain', () => {
    const each = ['Which db?', 'Which db? (tests)'].map((question) => ({
      ...{ id: question, question, multi: true, options: [{ label: 'a' }, { label: 'b' }] },
    }));
    const conversation = talk();
    conversation.hear(
      { type: 'agent_start' },
      called('call-1', 'ask', { questions: each }),
      select('q1', 'Which db?', ['a', 'b', OTHER]),
    );
    conversation.answer('q1', { type: 'answers', answers: { 'Which db?': ['a'], 'Which db? (tests)': ['a', 'b'] } });
    conversation.hear(
      select('q2', '(1 selected) Which db?', ['a', 'b', 'Done selecting', OTHER]),
      select('q3', 'Which db? (tests)', ['a', 'b', OTHER]),
      select('q4', '(1 selected) Which db? (tests)', ['a', 'b', 'Done selecting', OTHER]),
    );
    expect(conversation.written.map(({ value }) => value)).toEqual(['a', 'Done selecting', 'a', 'b']);
  });

  it('types what is no option', () => {
    const conversation = asked();
    conversation.answer('q1', { type: 'answers', answers: { 'Which colour?': 'Green', 'Which sizes?': [] } });
    conversation.hear({ type: 'extension_ui_request', id: 'q2', method: 'editor', title: 'Which colour?' });
    expect(conversation.written.map(({ value }) => value)).toEqual([OTHER, 'Green']);
  });

  it('tells the agent of a refusal, and does not end the turn by it', () => {
    const conversation = asked();
    conversation.answer('q1', { type: 'deny', reason: 'choose for yourself' });
    conversation.hear({ type: 'extension_ui_request', id: 'q2', method: 'editor', title: 'Which colour?' });
    expect(conversation.written.at(-1)?.['value']).toBe('The user declined to answer. choose for yourself');
  });

  it('is told with all that it says', () => {
    const { dialect, hear } = talk();
    const red = { label: 'Red', description: 'like blood' };
    const input = {
      questions: [
        {
          id: 'c',
          header: 'Colour',
          question: 'Which?',
          options: [red, { label: 'Blue' }, { description: 'no name' }],
        },
        { id: 'w', question: 'Why?', multi: true },
      ],
    };
    hear({ type: 'agent_start' }, called('call-1', 'ask', input), select('q1', 'Which?', ['Red', 'Blue', OTHER]));
    expect(dialect.state.pending.get('q1')).toEqual({
      ...{ kind: 'input', detail: 'Which?\nWhy?', source: 'agent', toolCallId: 'call-1', input },
      questions: [
        {
          ...{ id: 'Which?', question: 'Which?', header: 'Colour', multiSelect: false, freeText: true },
          options: [red, { label: 'Blue' }],
        },
        { id: 'Why?', question: 'Why?', multiSelect: true, freeText: true, options: [] },
      ],
    });
  });

  it('is asked where another call was written before it', () => {
    const { dialect, hear } = talk();
    hear({ type: 'agent_start' }, called('call-0', 'deploy', {}), called('call-1', 'ask', { questions }), colours);
    expect(dialect.state.pending.get('q1')).toMatchObject({ source: 'agent', toolCallId: 'call-1' });
  });

  it.each<[string, InteractionResponse, object[]]>([
    [
      'words for all of its questions',
      { type: 'text', text: 'Blue' },
      [{ value: 'Blue (Recommended)', answers: { 'Which colour?': ['Blue'], 'Which sizes?': ['Blue'] } }],
    ],
    ['a form that is declined', { type: 'form', action: 'decline' }, [{ cancelled: true }]],
    ['no form that is filled in', { type: 'form', action: 'accept' }, []],
    ['no leave', { type: 'approve' }, []],
    [
      'a denial in words, where the agent may go on',
      { type: 'deny', interrupt: false },
      [
        {
          value: OTHER,
          answers: {
            'Which colour?': ['The user declined to answer.'],
            'Which sizes?': ['The user declined to answer.'],
          },
        },
      ],
    ],
    [
      'a denial that stops the agent',
      { type: 'deny', interrupt: true, reason: 'no' },
      [{ cancelled: true }, { type: 'abort', id: 'amux-1' }],
    ],
  ])('takes %s', (_what, given, fields) => {
    const { dialect, answer, written } = asked();
    answer('q1', given);
    const [first, ...others] = fields;
    expect(written).toEqual(
      first === undefined ? [] : [{ type: 'extension_ui_response', id: 'q1', ...first }, ...others],
    );
    expect(dialect.state.pending.has('q1')).toBe(first === undefined);
  });

  it('cannot take half of the answers', () => {
    const conversation = asked();
    expect(conversation.dialect.respond('q1', { type: 'answers', answers: { 'Which colour?': 'Red' } })).toBe(
      'unsupported',
    );
  });
});

it.each<[string, object[], string | undefined]>([
  ['the one call that there is', [called('one', 'deploy', {})], 'one'],
  ['the one call that is written to its end', [begun('two', 'deploy'), called('one', 'deploy', {})], 'one'],
  [
    'no call where another one has not begun yet',
    [called('one', 'deploy', {}), called('two', 'deploy', {})],
    undefined,
  ],
])('takes a question of an extension for one about %s', (_what, calls, toolCallId) => {
  const { dialect, hear } = talk();
  const begins = { type: 'tool_execution_start', toolCallId: 'one', toolName: 'deploy', args: {} };
  const ends = { type: 'tool_execution_end', toolCallId: 'one', toolName: 'deploy', result: {}, isError: false };
  hear({ type: 'agent_start' }, ...calls, begins, {
    type: 'extension_ui_request',
    id: 'q1',
    method: 'confirm',
    title: 'Sure?',
  });
  expect(dialect.state.pending.get('q1')?.toolCallId).toBe(toolCallId);
  expect(hear(ends).filter(({ type }) => type === 'approval_granted')).toEqual([]);
  expect(dialect.state.pending.has('q1')).toBe(toolCallId === undefined);
});

describe('a question about a tool', () => {
  const a = called('one', 'bash', { command: 'ls' });
  const b = called('two', 'bash', { command: 'ls; rm -rf ~' });
  const begins = { type: 'tool_execution_start', toolCallId: 'one', toolName: 'bash', args: { command: 'ls' } };
  const long = (end: string) => `${'x'.repeat(2_000)}${end}`;
  const patch = (path: string) => ({ input: `[${path}#2543]\nPUT 2.=2:\n+TWO\n` });
  const told = (tool: string, said: string, ...lines: readonly object[]) => {
    const { dialect, hear } = talk();
    hear({ type: 'agent_start' }, ...lines, select('q1', `Allow tool: ${tool}${said}`, ['Approve', 'Deny']));
    const { toolCallId, detail, riskLevel } = dialect.state.pending.get('q1') ?? {};
    return [toolCallId, detail, riskLevel];
  };

  it('is about the call whose command it repeats, in whichever order they are asked about', () => {
    expect(told('bash', '\nCommand: ls; rm -rf ~', a, b)).toEqual(['two', 'ls; rm -rf ~', 'high']);
    expect(told('bash', '\nCommand: ls', b, a)).toEqual(['one', 'ls', 'low']);
    expect(told('bash', '\nCommand: ls', a, b, begins)).toEqual([undefined, 'Command: ls', 'high']);
  });

  it('is about none where its words are those of none, and tells its own', () => {
    const words = 'Command: ls -l';
    expect(told('bash', `\n${words}`, a, b)).toEqual([undefined, words, 'high']);
    // A command may hold the words of another question.
    const more = 'Command: rm -rf ~\nCommand: ls';
    expect(told('bash', `\n${more}`, a)).toEqual([undefined, more, 'high']);
  });

  // The source of omp 18.2.3 puts the reason of a policy before the command, and cuts what is longer than 2,000 characters.
  it('is about the same call where omp says why it asks, or leaves out the end', () => {
    expect(told('bash', '\nReason: Critical pattern detected\nCommand: ls; rm -rf ~', a, b)[0]).toBe('two');
    const call = called('one', 'bash', { command: long('rm -rf ~') });
    expect(told('bash', `\nCommand: ${long('[…8ch elided…]')}`, call)[0]).toBe('one');
    expect(told('bash', `\nCommand: ${long('[…9ch elided…]')}`, call)[0]).toBeUndefined();
    const longer = called('one', 'bash', { command: long('x') });
    expect(told('bash', `\nCommand: ${long('[…1ch elided…]')}`, longer)[0]).toBe('one');
    expect(told('bash', `\nCommand: ${long('x')}`, longer)[0]).toBeUndefined();
    expect(told('bash', `\nCommand: ${long('')}`, called('one', 'bash', { command: long('') }))[0]).toBe('one');
  });

  it.each<[string, string, object, object]>([
    ['write', 'Path: b\nContent:\ntwo\n', { path: 'a', content: 'two\n' }, { path: 'b', content: 'two\n' }],
    ['write', 'Path: b\nContent:\ntwo\n', { path: 'b', content: 'one\n' }, { path: 'b', content: 'two\n' }],
    ['edit', 'File: b', patch('a'), patch('b')],
    ['edit', 'File: b', { path: 'a' }, { path: 'b' }],
    ['edit', 'File: b\nFile: c', patch('b'), { input: `${patch('b').input}${patch('c').input}` }],
  ])('of %s is about the call whose file it names: %j', (tool, said, first, second) => {
    expect(told(tool, `\n${said}`, called('one', tool, first), called('two', tool, second))[0]).toBe('two');
  });

  it('that repeats nothing is about the one call of its tool, and about none where there are several', () => {
    const pings = ['one', 'two'].map((id) => called(id, 'mcp__any_ping', { text: id }));
    const [ping = {}] = pings;
    expect(told('mcp__any_ping', '', b, ping)[0]).toBe('one');
    expect(told('mcp__any_ping', '', ...pings)).toEqual([undefined, 'any.ping', 'medium']);
  });

  it('is about the other call when the first was asked about', () => {
    const { dialect, hear } = talk();
    const commands = ['one', 'two'].map((id) => called(id, 'bash', { command: 'ls' }));
    const asks = (id: string) => select(id, 'Allow tool: bash\nCommand: ls', ['Approve', 'Deny']);
    hear({ type: 'agent_start' }, ...commands, asks('q1'), begins, asks('q2'));
    expect([...dialect.state.pending.values()].map(({ toolCallId }) => toolCallId)).toEqual([undefined, 'two']);
  });
});

describe('a line that comes in parts', () => {
  const WHOLE = JSON.stringify({ type: 'session', id: 's1', cwd: '/work' });
  const part = (chunkId: string, index: number, count: number, text: string): object => ({
    type: 'rpc_chunk',
    chunkId,
    index,
    count,
    byteLength: text.length,
    data: Buffer.from(text).toString('base64'),
  });
  const whole = (chunkId: string): object[] => [
    part(chunkId, 0, 2, WHOLE.slice(0, 20)),
    part(chunkId, 1, 2, WHOLE.slice(20)),
  ];
  const lost = (bytes: number) => ({
    type: 'error',
    code: 'PARSE_ERROR',
    message: `A line in parts was not whole: the ${bytes} bytes of it that came are lost.`,
    recoverable: true,
  });
  const SESSION = { type: 'session_start', sessionId: 's1' };

  it('is put together', () => {
    const { hear } = talk();
    expect(hear(...whole('a'))).toEqual([SESSION]);
  });

  it.each<[string, object[], object[]]>([
    ['whose last part is missing', [part('b', 0, 2, '1234'), ...whole('c')], [lost(4), SESSION]],
    [
      'whose last part is missing, and whose id comes again',
      [part('b', 0, 2, '1234'), ...whole('b')],
      [lost(4), SESSION],
    ],
    [
      'whose last part is missing, before one of a single part',
      [part('b', 0, 2, '1234'), part('c', 0, 1, WHOLE)],
      [lost(4), SESSION],
    ],
    ['whose first part is missing', [part('b', 1, 2, '12345'), ...whole('c')], [lost(5), SESSION]],
    ['whose middle part is missing', [part('b', 0, 3, '12'), part('b', 2, 3, '3'), ...whole('c')], [lost(3), SESSION]],
    [
      'of which a part comes twice',
      [part('b', 0, 2, '1'), part('b', 0, 2, '1'), part('b', 1, 2, '23')],
      [lost(1), expect.objectContaining({ line: '123' })],
    ],
    ['that has parts behind its end', [...whole('b'), part('b', 2, 2, '12')], [SESSION, lost(2)]],
    ['of parts without an id', [{ ...part('', 0, 1, WHOLE), chunkId: undefined }], [lost(WHOLE.length)]],
    ['of a part without a place', [{ ...part('b', 0, 1, WHOLE), index: undefined }], [lost(WHOLE.length)]],
    [
      'that is no JSON',
      [part('b', 0, 1, WHOLE.slice(0, 20))],
      [{ ...lost(0), message: `A line is not valid JSON (20 characters): ${WHOLE.slice(0, 20)}` }],
    ],
    ['that is no object', [part('b', 0, 1, '[1]')], [{ type: 'log', source: 'stdout', line: '[1]' }]],
  ])('is told where it is lost: one %s', (_name, lines, drafts) => {
    const { dialect, hear } = talk();
    expect(hear(...lines)).toEqual(drafts);
    expect(dialect.exit({ code: 0, signal: null, stderr: '', asked: 'abort' }).drafts).toEqual([]);
  });

  it('is told where the process leaves within it', () => {
    const { dialect, hear } = talk();
    expect(hear(part('b', 0, 3, '12'), part('b', 1, 3, '345'))).toEqual([]);
    const exit = () => dialect.exit({ code: 0, signal: null, stderr: '', asked: 'abort' }).drafts;
    expect([exit(), exit()]).toEqual([[lost(5)], []]);
  });
});

it('keeps the turn while a subagent is at work, and ends it with the report', () => {
  const { dialect, hear } = talk();
  const task = { tasks: [{ name: 'Look', agent: 'scout', task: 'look around' }] };
  const life = (status: string): object => ({
    type: 'subagent_lifecycle',
    payload: { id: 'Look', agent: 'scout', parentToolCallId: 'call-1', detached: true, status, index: 0 },
  });
  const report =
    '<task-result id="Look" agent="scout" status="completed">\n<output>\nall well\n</output>\n</task-result>';
  const drafts = hear({ type: 'agent_start' }, called('call-1', 'task', task), life('started'), {
    type: 'agent_end',
    messages: [],
    isTerminal: false,
  });
  expect(dialect.state.busy).toBe(true);
  const more = hear(
    life('completed'),
    { type: 'agent_start' },
    { type: 'message_start', message: { role: 'custom', customType: 'async-result', content: report } },
    { type: 'agent_end', messages: [], isTerminal: true },
  );
  expect([...drafts, ...more]).toEqual([
    { type: 'turn_start' },
    { type: 'subagent_spawn', subagentId: 'Look', agentName: 'scout', prompt: 'look around', background: true },
    { type: 'subagent_result', subagentId: 'Look', summary: 'all well' },
    { type: 'turn_end' },
  ]);
  expect(dialect.state.busy).toBe(false);
});

it('is interrupted where it is told to stop while it waits for a subagent', () => {
  const { hear } = talk();
  const stopped = { type: 'response', command: 'abort', id: 'amux-1', success: true };
  expect(hear({ type: 'agent_start' }, { type: 'agent_end', messages: [], isTerminal: false }, stopped)).toEqual([
    { type: 'turn_start' },
    { type: 'turn_end', outcome: { type: 'interrupted' } },
  ]);
  expect(hear({ type: 'agent_start' }, stopped)).toEqual([{ type: 'turn_start' }]);
});

it.each<[name: string, isError: boolean, details: object]>([
  ['a kind that does not exist, which is no error to omp', false, { results: [], totalDurationMs: 0 }],
  ['a dispatch that is not allowed', true, {}],
])('tells of %s as a subagent that failed', (_name, isError, details) => {
  const { hear } = talk();
  const task = { tasks: [{ name: 'Look', agent: 'nobody', task: 'look around' }] };
  const result = { content: [{ type: 'text', text: 'Unknown agent "nobody".' }], details };
  const drafts = hear(called('call-1', 'task', task), {
    type: 'tool_execution_end',
    toolCallId: 'call-1',
    toolName: 'task',
    result,
    isError,
  });
  expect(drafts).toEqual([
    { type: 'subagent_spawn', subagentId: 'call-1', agentName: 'nobody', prompt: 'look around' },
    { type: 'subagent_error', subagentId: 'call-1', error: 'Unknown agent "nobody".' },
  ]);
});

describe('the end of subagents', () => {
  const SPAWNED = { type: 'subagent_spawn', agentName: 'scout' };
  const tasks = ['one', 'two'].map((task) => ({ name: task, agent: 'scout', task }));
  const started = (id: string, index: number, status = 'started'): object => ({
    type: 'subagent_lifecycle',
    payload: { id, agent: 'scout', parentToolCallId: 'call-1', status, index },
  });
  const returned = (results: readonly object[]): object => ({
    type: 'tool_execution_end',
    toolCallId: 'call-1',
    toolName: 'task',
    result: { content: [], details: { results } },
    isError: false,
  });
  const report = (status: string, body: string): object => {
    const content = `<task-result id="A" agent="scout" status="${status}">${body}</task-result>`;
    return { type: 'message_start', message: { role: 'custom', customType: 'async-result', content } };
  };
  const result = (summary: string): object => ({ type: 'subagent_result', subagentId: 'A', summary });
  const failure = (error: string): object => ({ type: 'subagent_error', subagentId: 'A', error });
  /** Begins a conversation in which an agent is at work. */
  function atWork(): Talk {
    const conversation = talk();
    conversation.hear({ type: 'agent_start' }, called('call-1', 'task', { tasks }), started('A', 0));
    return conversation;
  }

  it('each has the task that it was sent for', () => {
    const { hear } = talk();
    const drafts = hear(called('call-1', 'task', { tasks }), started('A', 1), started('B', 0), started('A', 1));
    expect(drafts).toEqual([
      { ...SPAWNED, subagentId: 'A', prompt: 'two' },
      { ...SPAWNED, subagentId: 'B', prompt: 'one' },
    ]);
  });

  it.each<[string, object, object, object]>([
    ['the agent that omp names', { agent: 'scout' }, { agent: 'other' }, { agentName: 'scout' }],
    ['the agent of the dispatch', {}, { agent: 'other' }, { agentName: 'other' }],
    ['the agent that omp names alone', { agent: 'scout' }, {}, { agentName: 'scout' }],
    ['no agent', {}, {}, {}],
  ])('each is of %s', (_what, payload, task, named) => {
    const lifecycle = { id: 'A', parentToolCallId: 'call-1', status: 'started', index: 0, ...payload };
    const call = called('call-1', 'task', { tasks: [{ task: 'look', ...task }] });
    expect(talk().hear(call, { type: 'subagent_lifecycle', payload: lifecycle })).toEqual([
      { type: 'subagent_spawn', subagentId: 'A', prompt: 'look', ...named },
    ]);
  });

  it.each<[string, object, object]>([
    ['well', { output: 'done', exitCode: 0 }, result('done')],
    ['well, without a code', { output: 'done' }, result('done')],
    ['well, in one text of an object', { output: '{"report":"done"}' }, result('done')],
    ['well, in an object of more', { output: '{"a":"x","b":"y"}' }, result('{"a":"x","b":"y"}')],
    ['well, without words', {}, result('')],
    ['with a code', { output: 'half', exitCode: 1, error: 'No model.' }, failure('No model.')],
    ['with a code and no error', { output: 'half', exitCode: 1 }, failure('half')],
    ['by being stopped', { output: 'half', exitCode: 0, aborted: true, error: 'Stopped.' }, failure('Stopped.')],
  ])('a dispatch that was waited for tells who ended %s', (_how, fields, draft) => {
    expect(atWork().hear(returned([{ id: 'A', ...fields }]))).toEqual([draft]);
  });

  it.each<[string, string, object]>([
    ['completed', '<output>\nall well\n</output>', result('all well')],
    ['completed with notes', ' all well ', result('all well')],
    ['failed', '<output>\nNo model.\n</output>', failure('No model.')],
    ['aborted', ' Stopped. ', failure('Stopped.')],
  ])('a report says who has %s', (status, body, draft) => {
    expect(atWork().hear(report(status, body))).toEqual([draft]);
  });

  it.each<[string, object]>([
    ['completed', result('hi')],
    ['failed', failure('hi')],
    ['aborted', failure('hi')],
  ])('one that has %s without a report has its last words for one when the turn ends', (status, draft) => {
    const { hear } = atWork();
    const event = { type: 'message_end', message: { role: 'assistant', content: [{ type: 'text', text: 'hi' }] } };
    hear({ type: 'subagent_event', payload: { id: 'A', event } }, started('A', 0, status));
    expect(hear({ type: 'agent_end', messages: [], isTerminal: true })).toContainEqual(draft);
  });

  it('is told once, and of nobody who is not known', () => {
    const { hear } = atWork();
    expect(hear(returned([{ id: 'A', output: 'done' }, { id: 'B' }, {}]), report('failed', 'No.'))).toEqual([
      result('done'),
    ]);
  });

  it('leaves a question about a call of theirs on their lane', () => {
    const { dialect, hear } = atWork();
    const event = called('call-2', 'bash', { command: 'make' });
    hear(
      { type: 'subagent_event', payload: { id: 'A', event } },
      select('ask-1', 'Allow tool: bash\nCommand: make', ['Approve', 'Deny']),
    );
    expect(dialect.state.pending.get('ask-1')).toMatchObject({ toolCallId: 'call-2', lane: 'A', command: 'make' });
  });
});

it('waits for no tool of the program any more when the turn is over', () => {
  const { hear } = talk();
  const call = { type: 'host_tool_call', id: 'h1', toolCallId: 't1', toolName: 'look', arguments: {} };
  expect(hear({ type: 'agent_start' }, call, { type: 'agent_end', messages: [], isTerminal: true })).toEqual([
    { type: 'turn_start' },
    { type: 'host_tool_call', key: 'h1', toolCallId: 't1', toolName: 'look', input: {} },
    { type: 'host_tool_settled', key: 'h1' },
    { type: 'turn_end' },
  ]);
});

it('lets a command go on in the background, and tells of its end', () => {
  const { hear } = talk();
  const text = 'Backgrounded early.\n\nBackgrounded as job bg_1; result will be delivered automatically.';
  const drafts = hear(
    called('call-1', 'bash', { command: 'sleep 2' }),
    { type: 'tool_execution_start', toolCallId: 'call-1', toolName: 'bash', args: { command: 'sleep 2' } },
    {
      type: 'tool_execution_end',
      toolCallId: 'call-1',
      toolName: 'bash',
      result: {
        content: [{ type: 'text', text }],
        details: { async: { state: 'running', jobId: 'bg_1', type: 'bash' }, timeoutSeconds: 300 },
      },
      isError: false,
    },
    {
      type: 'message_start',
      message: {
        role: 'custom',
        customType: 'async-result',
        content: 'Background job bg_1 has completed.',
        details: { jobs: [{ jobId: 'bg_1', type: 'bash', label: 'sleep 2', durationMs: 2000 }] },
      },
    },
  );
  expect(drafts.slice(1)).toEqual([
    { type: 'shell_start', toolCallId: 'call-1', command: 'sleep 2', cwd: '/work' },
    { type: 'shell_exit', toolCallId: 'call-1', output: '' },
    { type: 'tool_result', toolCallId: 'call-1', toolName: 'bash', output: text },
    { type: 'debug', level: 'info', message: 'A command in the background has ended: sleep 2' },
  ]);
});

it('calls a tool of the program that has no ids', () => {
  expect(talk().hear({ type: 'host_tool_call', toolName: 'look' }, { type: 'host_tool_cancel' })).toEqual([
    { type: 'host_tool_call', key: '', toolCallId: '', toolName: 'look', input: {} },
    { type: 'host_tool_settled', key: '' },
  ]);
});

it('waits no longer for a tool of the program once its result is written', () => {
  const { dialect, hear } = talk();
  hear({ type: 'host_tool_call', id: 'h1', toolCallId: 't1', toolName: 'look', arguments: {} });
  const result = JSON.stringify({ type: 'host_tool_result', id: 'h1', result: { content: [] } });
  expect(dialect.parseEvent(result, { source: 'stdin' }).drafts).toEqual([{ type: 'host_tool_settled', key: 'h1' }]);
});

it('waits no longer for a tool of the program that it takes back', () => {
  const { hear } = talk();
  const call = { type: 'host_tool_call', id: 'h1', toolCallId: 't1', toolName: 'look', arguments: {} };
  expect(hear(call, { type: 'host_tool_cancel', targetId: 'h1' }, { type: 'host_tool_cancel' }).slice(1)).toEqual([
    { type: 'host_tool_settled', key: 'h1' },
  ]);
});

it.each<[object, object]>([
  [
    { type: 'message_start', message: { role: 'custom', customType: 'odd', content: 'Mind this.' } },
    { type: 'debug', level: 'verbose', message: 'Put into the conversation: Mind this.' },
  ],
  [
    { type: 'notice', level: 'info', message: 'Hm.' },
    { type: 'debug', level: 'info', message: 'Hm.' },
  ],
  [
    { type: 'notice', level: 'error', message: 'Oh.' },
    { type: 'debug', level: 'warn', message: 'Oh.' },
  ],
  [{ type: 'notice' }, { type: 'debug', level: 'warn', message: '' }],
  [
    { type: 'command_output', text: 'Done.' },
    { type: 'debug', level: 'info', message: 'Done.' },
  ],
  [{ type: 'command_output' }, { type: 'debug', level: 'info', message: '' }],
  [
    { type: 'rpc_frame_error', error: 'Too long.' },
    { type: 'error', code: 'PARSE_ERROR', message: 'Too long.', recoverable: true },
  ],
])('says in our words: %j', (line, draft) => {
  expect(talk().hear(line)).toEqual([draft]);
});

it.each<[object, object[]]>([
  [{ name: 'tidy', path: '/s/tidy/SKILL.md' }, [{ type: 'skill_invoked', skillName: 'tidy' }]],
  [{}, []],
])('tells of a skill that the prompt has called: %j', (details, drafts) => {
  const message = { role: 'custom', customType: 'skill-prompt', content: 'Do this.', details };
  expect(talk().hear({ type: 'message_start', message }, { type: 'message_end', message })).toEqual(drafts);
});

it('is busy while a subagent is at work, though the turn is over', () => {
  const { dialect, hear } = talk();
  const life = (status: string) => ({
    type: 'subagent_lifecycle',
    payload: { id: 'A', agent: 'scout', parentToolCallId: 'call-1', detached: true, status },
  });
  hear({ type: 'agent_start' }, called('call-1', 'task', { tasks: [{ task: 'look' }] }), life('started'));
  hear({ type: 'agent_end', messages: [], isTerminal: true });
  expect([dialect.state.turn, dialect.state.busy]).toEqual([false, true]);
  hear(life('completed'));
  expect(dialect.state.busy).toBe(false);
});

it('tells of each skill once', () => {
  const { hear } = talk();
  const names = (...all: string[]) => ({
    type: 'available_commands_update',
    commands: all.map((name) => ({ name: `skill:${name}`, source: 'skill' })),
  });
  expect(hear(names('tidy', 'look'), names('tidy', 'more'))).toEqual(
    ['tidy', 'look', 'more'].map((skillName) => ({ type: 'skill_loaded', skillName })),
  );
});

it.each<[toolName: string, mcp: object | undefined]>([
  ['mcp__amux_demo_echo', { server: 'demo', tool: 'echo' }],
  ['mcp__amux_demo_two_echo_it', { server: 'demo-two', tool: 'echo_it' }],
  ['mcp__lab_add', { server: 'lab', tool: 'add' }],
  ['bash', undefined],
])('knows the MCP server of %s', (toolName, mcp) => {
  const mcpServers = ['demo', 'demo-two'].map((name) => ({ name, transport: 'stdio', command: 'x' }) as const);
  expect(OMP.mcpOf?.(toolName, { ...OPTIONS, mcpServers })).toEqual(mcp);
});

describe('an exit after a failed answer', () => {
  const begun = { type: 'agent_start' };
  const failed = (errorMessage: string) => ({
    type: 'message_end',
    message: { role: 'assistant', stopReason: 'error', errorMessage, content: [] },
  });
  const again = { type: 'auto_retry_start', attempt: 1, maxAttempts: 3, delayMs: 20, errorMessage: 'Busy.' };
  const given = { type: 'auto_retry_end', success: false, attempt: 1, finalError: 'Busy.' };
  const left = (words: string) => [`The agent reported a failure, and left before the end of its turn: ${words}`];

  it.each<[string, readonly object[], readonly string[]]>([
    ['tells it where nothing has', [begun, failed('Busy.')], left('Busy.')],
    ['tells it where no turn was seen to begin', [failed('Busy.')], left('Busy.')],
    ['tells no failure that a retry has told', [begun, failed('Busy.'), again], []],
    ['tells none that the attempt before had', [begun, failed('Busy.'), again, begun], []],
    ['tells none after which the agent went on by itself', [begun, failed('Busy.'), begun], []],
    ['tells the one of the newest attempt', [begun, failed('Busy.'), again, begun, failed('Down.')], left('Down.')],
    ['tells none with which its turn has ended', [begun, failed('Busy.'), again, begun, failed('Busy.'), given], []],
    [
      'tells one that came after the end of its turn, and says so',
      [begun, failed('Busy.'), again, given, failed('Down.')],
      ['The agent reported a failure after the end of its turn: Down.'],
    ],
  ])('%s', (_what, lines, words) => {
    const { dialect, hear } = talk();
    hear(...lines);
    const { drafts } = dialect.exit({ code: 0, signal: null, stderr: '', asked: 'abort' });
    expect(drafts).toEqual(words.map((message) => ({ type: 'debug', level: 'warn', message })));
  });
});

it('tells a compaction that was asked for behind an automatic one, of which only the answer says anything', () => {
  const { hear } = talk();
  const automatic = { type: 'auto_compaction_end', action: 'context-full', result: { summary: 'automatic' } };
  const answered = { type: 'response', command: 'compact', success: true, data: { summary: 'asked' } };
  expect(hear(automatic, answered, answered)).toEqual(
    ['automatic', 'asked', 'asked'].map((summary) => ({ type: 'context_compacted', summary })),
  );
});
