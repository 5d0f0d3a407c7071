import type { Dialect, EventDraft, ResolvedOptions } from '@agent-mux/core';
import { describe, expect, it } from 'vitest';
import { modeContext, resolvedOptions } from '../../shared/testing/mode-parts.ts';
import { createClaudeDialect } from './dialect.ts';

// The lines are hand-made, modelled on recordings of Claude Code 2.1.329 and 2.1.197; the fixtures contain whole conversations.
const SESSION = '11111111-2222-4333-8444-555555555555';
const init = { type: 'system', subtype: 'init', session_id: SESSION, cwd: '/work', claude_code_version: '2.1.329' };
const result = { type: 'result', subtype: 'success', is_error: false, result: 'done' };
const idle = { type: 'system', subtype: 'session_state_changed', state: 'idle' };
const running = { type: 'system', subtype: 'session_state_changed', state: 'running' };
const initialized = {
  type: 'control_response',
  response: { subtype: 'success', request_id: 'amux-1', response: {} },
};
const dispatch = toolUse('agent-1', 'Agent', { description: 'd', prompt: 'look', subagent_type: 'Explore' });
const launched = toolResult('agent-1', 'launched', { isAsync: true, status: 'async_launched', agentId: 'task-1' });
const reported = {
  type: 'system',
  subtype: 'task_notification',
  task_id: 'task-1',
  tool_use_id: 'agent-1',
  status: 'completed',
  summary: 'the report',
  summary_is_report: true,
};
const asked = {
  type: 'control_request',
  request_id: 'ask-1',
  request: {
    subtype: 'can_use_tool',
    tool_name: 'Bash',
    input: { command: 'make' },
    tool_use_id: 'shell-1',
    permission_suggestions: [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }],
  },
};

function toolUse(id: string, name: string, input: unknown): object {
  return { type: 'assistant', message: { id: 'msg-1', model: 'm', content: [{ type: 'tool_use', id, name, input }] } };
}

function toolResult(id: string, content: string, native: unknown, isError = false): object {
  const block = { type: 'tool_result', tool_use_id: id, content, ...(isError ? { is_error: true } : {}) };
  return { type: 'user', message: { role: 'user', content: [block] }, tool_use_result: native };
}

function started(isBackground: boolean): object {
  const task = { type: 'system', subtype: 'task_started', task_id: 'task-1', tool_use_id: 'agent-1' };
  return { ...task, task_type: 'local_agent', ...(isBackground ? { is_backgrounded: true } : {}) };
}

function listed(...ids: string[]): object {
  return { type: 'system', subtype: 'background_tasks_changed', tasks: ids.map((id) => ({ task_id: id })) };
}

function prompt(uuid: string, text = 'hello'): object {
  return { type: 'user', message: { role: 'user', content: text }, uuid };
}

function lifecycle(state: string): object {
  return { type: 'command_lifecycle', command_uuid: 'u1', state };
}

interface Conversation {
  readonly dialect: Dialect;
  readonly drafts: EventDraft[];
  readonly written: string[];
  out(...lines: object[]): void;
  in(...lines: (object | string)[]): void;
}

function converse(mode: 'bidi' | 'oneshot' = 'bidi', options: Partial<ResolvedOptions> = {}): Conversation {
  let ids = 0;
  const context = modeContext('/bin/claude', { newId: () => `id-${++ids}`, input: { text: '' } });
  const resolved = resolvedOptions(options);
  const dialect = createClaudeDialect(mode, resolved, context);
  const drafts: EventDraft[] = [];
  const written: string[] = [];
  const hear = (line: object | string, source: 'stdin' | 'stdout') => {
    const parsed = dialect.parseEvent(typeof line === 'string' ? line : JSON.stringify(line), { source });
    drafts.push(...parsed.drafts);
    for (const message of parsed.write) {
      written.push(message);
      hear(message, 'stdin');
    }
  };
  return {
    dialect,
    drafts,
    written,
    out(...lines) {
      for (const line of lines) {
        hear(line, 'stdout');
      }
    },
    in(...lines) {
      for (const line of lines) {
        hear(line, 'stdin');
      }
    },
  };
}

function typesOf(drafts: readonly EventDraft[]): string[] {
  return drafts.map(({ type }) => type);
}

