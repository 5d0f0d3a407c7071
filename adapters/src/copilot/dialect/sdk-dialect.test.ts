import type { Dialect, EventDraft, InteractionResponse, ModeContext, ResolvedOptions, Writes } from '@agent-mux/core';
import { describe, expect, it } from 'vitest';
import { resolvedOptions } from '../../shared/testing/mode-parts.ts';
import { createSdkDialect } from './sdk-dialect.ts';

const OPTIONS = resolvedOptions({ prompt: 'Do it.', keepOpen: true });

function newContext(): ModeContext {
  return { runId: 'run', dir: '/run', binary: '/bin/copilot', newId: () => 's1', input: { text: 'Do it.' } };
}

interface Talk {
  readonly dialect: Dialect;
  /** What the CLI says. */
  hear(message: unknown): readonly EventDraft[];
  event(type: string, data: object, more?: object): readonly EventDraft[];
  /** What we write, as the runtime does; returns its messages. */
  say(writes: Writes): readonly Record<string, unknown>[];
  /** What was written because of what was heard. */
  readonly answers: readonly Record<string, unknown>[];
}

/** A conversation; `isOpen`: its session stands. */
function talk({ isOpen = true, options = {} }: { isOpen?: boolean; options?: Partial<ResolvedOptions> } = {}): Talk {
  const dialect = createSdkDialect({ ...OPTIONS, ...options }, newContext());
  const answers: Record<string, unknown>[] = [];
  const take = (text: string, source: 'stdin' | 'stdout'): readonly EventDraft[] => {
    const { drafts, write } = dialect.parseEvent(text, { source });
    answers.push(...write.map((line) => JSON.parse(line)));
    return [...drafts, ...write.flatMap((line) => take(line, 'stdin'))];
  };
  const self: Talk = {
    dialect,
    answers,
    hear: (message) => take(JSON.stringify({ jsonrpc: '2.0', ...(message as object) }), 'stdout'),
    event: (type, data, more = {}) =>
      self.hear({ method: 'session.event', params: { sessionId: 's1', event: { type, data, ...more } } }),
    say: ({ write }) =>
      write.map((line) => {
        take(line, 'stdin');
        return JSON.parse(line);
      }),
  };
  self.say(dialect.open());
  if (isOpen) {
    self.hear({ id: 2, result: { sessionId: 's1' } });
  }
  return self;
}

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

  it('that nobody offers to answer is refused at once', () => {
    const { answers, hear } = talk();
    hear({ id: 9, method: 'autoModeSwitch.request', params: {} });
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
    expect([drafts, dialect.state.busy, dialect.exit({ code: 0, signal: null, stderr: '' }).drafts]).toEqual([
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
  it('of a call to a known MCP server are told as such from their first piece', () => {
    const { event } = talk({ options: { mcpServers: [{ name: 'demo-x', transport: 'stdio', command: 'x' }] } });
    const piece = { toolCallId: 't1', toolName: 'demo-x-echo', inputDelta: '{' };
    expect(event('assistant.tool_call_delta', piece)).toContainEqual({
      type: 'tool_call_start',
      toolCallId: 't1',
      toolName: 'demo-x-echo',
      mcp: { server: 'demo-x', tool: 'echo' },
    });
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
