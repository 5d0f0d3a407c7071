import type { Dialect, EventDraft, ResolvedOptions } from '@agent-mux/core';
import { describe, expect, it } from 'vitest';
import { createFamilyDialect } from '../../pi-family/index.ts';
import { PI } from './dialect.ts';

// The lines are hand-made, modelled on recordings of pi 0.73.1; the fixtures contain whole conversations.
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
const usage = { input: 10, output: 5, cacheRead: 0, cacheWrite: 0, cost: { total: 0.5 } };
const started = { type: 'agent_start' };
const ended = { type: 'agent_end', messages: [] };
const good = answer({ stopReason: 'stop', content: [{ type: 'text', text: 'hi' }] });
const overloaded = answer({ stopReason: 'error', content: [], errorMessage: '529 {"error":{"message":"Overloaded"}}' });
const stopped = answer({ stopReason: 'aborted', content: [] });
const retry = { type: 'auto_retry_start', attempt: 1, maxAttempts: 3, delayMs: 2000, errorMessage: 'Overloaded' };
const failure = { type: 'error', code: 'AGENT_ERROR', message: 'Overloaded' };

function answer(message: object): object {
  return { type: 'message_end', message: { role: 'assistant', usage, ...message } };
}

interface Talk {
  readonly dialect: Dialect;
  /** Takes what pi says; returns the types of the drafts, and the outcome of a turn's end. */
  hear(...lines: readonly object[]): readonly string[];
  /** Takes what pi says; returns the whole drafts. */
  told(...lines: readonly object[]): readonly EventDraft[];
  /** Writes lines to pi, which the dialect sees as it does in a run. */
  say(lines: readonly string[]): readonly EventDraft[];
  readonly written: unknown[];
}

function talk(options: Partial<ResolvedOptions> = {}): Talk {
  const dialect = createFamilyDialect(PI, 'rpc', { ...OPTIONS, ...options });
  const written: unknown[] = [];
  const say = (lines: readonly string[]): readonly EventDraft[] =>
    lines.flatMap((line) => {
      written.push(JSON.parse(line));
      return dialect.parseEvent(line, { source: 'stdin' }).drafts;
    });
  const told = (...lines: readonly object[]): readonly EventDraft[] =>
    lines.flatMap((line) => {
      const { drafts, write } = dialect.parseEvent(JSON.stringify(line), { source: 'stdout' });
      return [...drafts, ...say(write)];
    });
  const hear = (...lines: readonly object[]): readonly string[] => told(...lines).map(nameOf);
  return { dialect, hear, told, say, written };
}

function nameOf(draft: EventDraft): string {
  return 'outcome' in draft && draft.outcome !== undefined ? `${draft.type}: ${draft.outcome.type}` : draft.type;
}

/** Begins a conversation whose session is known and whose prompt was accepted. */
function begun(options: Partial<ResolvedOptions> = {}): Talk {
  const conversation = talk(options);
  conversation.say(conversation.dialect.open().write);
  conversation.hear(stands('amux-2'));
  conversation.say(conversation.dialect.prompt({ text: 'hello' }).write);
  conversation.hear(
    { type: 'response', command: 'prompt', id: 'amux-3', success: true },
    stands('amux-4', true),
    started,
  );
  return conversation;
}

function stands(id: string, isStreaming = false): object {
  const data = { sessionId: 's1', isStreaming, isCompacting: false };
  return { type: 'response', command: 'get_state', id, success: true, data };
}

