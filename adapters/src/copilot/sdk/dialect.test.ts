import type { InteractionResponse } from '@agent-mux/core';
import { describe, expect, it } from 'vitest';
import { TESTED_VERSIONS } from '../about.ts';
import { talk } from './testing/sdk-talk.ts';

const WRITE = { kind: 'write', toolCallId: 't1', fileName: '/a.txt', canOfferSessionApproval: true };
const COMMAND = {
  kind: 'shell',
  toolCallId: 't1',
  fullCommandText: 'git status && ls',
  commands: [{ identifier: 'git status' }, { identifier: 'ls' }],
  canOfferSessionApproval: true,
};
const COMPOUND = { ...COMMAND, canOfferSessionApproval: false };
const MCP = { kind: 'mcp', toolCallId: 't1', serverName: 'demo', toolName: 'demo-echo', args: { text: 'hi' } };

describe('a permission', () => {
  it.each<[string, object, InteractionResponse, unknown]>([
    ['once', WRITE, { type: 'approve' }, { kind: 'approve-once' }],
    [
      'for all writes of the session',
      WRITE,
      { type: 'approve', scope: 'session' },
      { kind: 'approve-for-session', approval: { kind: 'write' } },
    ],
    [
      'for these commands',
      COMMAND,
      { type: 'approve', scope: 'session' },
      { kind: 'approve-for-session', approval: { kind: 'commands', commandIdentifiers: ['git status', 'ls'] } },
    ],
    [
      'for this tool of a server',
      MCP,
      { type: 'approve', scope: 'session' },
      { kind: 'approve-for-session', approval: { kind: 'mcp', serverName: 'demo', toolName: 'echo' } },
    ],
    ['not at all', WRITE, { type: 'deny', reason: 'no' }, { kind: 'reject', feedback: 'no' }],
  ])('is given %s', (_, permissionRequest, answer, result) => {
    const { dialect, event, say } = talk();
    const promptRequest = { toolName: 'echo' };
    event('permission.requested', { requestId: 'p1', permissionRequest, promptRequest });
    const writes = dialect.respond('p1', answer);
    expect(typeof writes === 'string' ? writes : say(writes)).toEqual([
      {
        jsonrpc: '2.0',
        id: 3,
        method: 'session.permissions.handlePendingPermissionRequest',
        params: { sessionId: 's1', requestId: 'p1', result },
      },
    ]);
    expect(dialect.state.pending.size).toBe(0);
  });

  it.each<[string, object, InteractionResponse]>([
    ['another input', WRITE, { type: 'approve', input: { command: 'ls' } }],
    ['the session where the CLI offers none', COMPOUND, { type: 'approve', scope: 'session' }],
    ['words', WRITE, { type: 'text', text: 'yes' }],
    ['answers', WRITE, { type: 'answers', answers: { q: 'yes' } }],
    ['a form', WRITE, { type: 'form', action: 'accept', content: {} }],
  ])('cannot be answered with %s, and stays open', (_, permissionRequest, answer) => {
    const { dialect, event } = talk();
    event('permission.requested', { requestId: 'p1', permissionRequest });
    expect([dialect.respond('p1', answer), dialect.state.pending.size]).toEqual(['unsupported', 1]);
  });

  it('is settled once, by whoever decides first', () => {
    const { event } = talk();
    event('permission.requested', { requestId: 'p1', permissionRequest: WRITE });
    const decided = { requestId: 'p1', result: { kind: 'denied-by-rules' } };
    expect([event('permission.completed', decided), event('permission.completed', decided)]).toEqual([
      [{ type: 'approval_denied', key: 'p1', reason: 'denied-by-rules' }],
      [],
    ]);
  });

  it('stops the turn with a denial that says so', () => {
    const { dialect, event, say } = talk();
    event('permission.requested', { requestId: 'p1', permissionRequest: WRITE });
    const writes = dialect.respond('p1', { type: 'deny', interrupt: true });
    expect(typeof writes === 'string' ? writes : say(writes).map(({ method }) => method)).toEqual([
      'session.permissions.handlePendingPermissionRequest',
      'session.abort',
    ]);
  });

  it('of a call that has ended says nothing of one with the same id, which is refused unasked', () => {
    const { event } = talk();
    const start = { toolCallId: 't1', toolName: 'bash', arguments: { command: 'git status' } };
    const refused = { toolCallId: 't1', success: false, error: { message: 'no', code: 'denied' } };
    const typesOf = () => event('tool.execution_complete', refused).map(({ type }) => type);
    event('tool.execution_start', start);
    event('permission.requested', { requestId: 'p1', permissionRequest: COMMAND });
    event('permission.completed', { requestId: 'p1', result: { kind: 'reject' } });
    expect(typesOf()).toEqual(['tool_error']);
    event('tool.execution_start', start);
    expect(typesOf()).toEqual(['approval_request', 'approval_denied', 'tool_error']);
  });
});

