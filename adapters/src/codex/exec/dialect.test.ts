/** Lines of `codex exec --json` that the fixtures do not have, or not alone, in the form of 0.169.0. */
import type { EventDraft, ExitInfo, ResolvedOptions } from '@agent-mux/core';
import { describe, expect, it } from 'vitest';
import { createExecDialect } from './dialect.ts';

const defaults: ResolvedOptions = {
  prompt: 'go',
  cwd: '/work',
  stream: 'auto',
  approvalMode: 'yolo',
  systemPromptMode: 'append',
  noSession: false,
  includeSubagents: false,
  keepOpen: false,
};

function play(lines: readonly unknown[], options: Partial<ResolvedOptions> = {}) {
  const dialect = createExecDialect({ ...defaults, ...options });
  const drafts: EventDraft[] = lines.flatMap((line) => [
    ...dialect.parseEvent(JSON.stringify(line), { source: 'stdout' }).drafts,
  ]);
  return { dialect, drafts };
}

const STARTED = [{ type: 'thread.started', thread_id: 'T' }, { type: 'turn.started' }];
const completed = (item: object) => ({ type: 'item.completed', item: { id: 'item_0', ...item } });
const failed = (message: string) => ({ type: 'turn.failed', error: { message } });
const exit = (more: Partial<ExitInfo>): ExitInfo => ({ code: 1, signal: null, stderr: '', ...more });

describe('the session', () => {
  it.each<[Partial<ResolvedOptions>, object]>([
    [{}, {}],
    [{ sessionId: 'T' }, { resumed: true }],
    [{ forkSessionId: 'S' }, { forkedFrom: 'S' }],
  ])('is, with %o, %o', (options, more) => {
    const { dialect, drafts } = play(STARTED, options);
    expect([drafts[0], dialect.state.sessionId]).toEqual([{ type: 'session_start', sessionId: 'T', ...more }, 'T']);
  });
});

describe('the tokens', () => {
  const usage = { input_tokens: 240, cached_input_tokens: 128, output_tokens: 84, reasoning_output_tokens: 14 };

  it('of a new session are those of its turn', () => {
    const tokens = { inputTokens: 240, outputTokens: 84, thinkingTokens: 14, cachedTokens: 128 };
    expect(play([...STARTED, { type: 'turn.completed', usage }]).drafts.slice(2)).toEqual([
      { type: 'token_usage', ...tokens },
      { type: 'cost', cost: { totalUsd: 0, priced: false, ...tokens }, mode: 'add' },
      { type: 'turn_end' },
    ]);
  });

  it('of a session that goes on are left out: they count its earlier turns', () => {
    const { drafts } = play([...STARTED, { type: 'turn.completed', usage }], { sessionId: 'T' });
    expect(drafts.map(({ type }) => type)).toEqual(['session_start', 'turn_start', 'debug', 'turn_end']);
  });
});

describe('a failure', () => {
  it.each([
    ['unexpected status 401 Unauthorized: no', { type: 'auth_error' }],
    ['exceeded retry limit, last status: 429 Too Many Requests', { type: 'rate_limit_error' }],
    ['You’ve hit your usage limit.', { type: 'rate_limit_error' }],
    ['Quota exceeded. Check your plan and billing details.', { type: 'rate_limit_error' }],
    ["Codex ran out of room in the model's context window.", { type: 'context_exceeded' }],
    ['Selected model is at capacity.', { type: 'error', code: 'AGENT_ERROR' }],
  ])('%s', (message, outcome) => {
    const { dialect, drafts } = play([...STARTED, { type: 'error', message }, failed(message)]);
    expect([drafts.slice(2), dialect.exit(exit({}))]).toEqual([
      [{ type: 'turn_end', outcome: expect.objectContaining(outcome) }],
      { drafts: [] },
    ]);
  });

  it('that was said only once is what the turn ends with', () => {
    const { dialect } = play([...STARTED, { type: 'error', message: 'Selected model is at capacity.' }]);
    expect(dialect.exit(exit({})).drafts).toEqual([
      {
        type: 'turn_end',
        outcome: { type: 'error', code: 'AGENT_ERROR', message: 'Selected model is at capacity.', transient: true },
      },
    ]);
  });

  it('without a word has none in what the turn ends with', () => {
    const { dialect } = play([...STARTED, { type: 'error' }]);
    expect(dialect.exit(exit({})).drafts).toEqual([
      {
        type: 'turn_end',
        outcome: { type: 'error', code: 'AGENT_ERROR', message: 'The agent failed without a word.' },
      },
    ]);
  });

  it('of a call that the settings refuse is counted by the refusals alone', () => {
    const { dialect } = play(STARTED, { approvalMode: 'deny' });
    const hear = (line: string) => dialect.parseEvent(line, { source: 'stderr' }).drafts;
    const refused = 'ERROR codex_core::tools::router: error=patch rejected; rejected by user approval settings';
    const keys = ['a warning', refused, 'another', refused].flatMap((line) =>
      hear(line).flatMap((draft) => (draft.type === 'approval_request' ? [draft.key] : [])),
    );
    expect(keys).toEqual(['refused:0', 'refused:1']);
  });

  it.each<[string, Partial<ExitInfo>, object[]]>([
    [
      'a session that does not exist',
      { stderr: 'Error: no rollout found for thread id T (code -32600)\nStack backtrace:' },
      [{ type: 'outcome', outcome: expect.objectContaining({ code: 'SESSION_NOT_FOUND' }) }],
    ],
    [
      'anything else',
      { code: 2, stderr: 'error: unexpected argument' },
      [{ type: 'outcome', outcome: { type: 'crash', exitCode: 2, stderr: 'error: unexpected argument' } }],
    ],
    ['an interrupt', { asked: 'interrupt' }, [{ type: 'outcome', outcome: { type: 'interrupted' } }]],
    ['an abort', { asked: 'abort' }, []],
  ])('before it has begun: %s', (_what, info, drafts) => {
    expect(createExecDialect(defaults).exit(exit(info)).drafts).toEqual(drafts);
  });
});