describe('busy', () => {
  it.each<{ name: string; mode?: 'bidi' | 'oneshot'; lines: [boolean, object][] }>([
    {
      name: 'lasts from the prompt to the result where the CLI says nothing of its state',
      lines: [
        [true, prompt('')],
        [true, init],
        [false, result],
      ],
    },
    {
      name: 'lasts until the CLI is idle where it says so',
      lines: [
        [true, prompt('')],
        [true, running],
        [true, init],
        [true, result],
        [false, idle],
      ],
    },
    {
      name: 'covers the gap between a prompt that was taken up and its turn',
      lines: [
        [true, prompt('u1')],
        [true, lifecycle('queued')],
        [true, lifecycle('started')],
        [true, init],
        [false, result],
      ],
    },
    {
      name: 'ends when a prompt is cancelled',
      lines: [
        [true, prompt('u1')],
        [true, lifecycle('queued')],
        [false, lifecycle('cancelled')],
      ],
    },
    {
      name: 'outlives a result while an agent lives in the background, and until the turn about its report (2.1.329)',
      lines: [
        [true, init],
        [true, dispatch],
        [true, listed('task-1')],
        [true, started(true)],
        [true, launched],
        [true, result],
        [true, reported],
        [true, listed()],
        [true, init],
        [false, result],
      ],
    },
    {
      name: 'outlives a result while an agent lives in the background (2.1.197, without lists)',
      lines: [
        [true, init],
        [true, dispatch],
        [true, started(false)],
        [true, launched],
        [true, result],
        [true, reported],
        [true, init],
        [false, result],
      ],
    },
    {
      name: 'lasts while a background agent waits for an answer',
      lines: [
        [true, init],
        [true, dispatch],
        [true, started(true)],
        [true, { ...asked, request: { ...asked.request, agent_id: 'task-1' } }],
        [true, result],
      ],
    },
    {
      name: 'is over when an interrupted turn without a result is followed by idleness',
      lines: [
        [true, running],
        [true, init],
        [true, { type: 'user', message: { content: [{ type: 'text', text: '[Request interrupted by user]' }] } }],
        [false, idle],
      ],
    },
  ])('$name', ({ mode = 'bidi', lines }) => {
    const { dialect, in: write, out } = converse(mode);
    const seen = lines.map(([, line]) => {
      const isPrompt = 'uuid' in line;
      (isPrompt ? write : out)(line);
      return dialect.state.busy;
    });
    expect(seen).toEqual(lines.map(([busy]) => busy));
  });
});

describe('turns', () => {
  it('ends only the last turn where results were held back', () => {
    const { drafts, dialect, out } = converse('oneshot');
    out(init, dispatch, started(true), launched, reported, init, result);
    expect(dialect.state).toMatchObject({ sessionId: SESSION, turn: true, clean: false, busy: true });
    out(result);
    expect(dialect.state).toMatchObject({ turn: false, clean: true, busy: false });
    expect(typesOf(drafts).filter((type) => /turn|subagent/.test(type))).toEqual([
      'turn_start',
      'subagent_spawn',
      'subagent_result',
      'turn_start',
      'turn_end',
    ]);
  });

  it.each<{ name: string; lines: object[]; outcome: unknown }>([
    {
      name: 'a limit',
      lines: [{ ...result, subtype: 'error_max_turns', errors: ['Reached maximum number of turns (2)'] }],
      outcome: { type: 'turn_limit', maxTurns: 2 },
    },
    {
      name: 'a limit of money',
      lines: [
        { ...result, subtype: 'error_max_budget_usd', is_error: true, errors: ['Reached maximum budget ($0.01)'] },
      ],
      outcome: { type: 'error', code: 'BUDGET_EXCEEDED', message: 'Reached maximum budget ($0.01)' },
    },
    {
      name: 'an interrupt',
      lines: [{ ...result, subtype: 'error_during_execution', is_error: true, terminal_reason: 'aborted_tools' }],
      outcome: { type: 'interrupted' },
    },
    {
      name: 'a login that is missing, though the subtype is success',
      lines: [
        {
          type: 'assistant',
          error: 'authentication_failed',
          message: { model: '<synthetic>', content: [{ type: 'text', text: 'Not logged in' }] },
        },
        { ...result, is_error: true, result: 'Not logged in' },
      ],
      outcome: { type: 'auth_error', message: 'Not logged in', guidance: expect.stringContaining('/login') },
    },
    {
      name: 'a prompt that is too long',
      lines: [{ ...result, is_error: true, result: 'Prompt is too long · ~120 tokens (limit 100)' }],
      outcome: { type: 'context_exceeded', usedTokens: 120, maxTokens: 100 },
    },
    { name: 'nothing', lines: [result], outcome: undefined },
  ])('ends with the outcome of $name', ({ lines, outcome }) => {
    const { drafts, out } = converse();
    out(init, ...lines);
    expect(drafts.at(-1)).toEqual({ type: 'turn_end', ...(outcome === undefined ? { text: 'done' } : { outcome }) });
  });

  it('ends without a failure that was told before it', () => {
    const { drafts, out } = converse();
    const failed = {
      type: 'assistant',
      error: 'authentication_failed',
      message: { model: '<synthetic>', content: [{ type: 'text', text: 'Not logged in' }] },
    };
    out(init, result, failed, init, idle);
    expect(drafts.at(-1)).toEqual({ type: 'turn_end' });
  });

  it('tells a session that does not exist without a turn', () => {
    const { drafts, out } = converse();
    const errors = ['No conversation found with session ID: x'];
    out({ ...result, subtype: 'error_during_execution', is_error: true, errors });
    expect(drafts).toEqual([
      { type: 'outcome', outcome: { type: 'error', code: 'SESSION_NOT_FOUND', message: errors[0] } },
    ]);
  });
});