describe('the end of a turn', () => {
  it.each<[name: string, lines: object[], drafts: string[]]>([
    ['is told at once where all is well', [good, ended], ['message_stop', 'token_usage', 'cost', 'turn_end']],
    ['waits after a failure', [overloaded, ended], ['token_usage', 'cost']],
    [
      'is told when pi says that nothing follows',
      [overloaded, ended, stands('amux-5')],
      ['token_usage', 'cost', 'turn_end: error'],
    ],
    [
      'is a failure where only the end of the run says so',
      [{ ...ended, messages: [{ role: 'assistant', stopReason: 'error', errorMessage: 'No.' }] }, stands('amux-5')],
      ['turn_end: error'],
    ],
    [
      'is not told before a retry',
      [overloaded, ended, retry, stands('amux-5'), started, good, ended],
      ['token_usage', 'cost', 'retry', 'message_stop', 'token_usage', 'cost', 'turn_end'],
    ],
    [
      'is a failure when the retries are used up',
      [overloaded, ended, retry, { type: 'auto_retry_end', success: false, finalError: 'Overloaded' }],
      ['token_usage', 'cost', 'retry', 'turn_end: error'],
    ],
    [
      'is not told before what a compaction repeats',
      [
        overloaded,
        ended,
        { type: 'compaction_start', reason: 'overflow' },
        stands('amux-5'),
        { type: 'compaction_end', reason: 'overflow', result: { summary: 's', tokensBefore: 9 }, willRetry: true },
        started,
        good,
        ended,
      ],
      ['token_usage', 'cost', 'context_compacted', 'message_stop', 'token_usage', 'cost', 'turn_end'],
    ],
    ['is an interruption', [stopped, ended], ['token_usage', 'cost', 'turn_end: interrupted']],
  ])('%s', (_name, lines, drafts) => {
    expect(begun().hear(...lines)).toEqual(drafts);
  });

  it('without an answer has nothing of the turn before it', () => {
    const { hear } = begun();
    expect(hear(overloaded, ended, stands('amux-5')).at(-1)).toBe('turn_end: error');
    expect(hear(started, ended)).toEqual(['turn_start', 'turn_end']);
  });

  it('is told at the exit where nothing came any more', () => {
    const { dialect, hear } = begun();
    hear(overloaded, ended);
    expect(dialect.state.clean).toBe(true);
    expect(dialect.exit({ code: 0, signal: null, stderr: '' }).drafts).toEqual([
      {
        type: 'turn_end',
        outcome: { ...failure, transient: true },
        cost: { totalUsd: 0.5, inputTokens: 10, outputTokens: 5, cachedTokens: 0 },
      },
    ]);
  });

  it('is an interruption when the wait for a retry was cut short', () => {
    const { dialect, hear, say } = begun();
    hear(overloaded, ended, retry, stands('amux-5'));
    say(dialect.interrupt().write);
    expect(hear({ type: 'auto_retry_end', success: false, finalError: 'Retry cancelled' })).toEqual([
      'turn_end: interrupted',
    ]);
  });
});

describe('busy', () => {
  it('lasts until pi has said that nothing follows', () => {
    const { dialect, hear } = begun();
    hear(good, ended);
    expect(dialect.state).toMatchObject({ turn: false, busy: true });
    hear(stands('amux-5'));
    expect(dialect.state.busy).toBe(false);
  });

  it('lasts while pi compacts after the turn', () => {
    const { dialect, hear } = begun();
    hear(good, ended, { type: 'compaction_start', reason: 'threshold' }, stands('amux-5'));
    expect(dialect.state.busy).toBe(true);
    hear({ type: 'compaction_end', reason: 'threshold', result: { summary: 's', tokensBefore: 9 }, willRetry: false });
    expect(dialect.state.busy).toBe(false);
  });

  it('ends with a prompt that an extension has dealt with', () => {
    const conversation = talk();
    conversation.say(conversation.dialect.open().write);
    conversation.hear(stands('amux-2'));
    conversation.say(conversation.dialect.prompt({ text: '/hello' }).write);
    conversation.hear({ type: 'response', command: 'prompt', id: 'amux-3', success: true });
    expect(conversation.dialect.state.busy).toBe(true);
    conversation.hear(stands('amux-4'));
    expect(conversation.dialect.state.busy).toBe(false);
  });

  it('asks again where the answer came before the end of the run', () => {
    const { dialect, hear } = begun();
    hear(overloaded, ended);
    expect(hear(stands('amux-5', true))).toEqual([]);
    expect(dialect.state.busy).toBe(true);
    expect(hear(stands('amux-6'))).toEqual(['turn_end: error']);
  });
});