describe('a question', () => {
  it.each<[string, boolean, InteractionResponse, unknown]>([
    ['a choice', false, { type: 'text', text: 'Blue' }, { answer: 'Blue', wasFreeform: false }],
    ['words of its own', true, { type: 'text', text: 'Green' }, { answer: 'Green', wasFreeform: true }],
    [
      'answers by question',
      true,
      { type: 'answers', answers: { 'Which?': ['Red', 'Blue'] } },
      { answer: 'Red, Blue', wasFreeform: true },
    ],
    [
      'the answer to it among others',
      true,
      { type: 'answers', answers: { Why: 'Red', 'Which?': 'Blue' } },
      { answer: 'Blue', wasFreeform: false },
    ],
    [
      'the only answer there is',
      true,
      { type: 'answers', answers: { q: 'Blue' } },
      { answer: 'Blue', wasFreeform: false },
    ],
    ['no answer at all', true, { type: 'answers', answers: {} }, 'unsupported'],
    [
      'a form that is declined',
      false,
      { type: 'form', action: 'decline' },
      { answer: 'The user has declined to answer.', wasFreeform: true },
    ],
    ['a form', true, { type: 'form', action: 'accept', content: {} }, 'unsupported'],
    [
      'a refusal without a word',
      false,
      { type: 'deny' },
      { answer: 'The user has declined to answer.', wasFreeform: true },
    ],
    ['a refusal', false, { type: 'deny', reason: 'later' }, { answer: 'later', wasFreeform: true }],
    ['words where only choices count', false, { type: 'text', text: 'Green' }, 'unsupported'],
    ['leave', true, { type: 'approve' }, 'unsupported'],
  ])('takes %s', (_, allowFreeform, answer, result) => {
    const { dialect, event, hear, say } = talk();
    event('user_input.requested', { requestId: 'q', toolCallId: 't1' });
    const params = { question: 'Which?', choices: ['Red', 'Blue'], allowFreeform };
    const drafts = hear({ id: 7, method: 'userInput.request', params });
    const writes = dialect.respond('input:7', answer);
    const said = typeof writes === 'string' ? writes : say(writes)[0];
    expect([drafts, said]).toEqual([
      [{ type: 'input_required', key: 'input:7', question: 'Which?', source: 'agent' }],
      typeof result === 'string' ? result : { jsonrpc: '2.0', id: 7, result },
    ]);
  });

  const asks = (id: number) => ({ id, method: 'userInput.request', params: { question: 'Which?', choices: ['Red'] } });

  it('that lacks its words is asked without them, and takes any words', () => {
    const { dialect, hear } = talk();
    expect(hear({ id: 7, method: 'userInput.request', params: {} })).toEqual([
      { type: 'input_required', key: 'input:7', question: '', source: 'agent' },
    ]);
    expect(dialect.state.pending.get('input:7')).toEqual({
      ...{ kind: 'input', detail: '', source: 'agent' },
      questions: [{ id: '', question: '', options: [], freeText: true }],
    });
  });

  it('is of the call that announced it, which the next one is not', () => {
    const { dialect, event, hear } = talk();
    event('user_input.requested', { requestId: 'q', toolCallId: 't1' });
    hear(asks(7));
    hear(asks(8));
    const { pending } = dialect.state;
    expect([pending.get('input:7')?.toolCallId, pending.get('input:8')]).toEqual([
      't1',
      expect.not.objectContaining({ toolCallId: expect.anything() }),
    ]);
  });

  it('is settled by its answer, or by the end of the turn', () => {
    const { dialect, event, hear } = talk();
    event('user.message', { content: 'Go.' });
    hear(asks(7));
    hear(asks(8));
    const writes = dialect.respond('input:7', { type: 'text', text: 'Red' });
    const [line = ''] = typeof writes === 'string' ? [] : writes.write;
    expect(dialect.parseEvent(line, { source: 'stdin' }).drafts).toEqual([
      { type: 'interaction_settled', key: 'input:7' },
    ]);
    event('external_tool.requested', { requestId: 'r1', toolCallId: 't1', toolName: 'now', arguments: {} });
    expect(event('assistant.idle', {}).slice(0, 2)).toEqual([
      { type: 'interaction_settled', key: 'input:8' },
      { type: 'host_tool_settled', key: 'r1' },
    ]);
    expect(dialect.state.pending.size).toBe(0);
  });

  it('that nobody offers to answer is refused at once', () => {
    const { answers, hear } = talk();
    expect(hear({ id: 9, method: 'autoModeSwitch.request', params: {} })).toEqual([
      {
        type: 'debug',
        level: 'info',
        message: 'Copilot CLI asked for "autoModeSwitch.request", which is not offered: refused.',
      },
    ]);
    expect(answers).toEqual([
      { jsonrpc: '2.0', id: 9, error: { code: -32601, message: expect.stringContaining('autoModeSwitch.request') } },
    ]);
  });
});