describe('what is said into a turn', () => {
  const steer = (uuid: string, state: string): object => ({ ...lifecycle(state), command_uuid: uuid });
  const replay = (uuid: string): object => ({ ...prompt(uuid, 'more'), isReplay: true });
  const cut = { type: 'user', message: { content: [{ type: 'text', text: '[Request interrupted by user]' }] } };
  it.each<{ name: string; lines: object[]; delivered: string[] }>([
    {
      name: 'joins it where it is taken up before its end (2.1.329)',
      lines: [steer('id-1', 'queued'), replay('id-1'), steer('id-1', 'started'), steer('id-1', 'completed'), result],
      delivered: ['steered'],
    },
    {
      name: 'begins the next one where it is taken up after its end (2.1.329)',
      lines: [steer('id-1', 'queued'), result, steer('id-1', 'started'), init, replay('id-1')],
      delivered: ['new-turn'],
    },
    {
      name: 'begins the next one where it is taken up after an interrupt',
      lines: [steer('id-1', 'queued'), cut, steer('id-1', 'started'), init],
      delivered: ['new-turn'],
    },
    { name: 'was not taken where it is cancelled', lines: [steer('id-1', 'cancelled')], delivered: ['refused'] },
    {
      name: 'joins it where it is repeated before its end (2.1.197)',
      lines: [replay('u1'), replay('id-1'), result],
      delivered: ['steered'],
    },
    {
      name: 'begins the next one where that begins first (2.1.197)',
      lines: [replay('u1'), result, init, replay('id-1')],
      delivered: ['new-turn'],
    },
  ])('$name', ({ lines, delivered }) => {
    const { drafts, dialect, in: write, out } = converse();
    write(...dialect.open().write);
    out(initialized);
    write(prompt('u1'));
    if (lines.some((line) => 'type' in line && line.type === 'command_lifecycle')) {
      out(lifecycle('started'));
    }
    out(init);
    const steered = dialect.steer({ text: 'more' });
    expect(steered?.key).toBe('id-1');
    write(...(steered?.write ?? []));
    out(...lines);
    const settled = drafts.filter(({ type }) => type === 'steer_settled');
    expect(settled).toEqual(delivered.map((how) => ({ type: 'steer_settled', key: 'id-1', delivered: how })));
  });
});

it.each([
  ['runs', running, ['look']],
  ['is idle again, since what was taken up then had no turn of its own', idle, []],
])('a skill that a prompt names is told where the CLI %s before its turn', (_what, state, skills) => {
  const { drafts, dialect, in: write, out } = converse();
  write(...dialect.open().write);
  out(initialized);
  write(prompt('u1', '/look around'));
  out(lifecycle('queued'), lifecycle('started'), state, { ...init, skills: ['look'] });
  const invoked = drafts.flatMap((draft) => (draft.type === 'skill_invoked' ? [draft.skillName] : []));
  expect(invoked).toEqual(skills);
});

