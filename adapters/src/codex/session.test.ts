import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createClient, type SessionProblem } from '@agent-mux/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Folded, type FoldOptions, foldSession } from '../shared/testing/fold-session.ts';
import { codex } from './index.ts';
import { codexSessions } from './session.ts';

// The lines are as 0.169.0 writes them, without the fields that nobody reads.
const ID = '01a200a1-f835-7282-ac3b-53635ddebd5e';
const FORK = '01a200a2-9697-7e13-96b0-a3032d9bc00a';
const timestamp = '2026-11-22T00:22:24.622Z';
const line = (ordinal: number, type: string, payload: object): object => ({ timestamp, ordinal, type, payload });
const meta = (ordinal: number, more: object): object =>
  line(ordinal, 'session_meta', {
    id: ID,
    timestamp: '2026-11-22T00:22:24.569Z',
    cwd: '/work',
    source: 'exec',
    ...more,
  });
const says = (ordinal: number, text: string): object =>
  line(ordinal, 'event_msg', {
    type: 'item_completed',
    item: { type: 'UserMessage', content: [{ type: 'text', text }] },
  });
const item = (ordinal: number, payload: object): object => line(ordinal, 'response_item', payload);
const answers = (ordinal: number, text: string): object =>
  item(ordinal, { type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] });