describe('prompts', () => {
  it('wait for the session, with their pictures and files', () => {
    const { dialect, answers, hear } = talk({ isOpen: false, options: { attachments: [{ filePath: '/a.pdf' }] } });
    const first = dialect.prompt({ text: 'Look.', images: [{ mimeType: 'image/png', data: 'AA==' }] });
    const wasBusy = dialect.state.busy;
    hear({ id: 2, result: { sessionId: 's1' } });
    expect([first.write, wasBusy, answers]).toEqual([
      [],
      true,
      [
        {
          jsonrpc: '2.0',
          id: 3,
          method: 'session.send',
          params: {
            sessionId: 's1',
            prompt: 'Look.',
            attachments: [
              { type: 'blob', mimeType: 'image/png', data: 'AA==', displayName: 'image' },
              { type: 'file', path: '/a.pdf' },
            ],
          },
        },
      ],
    ]);
  });

  it('keep the run busy until the CLI is idle, though a turn has ended', () => {
    const { dialect, event, say } = talk();
    say(dialect.prompt({ text: 'Go.' }));
    event('user.message', { content: 'Go.' });
    event('assistant.idle', {});
    const { busy, turn, clean } = dialect.state;
    event('session.idle', {});
    expect([busy, turn, clean, dialect.state.busy]).toEqual([true, false, true, false]);
  });

  it.each([
    ['/compact', { sessionId: 's1', trigger: 'manual' }],
    ['/compact keep the names', { sessionId: 's1', trigger: 'manual', customInstructions: 'keep the names' }],
  ])('of the word %s compact the conversation', (text, params) => {
    const { dialect, say } = talk();
    expect(say(dialect.prompt({ text }))).toMatchObject([{ method: 'session.history.compact', params }]);
  });

  it('go to the copy of a session', () => {
    const { dialect, answers, hear } = talk({ isOpen: false, options: { forkSessionId: 'old' } });
    dialect.prompt({ text: 'Go.' });
    hear({ id: 2, result: { sessionId: 'copy' } });
    const drafts = hear({ id: 3, result: { sessionId: 'copy' } });
    expect([answers.map(({ method }) => method), drafts]).toEqual([
      ['session.resume', 'session.send'],
      [{ type: 'session_start', sessionId: 'copy', forkedFrom: 'old' }],
    ]);
  });

  it.each([
    ['wait until it was taken back', { result: {} }, ['session.history.truncate', 'session.send']],
    [
      'are dropped where it cannot be taken back',
      { error: { code: -32603, message: 'x' } },
      ['session.history.truncate'],
    ],
  ])('for a session %s', (_, answer, methods) => {
    const options = { sessionId: 's1', checkpointId: 'e2' };
    const { dialect, answers, hear } = talk({ isOpen: false, options });
    dialect.prompt({ text: 'Go.' });
    expect(hear({ id: 2, result: { sessionId: 's1' } })).toEqual([]);
    expect(answers.at(-1)).toMatchObject({ params: { sessionId: 's1', eventId: 'e2' } });
    hear({ id: 3, ...answer });
    expect(answers.map(({ method }) => method)).toEqual(methods);
  });

  it('are dropped where there will be no session', () => {
    const { dialect, hear } = talk({ isOpen: false, options: { sessionId: 'gone' } });
    dialect.prompt({ text: 'Go.' });
    const drafts = hear({ id: 2, error: { code: -32603, message: 'Request failed: Session not found: gone' } });
    expect([drafts, dialect.state.busy, dialect.exit({ code: 1, signal: null, stderr: '' }).drafts]).toEqual([
      [
        {
          type: 'outcome',
          outcome: { type: 'error', code: 'SESSION_NOT_FOUND', message: 'Session not found: gone' },
        },
      ],
      false,
      [],
    ]);
  });
});