describe('our own lines', () => {
  it('holds a prompt back until the CLI has answered, and gives it an id', () => {
    const { dialect, written, in: write, out } = converse();
    const [hello = ''] = dialect.open().write;
    write(hello);
    expect(dialect.prompt({ text: 'first' })).toEqual({ write: [] });
    expect(dialect.state.busy).toBe(true);
    out(initialized);
    expect(written.map((line) => JSON.parse(line))).toEqual([
      {
        type: 'user',
        message: { role: 'user', content: 'first' },
        parent_tool_use_id: null,
        session_id: '',
        uuid: 'id-1',
      },
    ]);
  });

  it('takes ids that nobody has used', () => {
    const { dialect, in: write, out } = converse();
    const request = { subtype: 'set_model' };
    write({ type: 'control_request', request_id: 'amux-7', request }, prompt('u1'));
    out(init);
    expect(dialect.interrupt().write.map((line) => JSON.parse(line).request_id)).toEqual(['amux-8']);
  });

  it.each<[string, object, readonly object[]]>([
    [
      'did what it was asked for',
      { subtype: 'success', response: { mode: 'plan' } },
      [{ type: 'debug', level: 'info', message: 'Claude Code did "set_permission_mode": {"mode":"plan"}' }],
    ],
    [
      'did it and says no more',
      { subtype: 'success' },
      [{ type: 'debug', level: 'info', message: 'Claude Code did "set_permission_mode": {}' }],
    ],
    [
      'refused it',
      { subtype: 'error', error: 'no such mode' },
      [{ type: 'debug', level: 'warn', message: 'Claude Code refused "set_permission_mode": no such mode' }],
    ],
    [
      'refused it and says no more',
      { subtype: 'error' },
      [{ type: 'debug', level: 'warn', message: 'Claude Code refused "set_permission_mode": no reason given' }],
    ],
  ])('tell, once, that Claude Code %s', (_what, response, told) => {
    const { drafts, in: write, out } = converse();
    out(init);
    write({ type: 'control_request', request_id: 'r1', request: { subtype: 'set_permission_mode', mode: 'plan' } });
    const before = drafts.length;
    const answer = { type: 'control_response', response: { request_id: 'r1', ...response } };
    out(answer, answer);
    expect(drafts.slice(before)).toEqual(told);
  });

  it.each(['rewind_files', 'set_model'])('tell that Claude Code did %s, as they tell of the mode', (subtype) => {
    const { drafts, in: write, out } = converse();
    out(init);
    write({ type: 'control_request', request_id: 'r1', request: { subtype } });
    out({ type: 'control_response', response: { request_id: 'r1', subtype: 'success', response: {} } });
    expect(drafts.at(-1)).toEqual({ type: 'debug', level: 'info', message: `Claude Code did "${subtype}": {}` });
  });

  it('are no news where an answer says nothing, such as that to an interrupt', () => {
    const { drafts, in: write, out } = converse();
    out(init);
    write({ type: 'control_request', request_id: 'r1', request: { subtype: 'interrupt' } });
    const before = drafts.length;
    out({ type: 'control_response', response: { request_id: 'r1', subtype: 'success', response: {} } });
    expect(drafts.slice(before)).toEqual([]);
  });

  it('names attached files in the first prompt only', () => {
    const { dialect, in: write, out } = converse('bidi', { attachments: [{ filePath: '/data/report.pdf' }] });
    write(...dialect.open().write);
    out(initialized);
    const said = ['one', 'two'].flatMap((text) =>
      dialect.prompt({ text }).write.map((line) => JSON.parse(line).message.content),
    );
    expect(said).toEqual(['one\n\nAttached files:\n- /data/report.pdf', 'two']);
  });

  it.each(['bidi', 'oneshot'] as const)('can be said into a turn only where there are any: %s', (mode) => {
    const steered = converse(mode).dialect.steer({ text: 'more' });
    expect(steered).toEqual(mode === 'oneshot' ? undefined : { write: [], key: 'id-1' });
  });

  it.each(['/look around', '/look {"type":"user"}'])(
    'are none of a one-shot run, whose text is plain and tells of the skill that it names: %s',
    (text) => {
      const { drafts, in: write, out } = converse('oneshot', { prompt: '' });
      write(text);
      expect(drafts).toEqual([]);
      // A recording has the prompt once, and what is written after it is none.
      write('/other');
      out({ ...init, skills: ['look', 'other'] });
      expect(drafts.filter(({ type }) => type === 'skill_invoked')).toEqual([
        { type: 'skill_invoked', skillName: 'look' },
      ]);
    },
  );

  it('hold the result of a tool of the program only where its call is open', () => {
    const {
      dialect,
      drafts,
      in: write,
      out,
    } = converse('bidi', {
      tools: [{ name: 'add', description: 'Adds.', inputSchema: { type: 'object' }, run: () => 'done' }],
    });
    const message = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'add', arguments: { a: 1 } } };
    const request = { subtype: 'mcp_message', server_name: 'agent-mux', message };
    out(init, { type: 'control_request', request_id: 'c1', request });
    expect(drafts.at(-1)).toEqual({
      ...{ type: 'host_tool_call', key: 'c1', toolCallId: 'c1', toolName: 'add', input: { a: 1 } },
    });
    expect(dialect.returnHostTool?.('c2', { type: 'output', text: '3' })).toBe('gone');
    const writes = dialect.returnHostTool?.('c1', { type: 'output', text: '3' });
    const lines = typeof writes === 'object' ? writes.write : [];
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      {
        type: 'control_response',
        response: {
          ...{ subtype: 'success', request_id: 'c1' },
          response: { mcp_response: { jsonrpc: '2.0', id: 7, result: { content: [{ type: 'text', text: '3' }] } } },
        },
      },
    ]);
    write(...lines);
    expect(drafts.at(-1)).toEqual({ type: 'host_tool_settled', key: 'c1' });
    expect(dialect.returnHostTool?.('c1', { type: 'output', text: '3' })).toBe('gone');
  });

  it('refuse what the server of another program is asked', () => {
    const { written, out } = converse();
    const request = { subtype: 'mcp_message', server_name: 'other', message: { id: 7, method: 'ping' } };
    out(init, { type: 'control_request', request_id: 'c1', request });
    expect(written.map((line) => JSON.parse(line).response)).toEqual([
      { subtype: 'error', request_id: 'c1', error: 'agent-mux does not offer "mcp_message".' },
    ]);
  });

  it('interrupts by signal where nothing can be written', () => {
    expect(converse('oneshot').dialect.interrupt()).toEqual({ write: [], signal: 'SIGINT' });
  });

  it.each([
    ['is an interrupt where the CLI has agreed to ours', 'success', { type: 'interrupted' }],
    ['is none where the CLI has refused ours', 'error', { type: 'error' }],
  ])('fails without a word, which %s', (_name, subtype, outcome) => {
    const { dialect, drafts, in: write, out } = converse();
    out(init);
    const [request = ''] = dialect.interrupt().write;
    write(request);
    const { request_id } = JSON.parse(request);
    out({ type: 'control_response', response: { subtype, request_id } });
    out({ type: 'result', subtype: 'error_during_execution', is_error: true, errors: [] });
    expect(drafts.at(-1)).toMatchObject({ type: 'turn_end', outcome });
  });

  it('has nothing to interrupt when idle', () => {
    expect(converse().dialect.interrupt()).toEqual({ write: [] });
  });

  it('does not take a repeated answer of ours for one to a request', () => {
    const { dialect, drafts, in: write, out } = converse();
    out(init, toolUse('shell-1', 'Bash', { command: 'make' }), asked);
    const answer = dialect.respond('ask-1', { type: 'approve' });
    const lines = typeof answer === 'string' ? [] : answer.write;
    write(...lines);
    const before = drafts.length;
    out(...lines.map((line) => JSON.parse(line)));
    expect(drafts.slice(before)).toEqual([]);
  });
});

