/** What the events of Copilot CLI 1.0.102 mean, in whole conversations. */
import type { EventDraft, ResolvedOptions } from '@agent-mux/core';
import { describe, expect, it } from 'vitest';
import { resolvedOptions } from '../../shared/testing/mode-parts.ts';
import { EventReader, type QuestionEvents } from './lines.ts';

function read({ asks = false, ...options }: Partial<ResolvedOptions> & { readonly asks?: boolean } = {}) {
  const reader = new EventReader({ options: resolvedOptions(options), asks });
  const event = (type: string, data: object = {}, agentId?: string): readonly EventDraft[] =>
    reader.parse({ type, data, ...(agentId === undefined ? {} : { agentId }) });
  return { reader, event };
}
/** Reads lines in a turn that has begun. */
function inTurn(options: Parameters<typeof read>[0] = {}) {
  const { reader, event } = read(options);
  event('user.message', {});
  return { reader, event };
}
const warns = (message: string) => ({ type: 'debug', level: 'warn', message });
const tells = (message: string) => ({ type: 'debug', level: 'verbose', message });
const call = (toolName: string, input: object = {}) => ({ toolCallId: 't1', toolName, arguments: input });
const image = { type: 'image', data: 'aGk=', mimeType: 'image/png' };

describe('an answer', () => {
  it('is a turn of steps, from the prompt until the agent is idle', () => {
    const { event } = read({ thinkingEffort: 'low' });
    expect([
      event('user.message', { attachments: [{ mimeType: 'image/png' }, { mimeType: 'text/plain' }, {}] }),
      event('assistant.turn_start'),
      event('assistant.reasoning_delta', { deltaContent: 'Hm', reasoningId: 'r1' }),
      event('assistant.reasoning', { content: 'Hm.', reasoningId: 'r1' }),
      event('assistant.message_delta', { deltaContent: 'Hel', messageId: 'm1' }),
      event('assistant.message', { content: 'Hello.', messageId: 'm1' }),
      event('assistant.message', { content: '' }),
      event('assistant.turn_end'),
      event('assistant.idle'),
      event('assistant.idle'),
      event('user.message'),
    ]).toEqual([
      [
        { type: 'turn_start' },
        { type: 'thinking_effort', effort: 'low' },
        { type: 'image_input_ack', mimeType: 'image/png' },
      ],
      [{ type: 'step_start' }],
      [{ type: 'thinking_delta', delta: 'Hm', key: 'r1' }],
      [{ type: 'thinking_stop', thinking: 'Hm.', key: 'r1' }],
      [{ type: 'text_delta', delta: 'Hel', key: 'm1' }],
      [{ type: 'message_stop', text: 'Hello.', key: 'm1' }],
      [],
      [{ type: 'step_end' }],
      [{ type: 'turn_end' }],
      [],
      [{ type: 'turn_start' }],
    ]);
  });

  it.each<[string, object]>([
    ['user.message', {}],
    ['assistant.turn_start', {}],
    ['assistant.message_delta', { deltaContent: 'a', messageId: 'm' }],
    ['assistant.reasoning_delta', { deltaContent: 'a', reasoningId: 'm' }],
    ['assistant.tool_call_delta', { toolCallId: 't1', toolName: 'view', inputDelta: '{' }],
    ['assistant.message', { content: 'a', messageId: 'm' }],
    ['tool.execution_start', call('view')],
  ])('begins with whatever comes first, but for that of a subagent: %s', (type, data) => {
    expect(read().event(type, data)[0]).toEqual({ type: 'turn_start' });
    const { reader, event } = read();
    expect(event(type, data, 'a1').map((draft) => draft.type)).not.toContain('turn_start');
    expect(reader.turns.isOpen).toBe(false);
  });

  it('of a subagent is told on its lane, without turns and steps', () => {
    const { event } = inTurn();
    expect([
      event('assistant.turn_start', {}, 'a1'),
      event('assistant.message_delta', { deltaContent: 'a', messageId: 'm' }, 'a1'),
      event('assistant.message', { content: 'ab', messageId: 'm' }, 'a1'),
      event('assistant.turn_end', {}, 'a1'),
      event('assistant.idle', {}, 'a1'),
    ]).toEqual([
      [],
      [{ type: 'text_delta', delta: 'a', key: 'm', lane: 'a1' }],
      [{ type: 'message_stop', text: 'ab', key: 'm', lane: 'a1' }],
      [],
      [],
    ]);
  });

  it.each<[string, [string, object, string?][], unknown]>([
    ['is interrupted where it says so', [['assistant.idle', { aborted: true }]], { type: 'interrupted' }],
    [
      'is interrupted where that was told before',
      [
        ['abort', {}],
        ['assistant.idle', {}],
      ],
      { type: 'interrupted' },
    ],
    [
      'is not interrupted where a subagent is',
      [
        ['abort', {}, 'a1'],
        ['assistant.idle', {}],
      ],
      undefined,
    ],
    [
      'stays interrupted where a subagent is as well',
      [
        ['abort', {}],
        ['abort', {}, 'a1'],
        ['assistant.idle', {}],
      ],
      { type: 'interrupted' },
    ],
    [
      'has failed where the session has',
      [
        ['session.error', { message: 'No.' }],
        ['assistant.idle', {}],
      ],
      { type: 'error', code: 'AGENT_ERROR', message: 'No.' },
    ],
    [
      'has not failed where a subagent has',
      [
        ['session.error', { message: 'No.' }, 'a1'],
        ['assistant.idle', {}],
      ],
      undefined,
    ],
  ])('%s', (_what, events, outcome) => {
    const { reader, event } = inTurn();
    const drafts = events.flatMap((each) => event(...each));
    expect(drafts.at(-1)).toEqual({ type: 'turn_end', ...(outcome === undefined ? {} : { outcome }) });
    const { isOpen, isClean, hasFailed, isInterrupted } = reader.turns;
    expect([isOpen, isClean, hasFailed, isInterrupted]).toEqual([false, true, outcome !== undefined, false]);
    event('user.message');
    expect([reader.turns.isOpen, reader.turns.isClean, reader.turns.hasFailed]).toEqual([true, false, false]);
    expect(event('assistant.idle')).toEqual([{ type: 'turn_end' }]);
  });

  const asked = { role: 'user', content: 'Go.' };
  const spoke = (content: unknown) => ({ role: 'assistant', content });
  const snapshot = (messages: unknown, ...agent: [string?]): [string, object, string?] => [
    'model.messages_snapshot',
    { messages },
    ...agent,
  ];

  it.each<[string, [string, object, string?][], string | undefined]>([
    ['the last message of the agent', [snapshot([asked, spoke('Done.')])], 'Done.'],
    ['none where somebody else has the last word', [snapshot([spoke('Done.'), asked])], undefined],
    ['none where the last message has no text', [snapshot([spoke('Wait.'), spoke('')])], undefined],
    ['none where its content is no text', [snapshot([spoke('Wait.'), spoke([])])], undefined],
    ['none where there are no messages', [snapshot([spoke('Wait.')]), snapshot(undefined)], undefined],
    ['not those of a subagent', [snapshot([spoke('Done.')]), snapshot([spoke('Found.')], 'a1')], 'Done.'],
    ['none of a step before the last one', [snapshot([spoke('Wait.')]), ['assistant.turn_start', {}]], undefined],
    ['those before a step of a subagent', [snapshot([spoke('Done.')]), ['assistant.turn_start', {}, 'a1']], 'Done.'],
  ])('ends with its last words: %s', (_what, events, text) => {
    const { event } = inTurn();
    for (const each of events) {
      event(...each);
    }
    expect(event('assistant.idle')).toEqual([{ type: 'turn_end', ...(text === undefined ? {} : { text }) }]);
  });

  it('that failed before its prompt was taken up is the outcome of the run', () => {
    const { event } = read();
    event('session.error', { message: 'No.' });
    expect(event('assistant.idle')).toEqual([
      { type: 'outcome', outcome: { type: 'error', code: 'AGENT_ERROR', message: 'No.' } },
    ]);
  });
});