describe('events', () => {
  it('of a failure before a turn say nothing of the turn after it', () => {
    const { event } = talk();
    event('session.error', { errorType: 'quota', message: 'No quota.' });
    event('user.message', { content: 'Go.' });
    expect(event('assistant.idle', {}).at(-1)).toEqual({ type: 'turn_end' });
  });

  it('of a call to a known MCP server are told as such from their first piece', () => {
    const { event } = talk({ options: { mcpServers: [{ name: 'demo-x', transport: 'stdio', command: 'x' }] } });
    const piece = { toolCallId: 't1', toolName: 'demo-x-echo', inputDelta: '{' };
    expect(event('assistant.tool_call_delta', piece)).toContainEqual({
      type: 'tool_call_start',
      toolCallId: 't1',
      toolName: 'demo-x-echo',
      toolKind: 'mcp',
      mcp: { server: 'demo-x', tool: 'echo' },
    });
  });

  it('of a prompt that is said into a turn begin no other', () => {
    const { event } = talk();
    const types = ['Go.', 'And left.'].map((content) => event('user.message', { content }).map(({ type }) => type));
    expect(types).toEqual([['turn_start'], []]);
  });

  it('begin a turn where work in the background wakes the agent', () => {
    const { event } = talk();
    event('user.message', { content: 'Go.' });
    event('assistant.idle', {});
    expect(event('assistant.turn_start', { turnId: '0' })).toEqual([{ type: 'turn_start' }, { type: 'step_start' }]);
  });

  it('bill AI credits in dollars', () => {
    const { event } = talk();
    const usage = { inputTokens: 10, outputTokens: 5, cacheReadTokens: 2, copilotUsage: { totalNanoAiu: 3e9 } };
    expect(event('assistant.usage', usage)).toContainEqual({
      type: 'cost',
      cost: { totalUsd: 0.03, inputTokens: 10, outputTokens: 5, cachedTokens: 2 },
      mode: 'add',
    });
  });

  it.each([
    ['of an unknown type', 'session.never_heard_of', [{ type: 'unknown_native', name: 'session.never_heard_of' }]],
    ['that say nothing to us', 'pending_messages.modified', []],
  ])('%s', (_, type, drafts) => {
    expect(talk().event(type, {})).toEqual(drafts);
  });
});