it('keeps a prompt until the session is known', () => {
  const { dialect, hear, say, written } = talk();
  say(dialect.open().write);
  expect(dialect.prompt({ text: 'hello' }).write).toEqual([]);
  expect(dialect.state.busy).toBe(true);
  expect(hear(stands('amux-2'))).toEqual(['session_start']);
  expect(written.at(-1)).toEqual({ id: 'amux-3', type: 'prompt', message: 'hello' });
});

it('names its files with the first prompt alone', () => {
  const { dialect, say, written } = begun({ attachments: [{ filePath: '/a.txt' }] });
  say(dialect.prompt({ text: 'again' }).write);
  const prompts = written.filter((line) => (line as { type?: string }).type === 'prompt');
  expect(prompts).toMatchObject([{ message: 'hello\n\nAttached files:\n- /a.txt' }, { message: 'again' }]);
});

it('joins the running turn, and compacts by a command', () => {
  const { dialect } = begun();
  const written = [dialect.steer({ text: 'and this' }), dialect.prompt({ text: '/compact keep names' })];
  expect(written.map((writes) => writes?.write.map((line) => JSON.parse(line)))).toEqual([
    [{ id: 'amux-5', type: 'prompt', message: 'and this', streamingBehavior: 'steer' }],
    [{ id: 'amux-6', type: 'compact', customInstructions: 'keep names' }],
  ]);
});

describe('a question of an extension', () => {
  const starts = (toolCallId: string) => ({ type: 'tool_execution_start', toolCallId, toolName: 'deploy', args: {} });
  const ends = (toolCallId: string, isError = false) => ({
    ...{ type: 'tool_execution_end', toolCallId, toolName: 'deploy', result: { content: [] }, isError },
  });
  const ready = (id: string) => {
    const toolCall = { type: 'toolCall', id, name: 'deploy', arguments: {} };
    return { type: 'message_update', assistantMessageEvent: { type: 'toolcall_end', contentIndex: 0, toolCall } };
  };
  const asks = { type: 'extension_ui_request', id: 'ask-1', method: 'confirm', title: 'Sure?' };
  const approvalsIn = (drafts: readonly string[]) => drafts.filter((type) => type.startsWith('approval'));

  it.each<[string, object[], string | undefined]>([
    ['the one call that runs', [starts('call-1')], 'call-1'],
    ['the one call that is left', [starts('call-1'), starts('call-2'), ends('call-1')], 'call-2'],
    ['no call where several run', [starts('call-1'), starts('call-2')], undefined],
    ['no call where none runs', [starts('call-1'), ends('call-1')], undefined],
    ['no call that is only written yet', [ready('call-1')], undefined],
    ['the one call that runs where another is only written', [starts('call-1'), ready('call-2')], 'call-1'],
  ])('is about %s', (_what, lines, toolCallId) => {
    const { dialect, hear } = begun();
    hear(...lines, asks);
    expect(dialect.state.pending.get('ask-1')?.toolCallId).toBe(toolCallId);
  });

  it.each<[string, Parameters<Dialect['respond']>[1], object[]]>([
    ['a denial', { type: 'deny' }, [{ confirmed: false }]],
    ['a denial that stops the agent', { type: 'deny', interrupt: true }, [{ confirmed: false }, { type: 'abort' }]],
    ['leave', { type: 'approve' }, [{ confirmed: true }]],
  ])('is answered by %s', (_what, given, fields) => {
    const { dialect, hear } = begun();
    hear(starts('call-1'), asks);
    const writes = dialect.respond('ask-1', given);
    const lines = typeof writes === 'string' ? [] : writes.write.map((line) => JSON.parse(line));
    const [answered, ...others] = fields;
    expect(lines).toEqual([
      { type: 'extension_ui_response', id: 'ask-1', ...answered },
      ...others.map((line) => ({ id: 'amux-5', ...line })),
    ]);
  });

  it('stays open while any of several calls may have asked it', () => {
    const { dialect, hear, say } = begun();
    hear(starts('call-1'), starts('call-2'), asks);
    expect(approvalsIn(hear(ends('call-2')))).toEqual([]);
    const writes = dialect.respond('ask-1', { type: 'deny' });
    expect(typeof writes === 'string' ? writes : say(writes.write).map(nameOf)).toEqual(['approval_denied']);
  });

  // pi 0.73.1 says nothing of a question with a `timeout` of its own that it has answered with no.
  it.each([false, true])(
    'is denied where its call ends without an answer, and pi is told so: an error: %s',
    (isError) => {
      const { dialect, hear, written } = begun();
      hear(starts('call-1'), { ...asks, timeout: 5_000 });
      expect(approvalsIn(hear(ends('call-1', isError)))).toEqual(['approval_denied']);
      expect(written.at(-1)).toEqual({ type: 'extension_ui_response', id: 'ask-1', cancelled: true });
      expect(dialect.state.pending.size).toBe(0);
    },
  );
});