describe('a failure', () => {
  const outcomeOf = (data: object, tried?: object) => {
    const { event } = inTurn();
    if (tried !== undefined) {
      event('model.call_failure', tried);
    }
    event('session.error', data);
    const [end] = event('assistant.idle');
    return end?.type === 'turn_end' ? end.outcome : end;
  };

  it.each<[object, object | undefined, object]>([
    [{ errorType: 'authentication', message: 'No.' }, undefined, { type: 'auth_error', message: 'No.' }],
    [{ message: 'No GitHub OAuth token found' }, undefined, { type: 'auth_error' }],
    [{ message: 'No authentication information found' }, undefined, { type: 'auth_error' }],
    [{ message: 'You are not authenticated' }, undefined, { type: 'auth_error' }],
    [{ message: 'You are not logged in' }, undefined, { type: 'auth_error' }],
    [{ message: 'No.', statusCode: 401 }, undefined, { type: 'auth_error' }],
    [{ errorType: 'quota', message: 'Used up.' }, undefined, { type: 'rate_limit_error' }],
    [{ errorType: 'rate_limit', message: 'Slow.' }, undefined, { type: 'rate_limit_error' }],
    [
      { message: 'Oh.' },
      { errorMessage: 'prompt is too long: 3 tokens > 2 maximum' },
      { type: 'context_exceeded', usedTokens: 3, maxTokens: 2 },
    ],
    [{ message: 'Oh.' }, { errorMessage: 'Bad.' }, { type: 'error', message: 'Oh.' }],
    [{}, undefined, { type: 'error', message: 'The agent failed without a word.' }],
    [
      { errorType: 'authentication', statusCode: 401 },
      undefined,
      { type: 'auth_error', message: 'The agent failed without a word (authentication, status 401).' },
    ],
  ])('%j after %j is what the turn ends with', (data, tried, outcome) => {
    expect(outcomeOf(data, tried)).toMatchObject(outcome);
  });

  it.each([
    [{ message: 'No.' }, 'A subagent has failed: No.'],
    [{}, 'A subagent has failed: '],
  ])('of a subagent is told, and is none of the turn: %j', (data, words) => {
    expect(inTurn().event('session.error', data, 'a1')).toEqual([{ ...warns(words), lane: 'a1' }]);
  });

  it.each<[object | undefined, object, object[]]>([
    [undefined, { reason: 'odd' }, [{ type: 'retry', attempt: 1, maxAttempts: 5, reason: 'odd', delayMs: 0 }]],
    [undefined, {}, [{ type: 'retry', attempt: 1, maxAttempts: 5, reason: 'unknown', delayMs: 0 }]],
    [
      { statusCode: 500, retryAttempt: 1 },
      { reason: 'transient_auth_error' },
      [{ type: 'retry', attempt: 2, maxAttempts: 2, reason: 'transient_auth_error (500)', delayMs: 0 }],
    ],
    [
      { retryAttempt: 2 },
      { reason: 'forced_compaction' },
      [{ type: 'retry', attempt: 3, maxAttempts: 3, reason: 'forced_compaction', delayMs: 0 }],
    ],
    [
      { statusCode: 429 },
      { reason: 'odd' },
      [{ type: 'rate_limited' }, { type: 'retry', attempt: 1, maxAttempts: 5, reason: 'odd (429)', delayMs: 0 }],
    ],
    [
      { statusCode: 429, errorMessage: 'Too many requests. Please retry after 2s.' },
      { reason: 'odd' },
      [
        { type: 'rate_limited', retryAfterMs: 2000 },
        { type: 'retry', attempt: 1, maxAttempts: 5, reason: 'odd (429)', delayMs: 0 },
      ],
    ],
    [
      undefined,
      { reason: 'rate_limit' },
      [{ type: 'rate_limited' }, { type: 'retry', attempt: 1, maxAttempts: 5, reason: 'rate_limit', delayMs: 0 }],
    ],
  ])('%j that is tried again with %j is a retry', (failure, retry, drafts) => {
    const { event } = inTurn();
    if (failure !== undefined) {
      event('model.call_failure', failure);
    }
    expect(event('assistant.turn_retry', retry)).toEqual(drafts);
  });
});