describe('questions', () => {
  it.each([
    { answer: { type: 'approve' }, response: { behavior: 'allow', updatedInput: { command: 'make' } } },
    {
      answer: { type: 'approve', input: { command: 'make -n' } },
      response: { behavior: 'allow', updatedInput: { command: 'make -n' } },
    },
    {
      answer: { type: 'approve', scope: 'session' },
      response: {
        behavior: 'allow',
        updatedInput: { command: 'make' },
        updatedPermissions: [
          {
            type: 'addRules',
            rules: [{ toolName: 'Bash', ruleContent: 'make' }],
            behavior: 'allow',
            destination: 'session',
          },
        ],
      },
    },
    {
      answer: { type: 'deny', reason: 'not now', interrupt: true },
      response: { behavior: 'deny', message: 'not now', interrupt: true },
    },
    { answer: { type: 'text', text: 'yes' }, response: 'unsupported' },
  ] as const)('answers an approval with $answer', ({ answer, response }) => {
    const { dialect, out } = converse();
    out(init, toolUse('shell-1', 'Bash', { command: 'make' }), asked);
    const writes = dialect.respond('ask-1', answer);
    expect(typeof writes === 'string' ? writes : JSON.parse(writes.write[0] ?? '').response.response).toEqual(response);
  });

  it.each<[string, object, readonly string[]]>([
    ['Bash', { command: 'make' }, ['once', 'session']],
    ['Monitor', { command: 'make' }, ['once', 'session']],
    ['Bash', { command: '' }, ['once']],
    ['Bash', {}, ['once']],
    ['Monitor', { command: ['make'] }, ['once']],
    ['Write', { file_path: '/a' }, ['once', 'session']],
    ['mcp__a__b', {}, ['once', 'session']],
  ])('can grant %s with %j for: %j', (tool_name, input, scopes) => {
    const { dialect, out } = converse();
    out(init, { ...asked, request: { ...asked.request, tool_name, input } });
    expect(dialect.state.pending.get('ask-1')?.scopes).toEqual(scopes);
  });

  it('begins a shell when it is granted, once', () => {
    const { drafts, in: write, out } = converse();
    out(init, toolUse('shell-1', 'Bash', { command: 'make' }), asked);
    const response = { behavior: 'allow', updatedInput: { command: 'make' } };
    const granted = { type: 'control_response', response: { subtype: 'success', request_id: 'ask-1', response } };
    write(granted, granted);
    out(toolResult('shell-1', 'Exit code 2\nno rule', 'Error: Exit code 2\nno rule', true));
    expect(drafts.slice(3)).toEqual([
      {
        type: 'tool_call_ready',
        toolCallId: 'shell-1',
        toolName: 'Bash',
        toolKind: 'execute',
        input: { command: 'make' },
      },
      {
        type: 'approval_request',
        key: 'ask-1',
        action: 'run a command',
        detail: 'make',
        toolName: 'Bash',
        riskLevel: 'high',
        toolCallId: 'shell-1',
        ...{ toolKind: 'execute', command: 'make', cwd: '/work', input: { command: 'make' } },
      },
      { type: 'approval_granted', key: 'ask-1' },
      { type: 'shell_start', toolCallId: 'shell-1', command: 'make', cwd: '/work' },
      { type: 'shell_exit', toolCallId: 'shell-1', exitCode: 2, output: 'no rule' },
      { type: 'tool_error', toolCallId: 'shell-1', error: 'Exit code 2\nno rule' },
    ]);
  });

  it('prints what its shell has printed, by either way', () => {
    const ways = [{ stdout: 'a', stderr: 'b' }, { stdout: 'a' }, { stderr: 'b' }, {}];
    const outputs = ways.map((native) => {
      const { drafts, out } = converse('bidi', { approvalMode: 'yolo' });
      out(init, toolUse('shell-1', 'Bash', { command: 'make' }), toolResult('shell-1', 'for the model', native));
      return drafts.flatMap((draft) => (draft.type === 'shell_exit' ? [draft.output] : []));
    });
    expect(outputs).toEqual([['ab'], ['a'], ['b'], ['']]);
  });

  it.each([
    { name: 'the CLI takes it back', line: { type: 'control_cancel_request', request_id: 'ask-1' } },
    { name: 'its call has a result', line: toolResult('shell-1', 'stream closed', 'Error: stream closed', true) },
    { name: 'its turn is over', line: result },
  ])('is gone when $name', ({ line }) => {
    const { dialect, drafts, out } = converse();
    out(init, toolUse('shell-1', 'Bash', { command: 'make' }), asked, line);
    expect(dialect.state.pending.size).toBe(0);
    expect(dialect.respond('ask-1', { type: 'approve' })).toBe('gone');
    expect(drafts).toContainEqual({ type: 'approval_denied', key: 'ask-1', reason: 'withdrawn' });
  });

  it('asks with choices, and takes text and answers by question', () => {
    const { dialect, out } = converse();
    const options = [{ label: 'A' }, { label: 'B', description: 'the other' }];
    const input = { questions: [{ question: 'Which?', header: 'H', multiSelect: true, options }] };
    out(init, {
      type: 'control_request',
      request_id: 'q',
      request: { subtype: 'can_use_tool', tool_name: 'AskUserQuestion', input, tool_use_id: 'call-1' },
    });
    const pending = dialect.state.pending.get('q');
    expect(pending).toMatchObject({ kind: 'input', detail: 'Which?', source: 'agent', questions: [{ options }] });
    expect(pending).toHaveProperty('questions.0.options', options);
    const said = (['text', 'answers'] as const).map((type) => {
      const writes = dialect.respond(
        'q',
        type === 'text' ? { type, text: 'other' } : { type, answers: { 'Which?': ['A', 'B'] } },
      );
      return typeof writes === 'string' ? writes : JSON.parse(writes.write[0] ?? '').response.response.updatedInput;
    });
    expect(said).toEqual([
      { ...input, answers: { 'Which?': 'other' } },
      { ...input, answers: { 'Which?': 'A, B' } },
    ]);
  });

  it('asks several questions at once, each with its own words', () => {
    const { dialect, out } = converse();
    const input = { questions: [{ question: 'Which?' }, { question: 'How?', header: 'H', options: [{}, 7] }] };
    const request = { subtype: 'can_use_tool', tool_name: 'AskUserQuestion', input };
    out(init, { type: 'control_request', request_id: 'q', request });
    const open = { multiSelect: false, options: [], freeText: true };
    expect(dialect.state.pending.get('q')).toEqual({
      ...{ kind: 'input', detail: 'Which?\nHow?', source: 'agent', input },
      questions: [
        { id: 'Which?', question: 'Which?', ...open },
        { id: 'How?', question: 'How?', header: 'H', ...open },
      ],
    });
  });

  it.each<[string, object, object]>([
    [
      'without a name',
      { input: { x: 1 } },
      { action: 'use ', detail: '{"x":1}', riskLevel: 'medium', toolKind: 'other', toolName: '' },
    ],
    [
      'and of a path that is guarded',
      { tool_name: 'Read', input: { file_path: '/a' }, blocked_path: '/etc', decision_reason: 'outside' },
      {
        ...{ action: 'read a file', detail: '/a', riskLevel: 'low', toolKind: 'read', toolName: 'Read' },
        ...{ paths: ['/a', '/etc'], reason: 'outside' },
      },
    ],
    [
      'and of the path that it names itself',
      { tool_name: 'Read', input: { file_path: '/a' }, blocked_path: '/a' },
      {
        ...{ action: 'read a file', detail: '/a', riskLevel: 'low', toolKind: 'read', toolName: 'Read' },
        paths: ['/a'],
      },
    ],
    [
      'of a server',
      { tool_name: 'mcp__a__b', input: { x: 1 } },
      {
        ...{ action: 'call an MCP tool', detail: '{"x":1}', riskLevel: 'medium', toolKind: 'mcp' },
        ...{ toolName: 'mcp__a__b', mcp: { server: 'a', tool: 'b' } },
      },
    ],
  ])('asks about a tool %s', (_what, request, interaction) => {
    const { dialect, out } = converse();
    out(init, { type: 'control_request', request_id: 'q', request: { subtype: 'can_use_tool', ...request } });
    expect(dialect.state.pending.get('q')).toEqual({
      ...{ kind: 'approval', ...interaction, scopes: ['once', 'session'], acceptsUpdatedInput: true },
      ...('input' in request ? { input: request.input } : {}),
    });
  });

  it.each<[string, object, object]>([
    ['of nobody, with no words', {}, { detail: 'An MCP server asks for input.' }],
    [
      'of a server that has a form',
      { message: 'Who?', mcp_server_name: 'demo', requested_schema: { type: 'object' } },
      { detail: 'Who?', context: 'MCP server demo', schema: { type: 'object' } },
    ],
    ['of a server that has a page', { message: 'Log in.', url: 'http://a' }, { detail: 'Log in.\nhttp://a' }],
  ])('asks for input %s', (_what, request, interaction) => {
    const { dialect, out } = converse();
    out(init, { type: 'control_request', request_id: 'q', request: { subtype: 'elicitation', ...request } });
    expect(dialect.state.pending.get('q')).toStrictEqual({ kind: 'input', source: 'tool', ...interaction });
  });

  it.each<[string, object, object]>([
    ['by an error', { subtype: 'error', error: 'closed' }, { reason: 'closed' }],
    [
      'with a reason',
      { subtype: 'success', response: { behavior: 'deny', message: 'not now' } },
      { reason: 'not now' },
    ],
    ['without a word', { subtype: 'success', response: { behavior: 'deny' } }, {}],
  ])('is denied %s', (_what, response, denied) => {
    const { drafts, in: write, out } = converse();
    out(init, asked);
    write({ type: 'control_response', response: { request_id: 'ask-1', ...response } });
    expect(drafts.at(-1)).toStrictEqual({ type: 'approval_denied', key: 'ask-1', ...denied });
  });

  it('refuses at once what is not offered', () => {
    const { written, out } = converse();
    out({ type: 'control_request', request_id: 'x', request: { subtype: 'request_user_dialog' } });
    expect(written.map((line) => JSON.parse(line).response)).toEqual([
      { subtype: 'error', request_id: 'x', error: 'agent-mux does not offer "request_user_dialog".' },
    ]);
  });

  it('has the CLI ask before each command until it was granted for the session', () => {
    const { written, in: write, out } = converse();
    const hook = (id: string, command: string, more: object = {}) => ({
      type: 'control_request',
      request_id: id,
      request: {
        subtype: 'hook_callback',
        callback_id: 'amux-ask',
        input: { tool_name: 'Bash', tool_input: { command, ...more } },
      },
    });
    out(init, hook('h1', 'make'), toolUse('shell-1', 'Bash', { command: 'make' }), asked);
    const updatedPermissions = [
      {
        type: 'addRules',
        rules: [{ toolName: 'Bash', ruleContent: 'make' }],
        behavior: 'allow',
        destination: 'session',
      },
    ];
    const response = { behavior: 'allow', updatedInput: { command: 'make' }, updatedPermissions };
    write({ type: 'control_response', response: { subtype: 'success', request_id: 'ask-1', response } });
    out(hook('h2', 'make'), hook('h3', 'make install'));
    out(hook('h4', 'make', { description: 'Make it.', timeout: 5 }));
    out(hook('h5', 'make', { dangerouslyDisableSandbox: true }));
    const ask = { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'ask' } };
    expect(written.map((line) => JSON.parse(line).response.response)).toEqual([ask, {}, ask, {}, ask]);
  });
});