describe('a retry', () => {
  it.each([
    [
      'Reconnecting... 1/2 (exceeded retry limit, last status: 429 Too Many Requests)',
      [
        { type: 'rate_limited' },
        expect.objectContaining({
          type: 'retry',
          attempt: 1,
          maxAttempts: 2,
          reason: expect.stringMatching(/^exceeded/),
        }),
      ],
    ],
    [
      'Reconnecting... waiting for network (Connection failed)',
      [expect.objectContaining({ type: 'retry', attempt: 1, maxAttempts: 1, reason: 'Connection failed' })],
    ],
  ])('%s', (message, drafts) => {
    expect(play([...STARTED, { type: 'error', message }]).drafts.slice(2)).toEqual(drafts);
  });
});

describe('an item', () => {
  it.each([
    ['a notice', { type: 'error', message: 'Careful.' }, [{ type: 'debug', level: 'warn', message: 'Careful.' }]],
    [
      'thoughts',
      { type: 'reasoning', text: 'I weigh it.' },
      [{ type: 'thinking_stop', thinking: 'I weigh it.', key: 'item_0/summary' }],
    ],
    ['words', { type: 'agent_message', text: 'Hi.' }, [{ type: 'message_stop', text: 'Hi.', key: 'item_0' }]],
    ['of a new kind', { type: 'dance' }, [{ type: 'unknown_native', name: 'item/dance' }]],
    [
      'with a new field',
      { type: 'agent_message', text: 'Hi.', mood: 'good' },
      [
        { type: 'unknown_native', name: 'item/agent_message.mood' },
        { type: 'message_stop', text: 'Hi.', key: 'item_0' },
      ],
    ],
  ])('%s', (_what, item, drafts) => {
    expect(play([...STARTED, completed(item)]).drafts.slice(2)).toEqual(drafts);
  });

  it('of a plan is told each time that it changes', () => {
    const list = (done: boolean) => ({ id: 'p', type: 'todo_list', items: [{ text: 'Look', completed: done }] });
    const { drafts } = play([
      ...STARTED,
      { type: 'item.started', item: list(false) },
      { type: 'item.updated', item: list(true) },
      { type: 'item.completed', item: list(true) },
    ]);
    expect(drafts.slice(2).map((draft) => ('message' in draft ? draft.message : draft.type))).toEqual([
      'The plan: [ ] Look',
      'The plan: [x] Look',
    ]);
  });

  it.each([
    ['completed', { type: 'subagent_result', subagentId: 'kid', summary: 'Well.' }],
    ['errored', { type: 'subagent_error', subagentId: 'kid', error: 'Well.' }],
  ])('of a wait says that an agent is %s, once', (status, outcome) => {
    const call = { type: 'collab_tool_call', receiver_thread_ids: ['kid'], status: 'completed' };
    const states = { kid: { status, message: 'Well.' } };
    const { drafts } = play([
      ...STARTED,
      completed({ ...call, id: 'a', tool: 'spawn_agent', prompt: 'Look.', agents_states: {} }),
      completed({ ...call, id: 'b', tool: 'wait', agents_states: states }),
      completed({ ...call, id: 'c', tool: 'wait', agents_states: states }),
    ]);
    expect(drafts.filter(({ type }) => type.startsWith('subagent_'))).toEqual([
      expect.objectContaining({ type: 'subagent_spawn', subagentId: 'kid', prompt: 'Look.' }),
      outcome,
    ]);
  });
});

it('is busy until its turn has ended, and takes nothing more', () => {
  const { dialect } = play(STARTED);
  expect([dialect.state.busy, dialect.state.turn, dialect.interrupt()]).toEqual([
    true,
    true,
    { write: [], signal: 'SIGINT' },
  ]);
  dialect.parseEvent('{"type":"turn.completed","usage":{}}', { source: 'stdout' });
  expect([
    dialect.state.busy,
    dialect.state.clean,
    dialect.steer({ text: 'x' }),
    dialect.prompt({ text: 'x' }),
  ]).toEqual([false, true, undefined, { write: [] }]);
});

it('takes the prompt for plain text, whatever it looks like', () => {
  const { dialect } = play([]);
  expect(dialect.parseEvent('{"type":"turn.completed"}', { source: 'stdin' }).drafts).toEqual([]);
  expect(dialect.state.busy).toBe(true);
});

it('tells of a web search what was looked for when it is known', () => {
  const search = { id: 'ws_1', type: 'web_search' };
  const action = { type: 'search', query: 'x', queries: ['x'] };
  const { drafts } = play([
    ...STARTED,
    { type: 'item.started', item: { ...search, query: '', action: { type: 'other' } } },
    { type: 'item.completed', item: { ...search, query: 'x', action } },
  ]);
  const call = { type: 'tool_call_start', toolCallId: 'ws_1', toolName: 'web_search', toolKind: 'fetch' };
  expect(drafts.slice(2)).toEqual([
    call,
    { ...call, input: { query: 'x', action } },
    { type: 'tool_result', toolCallId: 'ws_1', output: action },
  ]);
});