describe('a call', () => {
  const kinds: Readonly<Record<string, string>> = { view: 'read', bash: 'execute', powershell: 'execute' };
  const ready = (toolName: string, input: object = {}, toolKind = kinds[toolName] ?? 'other') => ({
    ...{ type: 'tool_call_ready', toolCallId: 't1', toolName, toolKind, input },
  });
  /** It begins with its whole input. */
  const whole = (...parts: Parameters<typeof ready>) => ({ ...ready(...parts), type: 'tool_call_start' });
  const done = (more: object = {}) => ({ toolCallId: 't1', success: true, ...more });
  const result = (output: unknown) => ({ type: 'tool_result', toolCallId: 't1', output });
  /** The events of a call's end. */
  const endOf = (toolName: string, input: object, end: object) => {
    const { event } = inTurn();
    event('tool.execution_start', call(toolName, input));
    return event('tool.execution_complete', done(end));
  };

  it('comes in pieces, then whole', () => {
    const { event } = inTurn();
    const piece = (inputDelta: string) => ({ toolCallId: 't1', toolName: 'view', inputDelta });
    expect([
      event('assistant.tool_call_delta', piece('{"path"')),
      event('assistant.tool_call_delta', piece(':"/a"}')),
      event('assistant.message', { toolRequests: [{ toolCallId: 't1', name: 'view', arguments: { path: '/a' } }] }),
      event('tool.execution_complete', done({ result: { content: 'x' } })),
    ]).toEqual([
      [
        { type: 'tool_call_start', toolCallId: 't1', toolName: 'view', toolKind: 'read' },
        { type: 'tool_input_delta', toolCallId: 't1', delta: '{"path"' },
      ],
      [{ type: 'tool_input_delta', toolCallId: 't1', delta: ':"/a"}' }],
      [ready('view', { path: '/a' })],
      [result('x'), { type: 'file_read', path: '/a', toolCallId: 't1' }],
    ]);
  });

  it('without an id is none, nor is the dispatch of a subagent', () => {
    const { event } = inTurn();
    expect([
      event('assistant.tool_call_delta', { toolName: 'view', inputDelta: '{' }),
      event('assistant.tool_call_delta', { toolCallId: 't1', toolName: 'task', inputDelta: '{' }),
      event('tool.execution_start', call('task')),
    ]).toEqual([[], [], []]);
  });

  it('of an MCP server is told by the names of both, the longest server first', () => {
    const servers = ['my', 'my-fs'].map((name) => ({ name, transport: 'stdio', command: 'x' }) as const);
    const mcp = { server: 'my-fs', tool: 'list' };
    const piece = { toolCallId: 't1', toolName: 'my-fs-list', inputDelta: '' };
    const { event } = inTurn({ mcpServers: servers });
    expect(event('assistant.tool_call_delta', piece)[0]).toMatchObject({ mcp });
    expect(event('tool.execution_start', call('my-fs-list'))).toEqual([{ ...ready('my-fs-list', {}, 'mcp'), mcp }]);
    const told = { ...call('x'), mcpServerName: 'my', mcpToolName: 'y' };
    expect(inTurn().event('tool.execution_start', told)).toEqual([
      { ...whole('x', {}, 'mcp'), mcp: { server: 'my', tool: 'y' } },
    ]);
    expect(inTurn().event('tool.execution_start', { ...told, mcpToolName: undefined })).toEqual([whole('x')]);
  });

  it.each(['bash', 'powershell'])('of a shell runs it where nobody asks: %s', (name) => {
    expect(inTurn().event('tool.execution_start', call(name, { command: 'ls' }))).toEqual([
      whole(name, { command: 'ls' }),
      { type: 'shell_start', toolCallId: 't1', command: 'ls', cwd: '/work' },
    ]);
  });

  it('of a shell runs once it says something, or its sandbox is decided on, where somebody may be asked', () => {
    const start = { type: 'shell_start', toolCallId: 't1', command: 'ls', cwd: '/work' };
    const begun = () => {
      const { event } = inTurn({ asks: true });
      expect(event('tool.execution_start', call('bash', { command: 'ls' }))).toEqual([
        whole('bash', { command: 'ls' }),
      ]);
      return event;
    };
    const said = begun();
    expect(said('sandbox.decision', {})).toEqual([]);
    expect(begun()('sandbox.decision', { toolCallId: 't1' })).toEqual([start]);
    expect(said('tool.shell_output', { toolCallId: 't1', stream: 'stdout', text: 'a' })).toEqual([
      start,
      { type: 'shell_stdout_delta', toolCallId: 't1', delta: 'a' },
    ]);
    expect(said('tool.shell_output', { toolCallId: 't1', stream: 'stderr', text: 'b' })).toEqual([
      { type: 'shell_stderr_delta', toolCallId: 't1', delta: 'b' },
    ]);
    expect(said('tool.shell_output', { toolCallId: 't9', text: 'b' })).toEqual([]);
    const printed = done({ shellExecution: { exitCode: 0 }, result: { content: 'ab\n<exited with exit code 0>' } });
    expect(said('tool.execution_complete', printed)[0]).toEqual({ type: 'shell_exit', toolCallId: 't1', exitCode: 0 });
  });

  it('of a shell begins nobody knows where once one before it may have left its folder', () => {
    const { event } = inTurn();
    const folderOf = (command: string) => event('tool.execution_start', call('bash', { command }))[1];
    const runs = (command: string, id = 't1') => {
      event('tool.execution_complete', done());
      return event('tool.execution_start', { ...call('bash', { command }), toolCallId: id })[1];
    };
    expect([folderOf('ls'), runs('cd sub'), runs('ls', 't2')]).toEqual([
      { type: 'shell_start', toolCallId: 't1', command: 'ls', cwd: '/work' },
      { type: 'shell_start', toolCallId: 't1', command: 'cd sub', cwd: '/work' },
      { type: 'shell_start', toolCallId: 't2', command: 'ls' },
    ]);
  });

  it.each<[object, object[]]>([
    [
      { shellExecution: { exitCode: 3 }, result: { content: 'a\n<exited with exit code 3>' } },
      [{ type: 'shell_exit', toolCallId: 't1', exitCode: 3, output: 'a' }],
    ],
    [
      { shellExecution: { exitCode: 0 }, result: { content: 'a\n<shellId: 7 completed with exit code 0>\n' } },
      [{ type: 'shell_exit', toolCallId: 't1', exitCode: 0, output: 'a' }],
    ],
    [{ result: { content: 'It goes on.' } }, [{ type: 'shell_exit', toolCallId: 't1' }]],
    [
      { success: false, shellExecution: { exitCode: 1 }, error: { message: 'No.' } },
      [{ type: 'shell_exit', toolCallId: 't1', exitCode: 1 }],
    ],
    [{ success: false, error: { message: 'No.' } }, []],
  ])('of a shell ends as it is told: %j', (end, drafts) => {
    expect(endOf('bash', { command: 'x' }, end).filter(({ type }) => type === 'shell_exit')).toEqual(drafts);
  });

  it.each<[string, object, object, object[]]>([
    ['view', { path: '/a' }, {}, [{ type: 'file_read', path: '/a', toolCallId: 't1' }]],
    ['view', { path: '/a' }, { toolTelemetry: { properties: { viewType: 'directory' } } }, []],
    ['view', {}, {}, []],
    [
      'bash',
      { command: 'rm a' },
      { shellExecution: { exitCode: 0 } },
      [{ type: 'file_delete', path: '/work/a', toolCallId: 't1' }],
    ],
    ['bash', { command: 'rm a' }, { shellExecution: { exitCode: 1 } }, []],
    [
      'create',
      { file_text: 'ü' },
      { fileEdits: [{ path: '/a', kind: 'create' }] },
      [{ type: 'file_create', path: '/a', byteCount: 2, toolCallId: 't1' }],
    ],
    [
      'create',
      { file_text: 'ü' },
      { fileEdits: [{ path: '/a', kind: 'update' }] },
      [{ type: 'file_write', path: '/a', byteCount: 2, toolCallId: 't1' }],
    ],
    [
      'apply_patch',
      {},
      {
        fileEdits: [{ path: '/a', kind: 'create' }, { path: '/b', kind: 'delete' }, { path: '/c' }, {}, 7],
        result: {
          detailedContent:
            'x\ndiff --git a/a b/a\n+++ b/a\n@@ -1 +1,2 @@\n+one\n+two\n-old\ndiff --git a/c b/c\n-1\n+2\n',
        },
      },
      [
        { type: 'file_create', path: '/a', byteCount: 8, toolCallId: 't1' },
        { type: 'file_delete', path: '/b', toolCallId: 't1' },
        { type: 'file_patch', path: '/c', diff: 'diff --git a/c b/c\n-1\n+2\n', toolCallId: 't1' },
      ],
    ],
    [
      'apply_patch',
      {},
      {
        fileEdits: [{ path: '/z', kind: 'update' }],
        result: { detailedContent: 'diff --git a/a b/a\n-1\n+2\ndiff --git a/c b/c\n-3\n+4\n' },
      },
      [
        {
          ...{ type: 'file_patch', path: '/z', toolCallId: 't1' },
          diff: 'diff --git a/a b/a\n-1\n+2\ndiff --git a/c b/c\n-3\n+4\n',
        },
      ],
    ],
    [
      'apply_patch',
      {},
      {
        fileEdits: [{ path: '/a.c', kind: 'create' }],
        result: {
          detailedContent:
            'diff --git a/a.c b/a.c\n--- /dev/null\n+++ b/a.c\n@@ -0,0 +1,2 @@\n+int i;\n+++i;\n\\ No newline at end of file\n',
        },
      },
      [{ type: 'file_create', path: '/a.c', byteCount: 'int i;\n++i;'.length, toolCallId: 't1' }],
    ],
    ['skill', { skill: 'pdf' }, {}, [{ type: 'skill_invoked', skillName: 'pdf' }]],
    ['view_skill', { skill: 'pdf' }, {}, []],
  ])('%s of %j tells what it has done: %j', (name, input, end, drafts) => {
    const told = endOf(name, input, end);
    expect(told.slice(told.findIndex(({ type }) => type === 'tool_result') + 1)).toEqual(drafts);
  });

  it('gives its images an event each, and keeps them out of its output', () => {
    const contents = [{ type: 'text', text: 'a' }, image, { type: 'image', data: 'aGk=' }, { type: 'image' }];
    expect(endOf('shot', {}, { result: { content: 'a', contents } })).toEqual([
      result([contents[0], { type: 'image', mimeType: 'image/png' }, { type: 'image' }, { type: 'image' }]),
      { type: 'image_output', mimeType: 'image/png', base64: 'aGk=', toolCallId: 't1' },
      { type: 'image_output', mimeType: 'application/octet-stream', base64: 'aGk=', toolCallId: 't1' },
    ]);
    expect(endOf('shot', {}, { result: { content: 'a', contents: [contents[0]] } })).toEqual([result('a')]);
  });

  it.each<[object, string]>([
    [{ error: { message: 'No.' }, result: { content: 'x' } }, 'No.'],
    [{ result: { content: 'x' } }, 'x'],
    [{}, 'failed'],
  ])('that failed is an error: %j', (end, error) => {
    expect(endOf('view', {}, { success: false, ...end })).toEqual([{ type: 'tool_error', toolCallId: 't1', error }]);
  });

  const RM = { toolKind: 'execute', command: 'rm a' };
  const FILE = { toolKind: 'edit', paths: ['/a'] };
  const PAGE = { toolKind: 'fetch', url: 'http://a' };

  it.each<[string, object, object, object]>([
    ['bash', { command: 'rm a' }, { action: 'run a command', detail: 'rm a', riskLevel: 'high' }, RM],
    ['powershell', { command: 'rm a' }, { action: 'run a command', detail: 'rm a', riskLevel: 'high' }, RM],
    ['create', { path: '/a' }, { action: 'write a file', detail: '/a', riskLevel: 'medium' }, FILE],
    ['edit', { path: '/a' }, { action: 'write a file', detail: '/a', riskLevel: 'medium' }, FILE],
    ['apply_patch', { path: '/a' }, { action: 'write a file', detail: '/a', riskLevel: 'medium' }, FILE],
    ['view', { path: '/a' }, { action: 'read a file', detail: '/a', riskLevel: 'low' }, { ...FILE, toolKind: 'read' }],
    ['web_fetch', { url: 'http://a' }, { action: 'fetch a web page', detail: 'http://a', riskLevel: 'high' }, PAGE],
    ['odd', { a: 1 }, { action: 'use odd', detail: '{"a":1}', riskLevel: 'medium' }, { toolKind: 'other' }],
  ])('that was denied without a question is told as one that was asked about: %s', (name, input, asked, facts) => {
    const { event } = inTurn({ asks: true });
    event('tool.execution_start', call(name, input));
    const end = { toolCallId: 't1', success: false, error: { code: 'denied', message: 'No.' } };
    expect(event('tool.execution_complete', end)).toEqual([
      { type: 'approval_request', key: 'denied:t1', ...asked, ...facts, input, toolName: name, toolCallId: 't1' },
      { type: 'approval_denied', key: 'denied:t1', reason: 'No.' },
      { type: 'tool_error', toolCallId: 't1', error: 'No.' },
    ]);
    expect(event('tool.execution_complete', end)).toEqual([{ type: 'tool_error', toolCallId: 't1', error: 'No.' }]);
  });
});