describe('a call that was refused', () => {
  const refused = 'Permission to use Bash has been denied because nobody can be asked.';
  const told = (mode: 'bidi' | 'oneshot', id: string, text: string, isError = true): string[] => {
    const { drafts, out } = converse(mode);
    out(init, toolUse('shell-1', 'Bash', { command: 'make' }));
    const before = drafts.length;
    out(toolResult(id, text, undefined, isError));
    return typesOf(drafts.slice(before)).filter((type) => type.startsWith('approval'));
  };

  it.each<[string, readonly string[], readonly string[]]>([
    [
      'is told by its result where nobody can be asked',
      told('oneshot', 'shell-1', refused),
      ['approval_request', 'approval_denied'],
    ],
    ['is not, where it failed for another reason', told('oneshot', 'shell-1', 'exit 1'), []],
    ['is not, where these are the words of a call that went well', told('oneshot', 'shell-1', refused, false), []],
    ['is not, where nobody knows the call', told('oneshot', 'shell-2', refused), []],
    ['is not, where somebody was asked', told('bidi', 'shell-1', refused), []],
  ])('%s', (_what, types, wanted) => {
    expect(types).toEqual(wanted);
  });
});

describe('what is not understood', () => {
  it.each<{ name: string; text: string; source?: 'stdout' | 'stderr'; drafts: unknown[] }>([
    {
      name: 'a new type',
      text: '{"type":"system","subtype":"new_thing"}',
      drafts: [{ type: 'unknown_native', name: 'system/new_thing' }],
    },
    {
      name: 'a new field',
      text: '{"type":"keep_alive","novel":1}',
      drafts: [{ type: 'unknown_native', name: 'keep_alive.novel' }],
    },
    {
      name: 'a line that is not of the protocol',
      text: 'Warning: hot',
      drafts: [{ type: 'log', source: 'stdout', line: 'Warning: hot' }],
    },
    {
      name: 'a broken line',
      text: '{"type":"resu',
      drafts: [expect.objectContaining({ type: 'error', code: 'PARSE_ERROR', recoverable: true })],
    },
    { name: 'stderr', text: 'oops', source: 'stderr', drafts: [{ type: 'log', source: 'stderr', line: 'oops' }] },
  ])('is told: $name', ({ text, source = 'stdout', drafts }) => {
    expect(converse().dialect.parseEvent(text, { source }).drafts).toEqual(drafts);
  });

  it('is not what became of a command of its own, such as `/help`', () => {
    const { drafts, out } = converse();
    out({ type: 'assistant', message: { id: 'm', content: [] }, local_command_outcome: 'completed' });
    expect(drafts.filter(({ type }) => type === 'unknown_native')).toEqual([]);
  });

  it('is told of a field only once', () => {
    const { drafts, out } = converse();
    out({ type: 'keep_alive', novel: 1 }, { type: 'keep_alive', novel: 2 });
    expect(typesOf(drafts)).toEqual(['unknown_native']);
  });

  it.each([
    'null',
    '[]',
    '7',
    '{}',
    '{"type":"assistant"}',
    '{"type":"assistant","message":{"content":[null,7,{"type":"tool_use"}]}}',
    '{"type":"user","message":null}',
    '{"type":"stream_event"}',
    '{"type":"stream_event","event":{"type":"content_block_delta","index":9,"delta":{"type":"text_delta"}}}',
    '{"type":"control_request"}',
    '{"type":"result","modelUsage":[1],"total_cost_usd":"x"}',
  ])('never throws: %s', (text) => {
    const { dialect } = converse();
    for (const source of ['stdout', 'stdin', 'stderr'] as const) {
      expect(() => dialect.parseEvent(text, { source })).not.toThrow();
    }
  });
});