describe('the gate', () => {
  const call = { toolCallId: 'call-1', toolName: 'bash', input: { command: 'make' } };
  const asks = {
    type: 'extension_ui_request',
    id: 'ask-1',
    method: 'input',
    title: JSON.stringify({ agentMux: 'approval', ...call }),
  };

  it('asks for leave in our words', () => {
    const { dialect, hear } = begun();
    expect(hear(asks)).toEqual(['approval_request']);
    expect(dialect.state.pending.get('ask-1')).toEqual({
      kind: 'approval',
      action: 'run a command',
      detail: 'make',
      riskLevel: 'high',
      ...{ toolKind: 'execute', command: 'make', cwd: '/work' },
      ...call,
      scopes: ['once', 'session'],
      acceptsUpdatedInput: true,
    });
  });

  it.each([
    [false, ['approval_granted']],
    [true, ['approval_denied']],
  ])('was answered elsewhere where the call has its result: an error: %s', (isError, drafts) => {
    const { dialect, hear } = begun();
    hear({ type: 'tool_execution_start', toolCallId: 'call-1', toolName: 'bash', args: { command: 'make' } }, asks);
    const ended = {
      type: 'tool_execution_end',
      toolCallId: 'call-1',
      toolName: 'bash',
      result: { content: [] },
      isError,
    };
    expect(hear(ended).filter((type) => type.startsWith('approval'))).toEqual(drafts);
    expect(dialect.state.pending.size).toBe(0);
  });

  it.each([
    ['bash', { command: 'make' }, { command: 'ls' }, ['once', 'session'], 'is taken'],
    ['bash', { command: 'make' }, { command: '' }, ['once', 'session'], 'is none'],
    ['bash', {}, { command: 'ls' }, ['once'], 'is taken'],
    ['write', { path: '/a' }, { path: '/b' }, ['once', 'session'], 'is none'],
    ['custom', {}, { a: 1 }, ['once', 'session'], 'is none'],
  ])(
    'of %s with %j: for the session, another input %j, of the scopes %j, %s',
    (toolName, given, input, scopes, what) => {
      const { dialect, hear } = begun();
      hear({ ...asks, title: JSON.stringify({ agentMux: 'approval', toolCallId: 'call-1', toolName, input: given }) });
      expect(dialect.state.pending.get('ask-1')).toMatchObject({ scopes });
      const writes = dialect.respond('ask-1', { type: 'approve', scope: 'session', input });
      expect(typeof writes).toBe(what === 'is taken' ? 'object' : 'string');
      expect(typeof dialect.respond('ask-1', { type: 'approve', input })).toBe('object');
    },
  );

  it.each<[value: object, draft: object]>([
    [{ allow: true }, { type: 'approval_granted' }],
    [{ allow: true, reason: 'yes' }, { type: 'approval_granted' }],
    [
      { allow: false, reason: 'no' },
      { type: 'approval_denied', reason: 'no' },
    ],
    [{ allow: false }, { type: 'approval_denied' }],
    [{}, { type: 'approval_denied' }],
  ])('reads an answer that another client gave: %j', (value, draft) => {
    const { hear, say } = begun();
    hear(asks);
    const line = JSON.stringify({ type: 'extension_ui_response', id: 'ask-1', value: JSON.stringify(value) });
    expect(say([line])).toStrictEqual([{ ...draft, key: 'ask-1' }]);
  });

  it.each<[name: string, answer: Parameters<Dialect['respond']>[1], value: object | undefined, drafts: string[]]>([
    ['leave', { type: 'approve' }, { allow: true }, ['approval_granted']],
    [
      'leave for the session',
      { type: 'approve', scope: 'session' },
      { allow: true, scope: 'session' },
      ['approval_granted'],
    ],
    [
      'leave for another command',
      { type: 'approve', input: { command: 'ls' } },
      { allow: true, input: { command: 'ls' } },
      ['approval_granted'],
    ],
    ['a denial', { type: 'deny', reason: 'no' }, { allow: false, reason: 'no' }, ['approval_denied']],
    ['words', { type: 'text', text: 'maybe' }, undefined, []],
  ])('takes %s', (_name, given, value, drafts) => {
    const { dialect, hear, say } = begun();
    hear(asks);
    const writes = dialect.respond('ask-1', given);
    if (typeof writes === 'string') {
      expect([writes, value]).toEqual(['unsupported', undefined]);
      return;
    }
    expect(writes.write.map((line) => JSON.parse(line))).toEqual([
      { type: 'extension_ui_response', id: 'ask-1', value: JSON.stringify(value) },
    ]);
    expect(say(writes.write).map(nameOf)).toEqual(drafts);
    expect(dialect.respond('ask-1', given)).toBe('gone');
  });
});