it('tells a call of an MCP server that was denied without a question as one that was asked about', () => {
  const { event } = inTurn({ asks: true });
  const input = { path: '/a' };
  event('tool.execution_start', { ...call('my-y', input), mcpServerName: 'my', mcpToolName: 'y' });
  const end = { toolCallId: 't1', success: false, error: { code: 'denied', message: 'No.' } };
  expect(event('tool.execution_complete', end)[0]).toEqual({
    ...{ type: 'approval_request', key: 'denied:t1', toolName: 'my-y', toolCallId: 't1', toolKind: 'mcp' },
    ...{ action: 'call an MCP tool', detail: '{"path":"/a"}', riskLevel: 'medium', paths: ['/a'], input },
    mcp: { server: 'my', tool: 'y' },
  });
});

describe('an event that lacks what it is about', () => {
  const start = (more: object = {}) => ({
    ...{ type: 'tool_call_start', toolCallId: '', toolName: '', toolKind: 'other', input: {} },
    ...more,
  });

  it.each<[string, object, object[]]>([
    ['assistant.message_delta', {}, [{ type: 'text_delta', delta: '', key: '' }]],
    ['assistant.reasoning_delta', {}, [{ type: 'thinking_delta', delta: '', key: '' }]],
    ['assistant.reasoning', {}, [{ type: 'thinking_stop', thinking: '', key: '' }]],
    ['assistant.message', { content: 'a' }, [{ type: 'message_stop', text: 'a', key: '' }]],
    ['assistant.message', {}, []],
    ['assistant.message', { toolRequests: [{}] }, [start()]],
    [
      'assistant.tool_call_delta',
      { toolCallId: 't1' },
      [
        { type: 'tool_call_start', toolCallId: 't1', toolName: '', toolKind: 'other' },
        { type: 'tool_input_delta', toolCallId: 't1', delta: '' },
      ],
    ],
    ['tool.execution_start', {}, [start()]],
    [
      'tool.execution_start',
      { toolName: 'bash' },
      [
        start({ toolName: 'bash', toolKind: 'execute' }),
        { type: 'shell_start', toolCallId: '', command: '', cwd: '/work' },
      ],
    ],
    ['tool.execution_complete', {}, [{ type: 'tool_error', toolCallId: '', error: 'failed' }]],
    ['tool.execution_complete', { success: true }, [{ type: 'tool_result', toolCallId: '' }]],
    ['subagent.completed', {}, []],
    ['subagent.failed', {}, []],
    ['mcp.oauth_required', {}, [warns('MCP server "" wants a login.')]],
    ['system.notification', {}, [tells('Told to the agent: ')]],
    ['session.warning', {}, [warns('')]],
    ['session.info', {}, [tells('info: ')]],
  ])('is told without it: %s of %j', (type, data, drafts) => {
    expect(inTurn().event(type, data)).toEqual(drafts);
  });

  it.each<[object, object]>([
    [{ stream: 'stdout' }, { type: 'shell_stdout_delta', toolCallId: 't1', delta: '' }],
    [{ stream: 'stderr' }, { type: 'shell_stderr_delta', toolCallId: 't1', delta: '' }],
  ])('is a piece of the output without words: %j', (data, draft) => {
    const { event } = inTurn();
    event('tool.execution_start', call('bash', { command: 'ls' }));
    expect(event('tool.shell_output', { toolCallId: 't1', ...data })).toEqual([draft]);
  });

  it.each<[string, object]>([
    ['subagent.completed', { type: 'subagent_result' }],
    ['subagent.failed', { type: 'subagent_error', error: 'failed' }],
  ])('ends the subagent that was dispatched without an id: %s', (type, end) => {
    const { event } = inTurn();
    event('tool.execution_start', { toolName: 'task', arguments: { agent_type: 'explore' } });
    expect(event(type)).toEqual([
      { type: 'subagent_spawn', subagentId: '', agentName: 'explore' },
      { ...end, subagentId: '' },
    ]);
  });
});