describe('exit', () => {
  const exited = { code: 0, signal: null, stderr: '' };

  it.each([
    { name: 'says nothing after a clean end', lines: [init, result], info: exited, drafts: [] },
    {
      name: 'is a crash without a session, whatever the code',
      lines: [],
      info: exited,
      drafts: [{ type: 'outcome', outcome: { type: 'crash', exitCode: 0, stderr: '' } }],
    },
    {
      name: 'ends the open turn',
      lines: [init],
      info: { ...exited, code: null, signal: 'SIGKILL' },
      drafts: [{ type: 'turn_end', outcome: { type: 'crash', signal: 'SIGKILL', stderr: '' } }],
    },
    {
      name: 'is an interrupt where the CLI left without a result because of it',
      lines: [init],
      info: { ...exited, asked: 'interrupt' as const },
      drafts: [{ type: 'turn_end', outcome: { type: 'interrupted' } }],
    },
    {
      name: 'leaves an abort to the host',
      lines: [init],
      info: { ...exited, code: 143, asked: 'abort' as const },
      drafts: [],
    },
    {
      name: 'ends the turn whose start came twice with its result',
      lines: [init, init, result],
      info: exited,
      drafts: [{ type: 'turn_end' }],
    },
    {
      name: 'leaves an abort of such a turn to the host',
      lines: [init, init, result],
      info: { ...exited, asked: 'abort' as const },
      drafts: [],
    },
    {
      name: 'is explained by the failure of the last turn',
      lines: [init, { ...result, is_error: true, result: 'API Error' }],
      info: { ...exited, code: 1 },
      drafts: [],
    },
    {
      name: 'tells a failure that came after the result as one that did',
      lines: [init, result, { type: 'assistant', error: 'unknown', message: { content: [{ text: 'API Error' }] } }],
      info: exited,
      drafts: [
        {
          type: 'debug',
          level: 'warn',
          message: 'The agent reported a failure after the end of its turn: API Error',
        },
      ],
    },
  ])('$name', ({ lines, info, drafts }) => {
    const { dialect, out } = converse();
    out(...lines);
    expect(dialect.exit(info).drafts).toEqual(drafts);
  });
});