describe('the session', () => {
  const told = (options: Partial<ResolvedOptions>, ...ids: string[]) => {
    const dialect = createFamilyDialect(PI, 'json', { ...OPTIONS, ...options });
    return ids.flatMap(
      (id) => dialect.parseEvent(JSON.stringify({ type: 'session', id }), { source: 'stdout' }).drafts,
    );
  };

  it.each([
    [{}, {}],
    [{ sessionId: 'old' }, { resumed: true }],
    [{ forkSessionId: 'old' }, { forkedFrom: 'old' }],
  ])('says what it was made of, the first time alone: %j', (options, made) => {
    expect(told(options, 's1', 's1', 's2')).toEqual([
      { type: 'session_start', sessionId: 's1', ...made },
      { type: 'session_start', sessionId: 's2' },
    ]);
  });
});

it.each([
  ['go', true],
  ['', false],
])('of one prompt and its answer is busy from the start, if there is a prompt: "%s"', (prompt, busy) => {
  expect(createFamilyDialect(PI, 'json', { ...OPTIONS, prompt }).state.busy).toBe(busy);
  expect(createFamilyDialect(PI, 'rpc', { ...OPTIONS, prompt }).state.busy).toBe(false);
});

it('of one prompt takes what was written for the prompt, whatever it is', () => {
  const dialect = createFamilyDialect(PI, 'json', { ...OPTIONS, prompt: '' });
  expect(dialect.parseEvent('hello {', { source: 'stdin' }).drafts).toEqual([]);
  expect(dialect.state.busy).toBe(true);
  // No prompt can join the copy.
  expect(dialect.steer({ text: 'left' })).toBeUndefined();
});

it('of one prompt takes no other one', () => {
  const dialect = createFamilyDialect(PI, 'json', { ...OPTIONS, prompt: '' });
  expect(dialect.prompt({ text: 'hello' })).toEqual({ write: [] });
  expect(dialect.state.busy).toBe(false);
});

it('of one prompt is over with the run of it', () => {
  const dialect = createFamilyDialect(PI, 'json', OPTIONS);
  const lines = [started, good, ended].map((line) => JSON.stringify(line));
  const types = lines.flatMap((line) => dialect.parseEvent(line, { source: 'stdout' }).drafts.map(nameOf));
  expect(types).toEqual(['turn_start', 'message_stop', 'token_usage', 'cost', 'turn_end']);
  expect(dialect.state.busy).toBe(false);
});