it.each([
  [{ toolCallId: 't1' }, 't1'],
  [{}, ''],
])('settles what was asked about a call before it tells how that ended: %j', (data, id) => {
  const questions: QuestionEvents = {
    parse: () => undefined,
    wasAsked: () => true,
    toolEnded: (toolCallId) => [{ type: 'interaction_settled', key: `about:${toolCallId}` }],
    turnEnded: () => [],
  };
  const reader = new EventReader({ options: resolvedOptions(), asks: true, questions });
  expect(reader.parse({ type: 'tool.execution_complete', data })).toEqual([
    { type: 'interaction_settled', key: `about:${id}` },
    { type: 'tool_error', toolCallId: id, error: 'failed' },
  ]);
});

it('counts the tokens of a request once, however often it is told', () => {
  const { reader } = inTurn();
  const told = (id?: string): readonly string[] =>
    reader
      .parse({
        type: 'assistant.usage',
        data: { inputTokens: 1, outputTokens: 2 },
        ...(id === undefined ? {} : { id }),
      })
      .map(({ type }) => type);
  const usage = ['token_usage', 'cost'];
  expect([told('e1'), told('e1'), told('e2'), told('e1'), told(), told()]).toEqual([
    usage,
    [],
    usage,
    [],
    usage,
    usage,
  ]);
});