describe('the standing of a conversation', () => {
  it('is that of its prompt: before its session, in its turn, after it', () => {
    const { dialect, hear, event, say } = talk({ isOpen: false });
    const stateOf = () => [dialect.state.sessionId, dialect.state.busy, dialect.state.turn, dialect.state.clean];
    const seen = [stateOf()];
    dialect.prompt({ text: 'Go.' });
    seen.push(stateOf());
    hear({ id: 2, result: { sessionId: 's1' } });
    seen.push(stateOf());
    event('user.message', { content: 'Go.' });
    seen.push(stateOf());
    event('assistant.idle', {});
    event('session.idle', {});
    seen.push(stateOf());
    say(dialect.prompt({ text: '/compact' }));
    seen.push(stateOf());
    hear({ id: 4, result: {} });
    expect([...seen, stateOf()]).toEqual([
      [null, false, false, false],
      [null, true, false, false],
      ['s1', true, false, false],
      ['s1', true, true, false],
      ['s1', false, false, true],
      ['s1', true, false, true],
      ['s1', false, false, true],
    ]);
  });

  it('closes by the end of its input, steers and interrupts by protocol, once there is a session', () => {
    const early = talk({ isOpen: false }).dialect;
    expect([early.close(), early.steer({ text: 'left' }), early.interrupt()]).toEqual([
      { write: [], endInput: true },
      undefined,
      { write: [] },
    ]);
    const { dialect, say } = talk();
    expect(dialect.interrupt()).toEqual({ write: [] });
    say(dialect.prompt({ text: 'Go.' }));
    expect(say(dialect.interrupt())).toMatchObject([{ method: 'session.abort', params: { sessionId: 's1' } }]);
    expect(say(dialect.steer({ text: 'left' }) ?? { write: [] })).toMatchObject([
      { method: 'session.send', params: { sessionId: 's1', prompt: 'left', mode: 'immediate' } },
    ]);
  });

  it('drops the prompts that wait where it is interrupted before its session', () => {
    const { dialect, answers, hear } = talk({ isOpen: false });
    dialect.prompt({ text: 'Go.' });
    dialect.interrupt();
    hear({ id: 2, result: { sessionId: 's1' } });
    expect([dialect.state.busy, answers]).toEqual([false, []]);
  });

  it.each([
    [true, { text: true, thinking: true, toolInput: true }],
    [false, { text: false, thinking: false, toolInput: false }],
  ])('streams as it was asked to: %s', (stream, streams) => {
    expect(talk({ options: { stream } }).dialect.streams).toEqual(streams);
  });

  it.each([
    [{ sessionId: 's1' }, { resumed: true }],
    [{}, {}],
  ])('says how its session began: %j', (options, more) => {
    const { hear } = talk({ isOpen: false, options });
    expect(hear({ id: 2, result: { sessionId: 's1' } })).toEqual([{ type: 'session_start', sessionId: 's1', ...more }]);
  });

  it('gives its files with the first prompt alone', () => {
    const { dialect, say } = talk({ options: { attachments: [{ filePath: '/a.pdf' }] } });
    const [first] = say(dialect.prompt({ text: 'a' }));
    const [second] = say(dialect.prompt({ text: 'b' }));
    expect(first).toMatchObject({ params: { attachments: [{ type: 'file', path: '/a.pdf' }] } });
    expect(second?.['params']).toEqual({ sessionId: 's1', prompt: 'b' });
  });
});

describe('a request of ours that is refused', () => {
  const refused = (id: number, message = 'No.') => ({ id, error: { code: -1, message } });

  it('is told and forgotten where it gave no work', () => {
    const { dialect, hear, say } = talk();
    say(dialect.prompt({ text: 'Go.' }));
    say(dialect.interrupt());
    expect([hear(refused(4)), dialect.state.busy]).toEqual([
      [{ type: 'debug', level: 'warn', message: 'Copilot CLI refused "session.abort": No.' }],
      true,
    ]);
  });

  it('is the end of its turn where it gave work', () => {
    const { dialect, hear, say } = talk();
    say(dialect.prompt({ text: 'Go.' }));
    expect([hear(refused(3)), dialect.state.busy, dialect.state.clean]).toEqual([
      [{ type: 'outcome', outcome: { type: 'error', code: 'AGENT_ERROR', message: 'No.' } }],
      false,
      true,
    ]);
  });

  it('is only told where it was the handshake', () => {
    const { dialect, hear } = talk({ isOpen: false });
    expect([hear(refused(1, 'Old.')), dialect.state.clean]).toEqual([
      [{ type: 'debug', level: 'warn', message: 'Old.' }],
      false,
    ]);
  });
});