describe('a prompt that is refused', () => {
  it.each([
    ['ends the turn that it was for', { success: false, error: 'No model.' }, ['outcome: error']],
    ['under another name is over', { command: 'parse', success: false, error: 'What?' }, ['debug']],
    ['that no model was asked for is over', { success: true, data: { agentInvoked: false } }, []],
  ])('%s', (_what, answer, drafts) => {
    const conversation = talk();
    conversation.say(conversation.dialect.open().write);
    conversation.hear(stands('amux-2'));
    conversation.say(conversation.dialect.prompt({ text: 'hello' }).write);
    expect(conversation.dialect.state.busy).toBe(true);
    expect(conversation.hear({ type: 'response', command: 'prompt', id: 'amux-3', ...answer })).toEqual(drafts);
    expect(conversation.dialect.state.busy).toBe(false);
  });

  it('is no more than said where another command was', () => {
    const { dialect, hear } = begun();
    expect(hear({ type: 'response', command: 'compact', success: false, error: 'No.' })).toEqual(['debug']);
    expect(hear({ type: 'response', command: 'set_model', success: false, error: 'No.' })).toEqual(['debug']);
    expect(dialect.state.busy).toBe(true);
  });
});

it('tells of a skill that the prompt has called, and nothing of a message that nobody knows', () => {
  const says = (role: string) => ({
    type: 'message_start',
    message: { role, content: [{ type: 'text', text: '<skill name="tidy" location="/s/SKILL.md">' }] },
  });
  expect(begun().told(says('user'), says('bashExecution'))).toEqual([{ type: 'skill_invoked', skillName: 'tidy' }]);
});

it.each<[object, object[]]>([
  [{ type: 'turn_start' }, [{ type: 'step_start' }]],
  [{ type: 'turn_end' }, [{ type: 'step_end' }]],
  [{ type: 'turn_end', odd: 1 }, [{ type: 'step_end' }, { type: 'unknown_native', name: 'turn_end.odd' }]],
  [{ type: 'odd' }, [{ type: 'unknown_native', name: 'odd' }]],
  [{}, [{ type: 'unknown_native', name: '?' }]],
  [
    { type: 'extension_error', extensionPath: '/x/gate.ts', error: 'Oh.' },
    [{ type: 'plugin_error', pluginId: '/x/gate.ts', pluginName: 'gate.ts', error: 'Oh.' }],
  ],
  [
    { type: 'extension_error' },
    [{ type: 'plugin_error', pluginId: 'unknown', pluginName: 'unknown', error: 'failed' }],
  ],
  [
    { type: 'response', command: 'set_model', success: false, error: 'No.' },
    [{ type: 'debug', level: 'warn', message: 'set_model was refused: No.' }],
  ],
  [{ type: 'response', success: false }, [{ type: 'debug', level: 'warn', message: 'A command was refused: ' }]],
  [
    { type: 'response', command: 'compact', success: false, error: 'No.' },
    [{ type: 'debug', level: 'warn', message: 'The conversation was not compacted: No.' }],
  ],
  [
    { type: 'compaction_end', reason: 'overflow', errorMessage: 'No.' },
    [{ type: 'debug', level: 'warn', message: 'No.' }],
  ],
])('says in our words: %j', (line, drafts) => {
  expect(begun().told(line)).toEqual(drafts);
});

it('tells a compaction that was asked for once, by its own line or else by the answer', () => {
  const { told } = begun();
  const replied = (summary: string) => ({ type: 'response', command: 'compact', success: true, data: { summary } });
  const compacted = (summary: string) => ({ type: 'compaction_end', reason: 'manual', result: { summary } });
  expect(told(compacted('one'), replied('one'), replied('two'), compacted('three'), replied('three'))).toEqual(
    ['one', 'two', 'three'].map((summary) => ({ type: 'context_compacted', summary })),
  );
});

it.each(['threshold', 'overflow'])('tells a compaction that was asked for behind an automatic one: %s', (reason) => {
  const { told } = begun();
  const answered = { type: 'response', command: 'compact', success: true, data: { summary: 'asked' } };
  expect(told({ type: 'compaction_end', reason, result: { summary: 'automatic' } }, answered)).toEqual(
    ['automatic', 'asked'].map((summary) => ({ type: 'context_compacted', summary })),
  );
});