describe('a subagent', () => {
  const dispatch = (more: object = {}) => call('task', { agent_type: 'explore', prompt: 'Look.', ...more });
  const spawn = { type: 'subagent_spawn', subagentId: 't1', agentName: 'explore', prompt: 'Look.' };
  const returned = { toolCallId: 't1', success: true, result: { content: 'Found it.' } };
  const result = (summary?: string) => ({
    type: 'subagent_result',
    subagentId: 't1',
    ...(summary === undefined ? {} : { summary }),
  });

  it('is spawned once, by its start or by its end, and ends once', () => {
    const { event } = inTurn();
    event('tool.execution_start', dispatch());
    expect([
      event('subagent.started', { toolCallId: 't1' }, 'a1'),
      event('subagent.started', { toolCallId: 't1', agentName: 'other' }, 'a1'),
      event('tool.execution_complete', returned),
      event('subagent.completed', { toolCallId: 't1' }),
      event('subagent.failed', { toolCallId: 't1' }),
    ]).toEqual([[spawn], [], [result('Found it.')], [], []]);
    const late = inTurn().event;
    late('tool.execution_start', dispatch());
    expect(late('tool.execution_complete', returned)).toEqual([spawn, result('Found it.')]);
  });

  it('speaks on the lane of its call, and its last words are its report where there is no other', () => {
    const { event } = inTurn();
    event('tool.execution_start', dispatch());
    event('subagent.started', { toolCallId: 't1', agentName: 'finder' }, 'a1');
    expect(event('assistant.message', { content: 'Here.', messageId: 'm' }, 'a1')).toEqual([
      { type: 'message_stop', text: 'Here.', key: 'm', lane: 't1' },
    ]);
    expect(event('subagent.completed', { toolCallId: 't1' })).toEqual([result('Here.')]);
  });

  it('in the background goes on after its call has returned', () => {
    const { event } = inTurn();
    event('tool.execution_start', dispatch({ mode: 'background' }));
    expect([
      event('subagent.started', { toolCallId: 't1' }, 'a1'),
      event('tool.execution_complete', returned),
      event('subagent.completed', { toolCallId: 't1' }),
    ]).toEqual([[{ ...spawn, background: true }], [], [result()]]);
    const told = inTurn().event;
    expect(told('subagent.started', { toolCallId: 't1', agentName: 'x', executionMode: 'background' }, 'a1')).toEqual([
      { type: 'subagent_spawn', subagentId: 't1', agentName: 'x', background: true },
    ]);
  });

  it.each<[string, object, string]>([
    ['subagent.failed', { error: 'No.' }, 'No.'],
    ['subagent.failed', {}, 'failed'],
    ['subagent.completed', { cancelled: true }, 'cancelled'],
    ['tool.execution_complete', { success: false, error: { message: 'No.' } }, 'No.'],
  ])('ends with an error where it failed: %s', (type, data, error) => {
    const { event } = inTurn();
    event('tool.execution_start', dispatch({ mode: 'background' }));
    expect(event(type, { toolCallId: 't1', ...data }).at(-1)).toEqual({
      ...{ type: 'subagent_error', subagentId: 't1', error },
    });
  });

  it('may have the id of one that has ended, and so may another call', () => {
    const { event } = inTurn();
    event('tool.execution_start', dispatch());
    event('subagent.started', { toolCallId: 't1' }, 'a1');
    event('tool.execution_complete', returned);
    event('tool.execution_start', dispatch({ prompt: 'Look again.' }));
    expect([
      event('subagent.started', { toolCallId: 't1' }, 'a2'),
      event('tool.execution_complete', { ...returned, result: { content: 'Nothing more.' } }),
      event('subagent.started', { toolCallId: 't1' }, 'a2'),
    ]).toEqual([[{ ...spawn, prompt: 'Look again.' }], [result('Nothing more.')], []]);
    event('tool.execution_start', call('view', { path: '/a' }));
    expect(event('tool.execution_complete', returned)).toEqual([
      { type: 'tool_result', toolCallId: 't1', output: 'Found it.' },
      { type: 'file_read', path: '/a', toolCallId: 't1' },
    ]);
  });

  it('that nobody dispatched ends in silence, and without a call does not begin', () => {
    const { event } = inTurn();
    expect([event('subagent.completed', { toolCallId: 't9' }), event('subagent.started', {}, 'a1')]).toEqual([[], []]);
  });
});