describe('a line', () => {
  it.each<[string, 'stdout' | 'stderr' | 'stdin', object[]]>([
    ['Oh.', 'stderr', [{ type: 'log', source: 'stderr', line: 'Oh.' }]],
    ['', 'stderr', []],
    ['7', 'stdout', [{ type: 'log', source: 'stdout', line: '7' }]],
    ['[]', 'stdout', [{ type: 'log', source: 'stdout', line: '[]' }]],
    ['{"jsonrpc":', 'stdout', [expect.objectContaining({ type: 'error', code: 'PARSE_ERROR' })]],
    ['{"jsonrpc":', 'stdin', []],
    ['7', 'stdin', []],
  ])('that is no message of the protocol is told as what it is: %s of %s', (line, source, drafts) => {
    expect(talk().dialect.parseEvent(line, { source }).drafts).toEqual(drafts);
  });

  it('of a version that was not tested is noted', () => {
    const { event } = talk();
    expect([
      event('session.start', { copilotVersion: '0.0.1' }),
      event('session.start', {}),
      event('session.start', { copilotVersion: TESTED_VERSIONS[0] }),
    ]).toEqual([
      [{ type: 'debug', level: 'warn', message: expect.stringContaining('0.0.1 was not tested') }],
      [{ type: 'debug', level: 'warn', message: expect.stringContaining('unknown was not tested') }],
      [],
    ]);
  });
});

describe('a tool of the program', () => {
  const called = { requestId: 'r1', toolCallId: 't1', toolName: 'now', arguments: { zone: 'UTC' } };

  it.each([
    [
      { type: 'output', text: 'noon' },
      { textResultForLlm: 'noon', resultType: 'success' },
    ],
    [
      { type: 'error', message: 'No.' },
      { textResultForLlm: 'No.', resultType: 'failure', error: 'No.' },
    ],
  ] as const)('is called, keeps the run busy, and is answered: %j', (outcome, result) => {
    const { dialect, event, say } = talk();
    event('external_tool.requested', called);
    const wasBusy = dialect.state.busy;
    const writes = dialect.returnHostTool?.('r1', outcome);
    expect(typeof writes === 'object' ? say(writes) : writes).toMatchObject([
      { method: 'session.tools.handlePendingToolCall', params: { sessionId: 's1', requestId: 'r1', result } },
    ]);
    expect([wasBusy, dialect.state.busy, dialect.returnHostTool?.('r1', outcome)]).toEqual([true, false, 'gone']);
  });

  it.each<[object, object]>([
    [called, { key: 'r1', toolCallId: 't1', toolName: 'now', input: { zone: 'UTC' } }],
    [{ requestId: 'r1' }, { key: 'r1', toolCallId: 'r1', toolName: '', input: {} }],
    [{}, { key: '', toolCallId: '', toolName: '', input: {} }],
  ])('is called by what its request says: %j', (data, call) => {
    const { event } = talk();
    expect(event('external_tool.requested', data)).toEqual([{ type: 'host_tool_call', ...call }]);
    expect(event('external_tool.completed', data)).toHaveLength(1);
  });

  it("is nobody's any more where the CLI has ended it", () => {
    const { dialect, event } = talk();
    event('external_tool.requested', called);
    event('external_tool.completed', { requestId: 'r1' });
    expect([dialect.state.busy, dialect.returnHostTool?.('r1', { type: 'output', text: '' })]).toEqual([false, 'gone']);
  });
});