it('was interrupted where it stands still after it was asked to stop', () => {
  const { dialect, hear, say } = begun();
  say(dialect.interrupt().write);
  hear({ type: 'response', command: 'abort', id: 'amux-5', success: true });
  expect(hear(stands('amux-6'))).toEqual(['turn_end: interrupted']);
});

it('is a copy of the session that its header names as a file', () => {
  const dialect = createFamilyDialect(PI, 'json', OPTIONS);
  const parentSession = '/pi/sessions/--work--/2026-11-22T00-25-03-885Z_01a200a4-668c-737c.jsonl';
  const header = JSON.stringify({ type: 'session', id: 's1', parentSession });
  expect(dialect.parseEvent(header, { source: 'stdout' }).drafts).toEqual([
    { type: 'session_start', sessionId: 's1', forkedFrom: '01a200a4-668c-737c' },
  ]);
});

describe('a prompt of another client', () => {
  const failed = () => {
    const conversation = begun();
    conversation.hear(overloaded, ended);
    return conversation;
  };

  it('ends the turn before it, of which that client did not ask what became', () => {
    expect(
      failed()
        .say([JSON.stringify({ type: 'prompt', message: 'x' })])
        .map(nameOf),
    ).toEqual(['turn_end: error']);
  });

  it('that joins the turn leaves it as it is', () => {
    expect(failed().say([JSON.stringify({ type: 'prompt', message: 'x', streamingBehavior: 'steer' })])).toEqual([]);
  });
});

describe('a session that is taken back', () => {
  const copy = { type: 'fork', entryId: 'e2' };

  it('is asked for its name only when it was copied, and takes the prompt then', () => {
    const { dialect, hear, say, written } = talk({ forkSessionId: 'old', checkpointId: 'e2' });
    say(dialect.open().write);
    say(dialect.prompt({ text: 'Go.' }).write);
    expect(written).toMatchObject([{ type: 'get_commands' }, copy]);
    hear({ type: 'response', command: 'fork', success: true, data: { cancelled: false } });
    expect(written.at(-1)).toMatchObject({ type: 'get_state' });
    hear({ type: 'response', command: 'get_state', success: true, data: { sessionId: 'new' } });
    expect(written.at(-1)).toMatchObject({ type: 'prompt', message: 'Go.' });
  });

  it.each([
    { success: false, error: 'Invalid entry ID', words: 'Invalid entry ID' },
    { success: true, data: { cancelled: true }, words: 'an extension forbids it' },
  ])('is told nothing where that was refused: %j', ({ words, ...answer }) => {
    const { dialect, say, written } = talk({ forkSessionId: 'old', checkpointId: 'e2' });
    say(dialect.open().write);
    say(dialect.prompt({ text: 'Go.' }).write);
    const line = JSON.stringify({ type: 'response', command: 'fork', ...answer });
    const message = `The session could not be taken back: ${words}`;
    expect(dialect.parseEvent(line, { source: 'stdout' }).drafts).toMatchObject([
      { type: 'outcome', outcome: { type: 'error', message } },
    ]);
    expect(written).toHaveLength(2);
    expect(dialect.state.busy).toBe(false);
  });
});

it('takes the end of a call or of an answer that is repeated at once for one', () => {
  const call = { toolCallId: 'call-1', toolName: 'deploy' };
  const begins = { type: 'tool_execution_start', ...call, args: {} };
  const ends = { type: 'tool_execution_end', ...call, result: { content: [] }, isError: false };
  const { hear } = begun();
  expect(hear(begins, ends, ends)).toEqual(['tool_call_start', 'tool_result']);
  expect(hear(begins, ends)).toEqual(['tool_call_start', 'tool_result']);
  expect(hear(good, good)).toEqual(['message_stop', 'token_usage', 'cost']);
  const begin = { type: 'message_start', message: { role: 'assistant', content: [] } };
  expect(hear(begin, good)).toEqual(['message_stop', 'token_usage', 'cost']);
});