describe('what stands around a conversation', () => {
  it('is told once: skills that are on, servers that failed', () => {
    const { event } = read();
    const skills = { skills: [{ name: 'pdf', source: 'project' }, { name: 'off', enabled: false }, { name: 'x' }, {}] };
    const servers = {
      servers: [{ name: 'a', status: 'connected' }, { name: 'b', status: 'failed', error: 'No.' }, {}],
    };
    expect([
      event('session.skills_loaded', skills),
      event('session.skills_loaded', skills),
      event('session.mcp_servers_loaded', servers),
      event('session.mcp_servers_loaded', servers),
      event('session.mcp_server_status_changed', { serverName: 'a', status: 'needs-auth' }),
      event('mcp.oauth_required', { serverName: 'a' }),
    ]).toEqual([
      [
        { type: 'skill_loaded', skillName: 'pdf', source: 'project' },
        { type: 'skill_loaded', skillName: 'x' },
      ],
      [],
      [warns('MCP server "b": failed (No.).')],
      [],
      [warns('MCP server "a": needs-auth.')],
      [warns('MCP server "a" wants a login.')],
    ]);
    event('user.message');
    const piece = { toolCallId: 't1', toolName: 'b-list', inputDelta: '' };
    expect(event('assistant.tool_call_delta', piece)[0]).toMatchObject({ mcp: { server: 'b', tool: 'list' } });
  });

  it.each<[string, object, unknown[]]>([
    ['session.truncation', {}, [warns('The oldest messages were left out, since the context window is full.')]],
    ['session.warning', { message: 'Oh.' }, [warns('Oh.')]],
    ['session.info', { infoType: 'odd', message: 'Oh.' }, [tells('odd: Oh.')]],
    ['session.info', { message: 'Oh.' }, [tells('info: Oh.')]],
    ['session.info', { infoType: 'model_retry', message: 'Oh.' }, []],
    ['session.info', { infoType: 'file_created', message: 'Oh.' }, []],
    ['system.notification', { content: 'Oh.' }, [tells('Told to the agent: Oh.')]],
    ['skill.invoked', { name: 'pdf' }, [{ type: 'skill_invoked', skillName: 'pdf' }]],
    ['skill.invoked', { name: 'pdf', trigger: 'agent-invoked' }, []],
    [
      'session.compaction_complete',
      { success: false, error: 'Oh.' },
      [warns('The agent could not compact its context: Oh.')],
    ],
    ['session.compaction_complete', {}, [warns('The agent could not compact its context: ')]],
    ['session.compaction_complete', { success: true }, [{ type: 'context_compacted' }]],
    [
      'session.compaction_complete',
      { success: true, summaryContent: 's', tokensRemoved: 7 },
      [{ type: 'context_compacted', summary: 's', tokensSaved: 7 }],
    ],
    ['model.anything', {}, []],
  ])('%s of %j is a note', (type, data, drafts) => {
    expect(read().event(type, data)).toEqual(drafts);
  });

  it('without a type is unknown', () => {
    expect(read().reader.parse({})).toEqual([{ type: 'unknown_native', name: '?' }]);
  });

  it('is the use of the window: warned of once it is nearly full, and anew after it was compacted', () => {
    const { event } = read();
    const usage = (inputTokens: number) =>
      event('assistant.usage', { inputTokens, outputTokens: 0, reasoningTokens: 2 }).filter(
        ({ type }) => type === 'context_limit_warning',
      );
    event('session.usage_info', { tokenLimit: 100 });
    event('session.usage_info', { tokenLimit: 0 });
    const seen = [usage(10), usage(95), usage(96)].map(({ length }) => length);
    const paid = { inputTokens: 5, outputTokens: 1 };
    const compaction = event('session.compaction_complete', { success: true, compactionTokensUsed: paid });
    expect([...seen, usage(95).length]).toEqual([0, 1, 0, 1]);
    expect(compaction.slice(1)).toEqual([
      { type: 'token_usage', ...paid, cachedTokens: 0 },
      { type: 'cost', cost: { totalUsd: 0, priced: false, ...paid, cachedTokens: 0 }, mode: 'add' },
    ]);
    expect(event('assistant.usage', { ...paid, reasoningTokens: 2 }, 'a1')).toEqual([
      { type: 'token_usage', ...paid, cachedTokens: 0, thinkingTokens: 2, lane: 'a1' },
      expect.objectContaining({ type: 'cost', lane: 'a1' }),
    ]);
  });

  it('leaves even the smallest window empty where it was compacted', () => {
    const { event } = read();
    const used = () => event('assistant.usage', { inputTokens: 1 }).filter(({ type }) => /limit/.test(type));
    event('session.usage_info', { tokenLimit: 1 });
    const before = used();
    event('session.compaction_complete', { success: true });
    const full = { type: 'context_limit_warning', usedTokens: 1, maxTokens: 1, pctUsed: 100 };
    expect([before, used()]).toEqual([[full], [full]]);
  });
});