describe('what is asked about a call', () => {
  const ask = (permissionRequest: object, more: object = {}) => {
    const { dialect, event } = talk();
    event('tool.execution_start', { toolCallId: 't1', toolName: 'bash', arguments: { command: 'ls' } });
    const drafts = event('permission.requested', { requestId: 'p1', permissionRequest, ...more });
    return { drafts, interaction: dialect.state.pending.get('p1'), dialect, event };
  };

  it('has the name and the input of the call', () => {
    expect(ask(COMMAND).interaction).toMatchObject({
      kind: 'approval',
      toolName: 'bash',
      toolCallId: 't1',
      input: { command: 'ls' },
      scopes: ['once', 'session'],
    });
  });

  it.each([
    ['a hook decided already', WRITE, { resolvedByHook: true }],
    ['has no id', WRITE, { requestId: '' }],
  ])('is nothing where it %s', (_why, permission, more) => {
    expect(ask(permission, more).drafts).toEqual([]);
  });

  it.each<[string, object, object, unknown]>([
    ['commands without names', { ...COMMAND, commands: [] }, {}, ['once']],
    ['no command of the prompt', COMMAND, { promptRequest: { commandIdentifiers: [] } }, ['once']],
    ['a kind that has no session', { kind: 'url', url: 'http://a', toolCallId: 't9' }, {}, ['once']],
    ['a file to read', { kind: 'read', path: '/a' }, {}, ['once', 'session']],
  ])('offers what the CLI would grant: %s', (_what, permission, more, scopes) => {
    expect(ask(permission, more).interaction?.scopes).toEqual(scopes);
  });

  it('runs its command once it is granted, and not where it is denied', () => {
    const { event } = ask(COMMAND);
    const decided = (kind: string) =>
      ask(COMMAND)
        .event('permission.completed', { requestId: 'p1', result: { kind } })
        .map(({ type }) => type);
    expect([decided('approved'), decided('approved-for-session'), decided('reject'), decided('')]).toEqual([
      ['approval_granted', 'shell_start'],
      ['approval_granted', 'shell_start'],
      ['approval_denied'],
      ['approval_denied'],
    ]);
    expect(event('permission.completed', { requestId: 'p1', result: { kind: 'reject', feedback: 'no' } })).toEqual([
      { type: 'approval_denied', key: 'p1', reason: 'no' },
    ]);
  });

  it.each<[object, object]>([
    [
      { kind: 'shell', fullCommandText: 'rm a' },
      { action: 'run a command', detail: 'rm a', riskLevel: 'high', toolKind: 'execute', command: 'rm a' },
    ],
    [
      { kind: 'write', fileName: '/a' },
      { action: 'write a file', detail: '/a', riskLevel: 'medium', toolKind: 'edit' },
    ],
    [
      { kind: 'read', path: '/a' },
      { action: 'read a file', detail: '/a', riskLevel: 'low', toolKind: 'read' },
    ],
    [
      { kind: 'url', url: 'http://a' },
      { action: 'fetch a web page', detail: 'http://a', riskLevel: 'high', url: 'http://a', toolKind: 'fetch' },
    ],
    [
      { kind: 'mcp', toolName: 'x' },
      { action: 'call an MCP tool', detail: 'x', riskLevel: 'medium', toolKind: 'mcp' },
    ],
    [
      { kind: 'memory', intention: 'i' },
      { action: 'remember something', detail: 'i', riskLevel: 'medium', toolKind: 'other' },
    ],
    [
      { kind: 'hook', toolName: 'x' },
      { action: 'go past a hook', detail: 'x', riskLevel: 'high', toolKind: 'other' },
    ],
    [
      { kind: 'workflow', intention: 'i' },
      { action: 'run a workflow', detail: 'i', riskLevel: 'high', toolKind: 'think' },
    ],
    [
      { kind: 'odd', toolName: 'x' },
      { action: 'use x', riskLevel: 'medium', toolKind: 'other' },
    ],
    [{ kind: 'odd' }, { action: 'use odd', riskLevel: 'medium', toolKind: 'other' }],
    [{}, { action: 'use other', riskLevel: 'medium', toolKind: 'other' }],
  ])('is said in our words: %j', (permission, words) => {
    expect(ask(permission).drafts).toEqual([expect.objectContaining({ type: 'approval_request', ...words })]);
  });
});