it('tells what a subagent was sent, once for each answer, since what it used is told at the end only', () => {
  const { drafts, out } = converse();
  const usage = { input_tokens: 70, cache_read_input_tokens: 20, cache_creation_input_tokens: 10, output_tokens: 1 };
  const says = (id: string, lane: string | null, text: string, used: object | undefined = usage): object => ({
    type: 'assistant',
    parent_tool_use_id: lane,
    message: { id, model: 'm', content: [{ type: 'text', text }], ...(used === undefined ? {} : { usage: used }) },
  });
  out(init, dispatch, started(false), says('a', 'agent-1', 'One.'), says('a', 'agent-1', 'Still one.'));
  out(says('b', 'agent-1', 'Two.'), says('c', 'agent-2', 'Another agent.'), says('d', null, 'The main one.'));
  const seen = drafts.filter(({ type }) => type === 'tokens_seen');
  const tokens = { type: 'tokens_seen', inputTokens: 100, outputTokens: 1 };
  expect(seen).toEqual(['agent-1', 'agent-1', 'agent-2'].map((lane) => ({ ...tokens, lane })));
});

it.each([
  ['', undefined],
  ['bedrock', 'bedrock'],
])('names who serves the model where it is said: %j', (apiProvider, provider) => {
  const { dialect, drafts, out, in: write } = converse();
  write(...dialect.open().write);
  const event = { type: 'message_delta', usage: { input_tokens: 1, output_tokens: 1 } };
  out(
    { type: 'control_response', response: { ...initialized.response, response: { account: { apiProvider } } } },
    init,
    { type: 'stream_event', event: { type: 'message_start', message: { id: 'a', model: 'm' } } },
    { type: 'stream_event', event },
  );
  const told = drafts.find(({ type }) => type === 'token_usage');
  expect(told).toEqual({
    ...{ type: 'token_usage', inputTokens: 1, outputTokens: 1, cachedTokens: 0, model: 'm' },
    ...(provider === undefined ? {} : { provider }),
  });
});