const TURN = [
  line(1, 'event_msg', { type: 'task_started' }),
  item(2, { type: 'message', role: 'developer', content: [{ type: 'input_text', text: '<skills_instructions>' }] }),
  item(3, { type: 'message', role: 'user', content: [{ type: 'input_text', text: '<environment_context>' }] }),
  line(4, 'turn_context', { model: 'gpt-5.5', cwd: '/work' }),
  item(5, { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Remember marble.' }] }),
  says(6, 'Remember marble.'),
  item(7, { type: 'reasoning', summary: [{ type: 'summary_text', text: 'hmm' }], encrypted_content: 'abc' }),
  item(8, { type: 'function_call', name: 'exec_command', arguments: '{"cmd":"echo hi"}', call_id: 'c1' }),
  item(9, { type: 'function_call_output', call_id: 'c1', output: 'Output:\nhi\n' }),
  answers(10, 'Done.'),
  line(11, 'event_msg', {
    type: 'token_count',
    info: {
      total_token_usage: { input_tokens: 200, cached_input_tokens: 20, output_tokens: 40, reasoning_output_tokens: 10 },
    },
  }),
];
const OUTLINE = [
  'user: Remember marble.',
  'assistant: (hmm) [exec_command]',
  'tool: Output:\nhi\n <exec_command>',
  'assistant: Done.',
];

const PATH = `/codex/sessions/2026/11/22/rollout-2026-11-22T00-22-24-${ID}.jsonl`;
const fold = (lines: readonly unknown[], options: Partial<FoldOptions> = {}): Promise<Folded> =>
  foldSession(codexSessions, lines, { path: PATH, ...options });

describe('a session of Codex', () => {
  it('is what was said, without what Codex adds to it', async () => {
    const { facts, messages, outline } = await fold([meta(0, {}), ...TURN]);
    expect(outline).toEqual(OUTLINE);
    expect(messages[1]?.toolCalls).toEqual([{ toolCallId: 'c1', toolName: 'exec_command', input: { cmd: 'echo hi' } }]);
    expect(facts).toEqual({
      sessionId: ID,
      title: 'Remember marble.',
      createdAt: Date.parse('2026-11-22T00:22:24.569Z'),
      cwd: '/work',
      model: 'gpt-5.5',
      turnCount: 1,
      isSubagent: false,
      cost: { totalUsd: 0, inputTokens: 200, outputTokens: 40, thinkingTokens: 10, cachedTokens: 20 },
    });
  });

  it.each([
    ['function_call', { name: 'f', arguments: '{"a":1}' }, { toolName: 'f', input: { a: 1 } }],
    ['custom_tool_call', { name: 'apply_patch', input: '*** Begin' }, { toolName: 'apply_patch', input: '*** Begin' }],
    ['local_shell_call', { action: { type: 'exec' } }, { toolName: 'local_shell', input: { type: 'exec' } }],
    ['tool_search_call', { arguments: '{"q":"x"}' }, { toolName: 'tool_search', input: { q: 'x' } }],
    ['web_search_call', { action: { type: 'search' } }, { toolName: 'web_search', input: { type: 'search' } }],
  ])('has a call by %s', async (type, payload, call) => {
    const { messages } = await fold([meta(0, {}), says(1, 'Go.'), item(2, { type, call_id: 'c1', ...payload })]);
    expect(messages[1]?.toolCalls).toEqual([{ toolCallId: 'c1', ...call }]);
  });

  it.each(['function_call_output', 'custom_tool_call_output', 'tool_search_output'])('has a %s', async (type) => {
    const call = item(2, { type: 'function_call', name: 'f', arguments: '{}', call_id: 'c1' });
    const { outline } = await fold([
      meta(0, {}),
      says(1, 'Go.'),
      call,
      item(3, { type, call_id: 'c1', output: 'out' }),
    ]);
    expect(outline.at(-1)).toBe('tool: out <f>');
  });

  it('that is a fork says where the rest is, and up to which line', async () => {
    const { facts } = await fold([
      meta(39, { id: FORK, forked_from_id: ID, forked_from_ordinal_exclusive: 39 }),
      says(40, 'Forked.'),
    ]);
    expect(facts).toMatchObject({ sessionId: FORK, forkedFrom: ID, inherits: { sessionId: ID, before: 39 } });
    expect((await fold([meta(0, {}), ...TURN, says(12, 'Later.')], { before: 10 })).outline).toEqual(
      OUTLINE.slice(0, 3),
    );
  });

  it('that is a fork of the first line has the lines without a number, which older versions wrote, as the first', async () => {
    const { ordinal: _, ...old } = says(0, 'Old.') as { ordinal: number };
    expect((await fold([meta(0, {}), old, says(1, 'Not shared.')], { before: 1 })).outline).toEqual(['user: Old.']);
  });

  it('of a subagent is marked', async () => {
    expect((await fold([meta(0, { thread_source: 'subagent' })])).facts?.isSubagent).toBe(true);
    expect((await fold([meta(0, { source: { subagent: { thread_spawn: {} } } })])).facts?.isSubagent).toBe(true);
  });

  it('has the name that the user gave it', async () => {
    const index = [
      { id: ID, thread_name: 'Old' },
      { id: ID, thread_name: 'Marble' },
      { id: FORK, thread_name: 'Other' },
    ];
    const beside = { '/codex/session_index.jsonl': `${index.map((each) => JSON.stringify(each)).join('\n')}\n{"id"` };
    expect((await fold([meta(0, {}), ...TURN], { beside })).facts?.title).toBe('Marble');
  });

  it('has as prompts what the user said, each with the turn that it began', async () => {
    const user = (ordinal: number, payload: object): object => line(ordinal, 'event_msg', payload);
    const { facts, messages } = await fold([
      meta(0, {}),
      user(1, { type: 'task_started', turn_id: 't1' }),
      says(2, ' \n'),
      user(3, {
        type: 'item_completed',
        item: { type: 'AgentMessage', content: [{ type: 'Text', text: 'Not said.' }] },
      }),
      user(4, { type: 'user_message', message: 'In the old form.' }),
      user(5, { type: 'user_message' }),
      user(6, { type: 'task_started', turn_id: 't2' }),
      says(7, 'In the new form.'),
    ]);
    expect(messages.map(({ role, content, checkpointId }) => [role, content, checkpointId])).toEqual([
      ['user', 'In the old form.', 't1'],
      ['user', 'In the new form.', 't2'],
    ]);
    expect(facts).toMatchObject({ title: 'In the old form.', turnCount: 2 });
  });

  it('is none without its header', async () => {
    expect((await fold([...TURN, 3, null, {}])).facts).toBeUndefined();
  });
});

describe('the store of Codex', () => {
  const read = (): Promise<undefined> => Promise.resolve(undefined);
  it.each([
    ['in the home folder', {}, '/home/me/.codex'],
    ['where its variable says', { CODEX_HOME: '/codex' }, '/codex'],
  ])('lies %s, also what was archived', async (_, env, root) => {
    const places = await codexSessions.places({ env, home: '/home/me', sessionId: ID, read });
    expect(places.map((place) => [place.root, place.path[0], place.path.length])).toEqual([
      [root, 'sessions', 5],
      [root, 'archived_sessions', 2],
    ]);
    for (const { path } of places) {
      const [name] = path.slice(-1);
      expect(name instanceof RegExp && name.test(PATH.split('/').at(-1) ?? '')).toBe(true);
      expect(name instanceof RegExp && name.test(`rollout-2026-11-22T00-22-24-${FORK}.jsonl`)).toBe(false);
    }
  });
});

it('that Codex has compressed is told with its reason, and never touched', async () => {
  const home = mkdtempSync(join(tmpdir(), 'amux-codex-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const write = (id: string, ending: string, content: string | Buffer): string => {
    const path = join(home, 'sessions/2026/11/22', `rollout-2026-11-22T00-22-24-${id}${ending}`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  };
  write(ID, '.jsonl', `${[meta(0, {}), ...TURN].map((each) => JSON.stringify(each)).join('\n')}\n`);
  // These are the first bytes of any zstd frame; nobody reads the rest.
  const bytes = Buffer.from('28b52ffd0a0a0a0a', 'hex');
  const path = write(FORK, '.jsonl.zst', bytes);
  const { mtimeMs, atimeMs } = statSync(path);
  const mux = createClient({ adapters: [codex] });
  const problems: SessionProblem[] = [];
  const options = { env: { CODEX_HOME: home }, onProblem: (problem: SessionProblem) => void problems.push(problem) };
  expect((await mux.sessions.list('codex', options)).map(({ sessionId }) => sessionId)).toEqual([ID]);
  expect(problems).toEqual([
    {
      agent: 'codex',
      path,
      message: expect.stringMatching(/^The file cannot be read: Codex has compressed it \(zstd\); .* readable\.$/),
      isSkipped: true,
    },
  ]);
  await expect(mux.sessions.get(FORK, { env: { CODEX_HOME: home } })).rejects.toMatchObject({
    code: 'PARSE_ERROR',
    message: expect.stringContaining('Codex has compressed it'),
  });
  const after = statSync(path);
  expect([readFileSync(path), after.mtimeMs, after.atimeMs]).toEqual([bytes, mtimeMs, atimeMs]);
});
