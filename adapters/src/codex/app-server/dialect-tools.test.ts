import { describe, expect, it } from 'vitest';
import {
  beginTurn,
  CHILD,
  command,
  completed,
  note,
  started,
  THREAD,
  turnCompleted,
  turnStarted,
  usage,
} from './testing/converse.ts';

describe('commands', () => {
  it('opens the shell of a command that has a process at once', () => {
    const talk = beginTurn();
    talk.out(started(command('c1')), note('item/commandExecution/outputDelta', { itemId: 'c1', delta: 'a\n' }));
    talk.out(completed(command('c1', { status: 'failed', exitCode: 3, aggregatedOutput: 'a\nb\n', durationMs: 5 })));
    expect(talk.drafts.slice(2)).toEqual([
      { type: 'shell_start', toolCallId: 'c1', command: 'make', cwd: '/work' },
      { type: 'shell_stdout_delta', toolCallId: 'c1', delta: 'a\n' },
      { type: 'shell_exit', toolCallId: 'c1', exitCode: 3, output: 'a\nb\n', durationMs: 5 },
      { type: 'tool_error', toolCallId: 'c1', error: 'Exit code 3\na\nb\n' },
    ]);
  });

  it('never opens the shell of a command that was declined', () => {
    const talk = beginTurn();
    talk.out(started(command('c1', { processId: null, source: 'agent' })));
    talk.out(completed(command('c1', { processId: null, status: 'declined', exitCode: null, aggregatedOutput: null })));
    expect(talk.drafts.slice(2)).toEqual([
      { type: 'tool_error', toolCallId: 'c1', error: 'The command was declined.' },
    ]);
  });

  it('says which files were read and deleted, after the result', () => {
    const talk = beginTurn();
    const commandActions = [
      { type: 'read', command: 'cat a', name: 'a', path: '/work/a' },
      { type: 'unknown', command: 'rm b' },
      { type: 'search', command: 'rg x', query: 'x', path: null },
    ];
    const item = { commandActions, command: "/bin/bash -lc 'cat a && rm b && rg x'", cwd: '/work/sub' };
    talk.out(started(command('c1', item)));
    talk.out(completed(command('c1', { ...item, status: 'completed', exitCode: 0, aggregatedOutput: '' })));
    expect(talk.drafts.slice(-3)).toEqual([
      { type: 'tool_result', toolCallId: 'c1', output: '' },
      { type: 'file_read', path: '/work/a', toolCallId: 'c1' },
      { type: 'file_delete', path: '/work/sub/b', toolCallId: 'c1' },
    ]);
  });

  it('leaves a command that the model does not wait for to the background', () => {
    const talk = beginTurn();
    talk.out(started(command('c1')), usage(10, 1), started({ type: 'agentMessage', id: 'm', text: '' }));
    expect(talk.drafts.slice(-3)).toEqual([
      { type: 'shell_exit', toolCallId: 'c1' },
      { type: 'tool_result', toolCallId: 'c1', output: 'The command goes on in the background.' },
      { type: 'step_start', stepType: 'generation' },
    ]);
    talk.drafts.length = 0;
    talk.out(note('item/commandExecution/outputDelta', { itemId: 'c1', delta: 'late' }));
    talk.out(completed(command('c1', { status: 'failed', exitCode: 3, aggregatedOutput: 'late' })));
    expect(talk.drafts).toEqual([
      { type: 'debug', level: 'info', message: 'A command in the background has ended with exit code 3: c1' },
    ]);
  });
});

describe('web searches', () => {
  const search = (more: object): object => ({ type: 'webSearch', id: 'w', query: 'x', results: null, ...more });
  const action = { type: 'search', query: 'x', queries: ['x', 'y'] };
  const call = { type: 'tool_call_start', toolCallId: 'w', toolName: 'web_search', toolKind: 'fetch' };

  it('tell what was looked for when it is known', () => {
    const talk = beginTurn();
    talk.out(started(search({ query: '', action: { type: 'other' } })), completed(search({ action })));
    expect(talk.drafts.slice(1)).toEqual([
      call,
      { ...call, input: { query: 'x', action } },
      { type: 'tool_result', toolCallId: 'w', output: action },
    ]);
  });

  it.each([
    ['what the service says to have done', { action }, action],
    [
      'what was found, where it is told',
      { action, results: [{ url: 'https://example.org' }] },
      [{ url: 'https://example.org' }],
    ],
    ['the query, where there is no more', { action: null }, 'x'],
  ])('have as their result %s', (_what, more, output) => {
    const talk = beginTurn();
    talk.out(completed(search(more)));
    expect(talk.drafts.at(-1)).toEqual({ type: 'tool_result', toolCallId: 'w', output });
  });
});

describe('patches', () => {
  const changes = [
    { path: '/work/new', kind: { type: 'add' }, diff: 'hé\n' },
    { path: '/work/gone', kind: { type: 'delete' }, diff: 'x\n' },
    {
      path: '/work/old',
      kind: { type: 'update', move_path: '/work/moved' },
      diff: '@@ -1 +1 @@\n-a\n+b\n\n\nMoved to: /work/moved',
    },
  ];

  it('tells of each file what became of it', () => {
    const talk = beginTurn();
    talk.out(started({ type: 'fileChange', id: 'p', changes, status: 'inProgress' }));
    talk.out(completed({ type: 'fileChange', id: 'p', changes, status: 'completed' }));
    expect(talk.drafts.slice(-3)).toEqual([
      { type: 'file_create', path: '/work/new', byteCount: 4, toolCallId: 'p' },
      { type: 'file_delete', path: '/work/gone', toolCallId: 'p' },
      {
        type: 'file_patch',
        path: '/work/old',
        diff: '--- /work/old\n+++ /work/moved\n@@ -1 +1 @@\n-a\n+b\n',
        toolCallId: 'p',
      },
    ]);
  });

  it('streams a patch where Codex tells of it while it is written', () => {
    const talk = beginTurn();
    const update = (diff: string): object =>
      note('item/fileChange/patchUpdated', { itemId: 'p', changes: [{ path: 'new', kind: { type: 'add' }, diff }] });
    talk.out(update(''), update('one\n'), update('one\ntwo\n'));
    talk.out(started({ type: 'fileChange', id: 'p', changes, status: 'inProgress' }));
    expect(talk.drafts.slice(1)).toEqual([
      { type: 'tool_call_start', toolCallId: 'p', toolName: 'apply_patch', toolKind: 'edit' },
      { type: 'tool_input_delta', toolCallId: 'p', delta: 'add new\n' },
      { type: 'tool_input_delta', toolCallId: 'p', delta: 'one\n' },
      { type: 'tool_input_delta', toolCallId: 'p', delta: 'two\n' },
      { type: 'tool_call_start', toolCallId: 'p', toolName: 'apply_patch', toolKind: 'edit', input: { changes } },
    ]);
  });
});

describe('subagents', () => {
  const spawn = {
    type: 'collabAgentToolCall',
    id: 's1',
    tool: 'spawnAgent',
    status: 'completed',
    senderThreadId: THREAD,
    receiverThreadIds: [CHILD],
    prompt: 'Count.',
    agentsStates: {},
  };

  it.each([
    [{ error: { message: 'Too many.' } }, 'Too many.'],
    [{}, 'The agent could not be started.'],
  ])('is told where it could not be sent: %j', (more, error) => {
    const talk = beginTurn();
    talk.out(completed({ ...spawn, receiverThreadIds: [], ...more }));
    expect(talk.drafts).toEqual([
      { type: 'subagent_spawn', subagentId: 's1', prompt: 'Count.' },
      { type: 'subagent_error', subagentId: 's1', error },
    ]);
  });

  it('is busy until a subagent has done its task, and tells its last words', () => {
    const talk = beginTurn();
    talk.out(completed(spawn), turnStarted('c', CHILD), turnCompleted('t1'));
    expect(talk.dialect.state.busy).toBe(true);
    talk.out(completed({ type: 'agentMessage', id: 'm', text: 'It is 42.' }, CHILD));
    talk.out(turnCompleted('c', { status: 'completed' }, CHILD));
    expect(talk.drafts).toEqual([
      { type: 'subagent_spawn', subagentId: CHILD, prompt: 'Count.', background: true },
      { type: 'turn_end' },
      { type: 'message_stop', text: 'It is 42.', key: 'm', lane: CHILD },
      { type: 'subagent_result', subagentId: CHILD, summary: 'It is 42.' },
    ]);
    expect(talk.dialect.state.busy).toBe(false);
  });

  it('asks how a subagent stands when its turn is silent, and ends one whose end was lost', () => {
    const talk = beginTurn();
    talk.out(completed(spawn), turnStarted('c', CHILD), turnCompleted('t1'));
    talk.drafts.length = 0;
    const ask = (): unknown => {
      const asked = talk.say(talk.dialect.probe?.());
      expect(asked).toMatchObject([{ method: 'thread/turns/list', params: { threadId: CHILD, limit: 1 } }]);
      return asked[0]?.['id'];
    };
    talk.out({ id: ask(), result: { data: [{ id: 'c', status: 'inProgress' }] } });
    talk.out({ id: ask(), result: { data: [{ id: 'b', status: 'completed' }] } });
    talk.out({ id: ask(), result: { data: [] } });
    expect(talk.dialect.state).toMatchObject({ busy: true, turn: false });
    talk.out({ id: ask(), result: { data: [{ id: 'c', status: 'interrupted' }] } });
    expect(talk.drafts).toEqual([
      expect.objectContaining({ type: 'debug', level: 'warn', lane: CHILD }),
      { type: 'subagent_error', subagentId: CHILD, error: 'It was interrupted.' },
    ]);
    expect(talk.dialect.state.busy).toBe(false);
    talk.out(turnCompleted('c', { status: 'interrupted' }, CHILD));
    expect(talk.drafts).toHaveLength(2);
    expect(talk.say(talk.dialect.probe?.())).toEqual([]);
  });

  it('asks for all that has something to do, and ends also a subagent whose beginning was lost', () => {
    const talk = beginTurn();
    talk.out(completed(spawn));
    const asked = talk.say(talk.dialect.probe?.());
    expect(asked.map(({ params }) => params)).toEqual([
      { threadId: THREAD, limit: 1 },
      { threadId: CHILD, limit: 1 },
    ]);
    talk.out({ id: asked[0]?.['id'], result: { data: [{ id: 't1', status: 'completed' }] } });
    talk.out({ id: asked[1]?.['id'], result: { data: [{ id: 'c', status: 'completed' }] } });
    expect(talk.drafts.filter(({ type }) => type !== 'debug').slice(1)).toEqual([
      { type: 'turn_end' },
      { type: 'subagent_result', subagentId: CHILD },
    ]);
    expect(talk.dialect.state.busy).toBe(false);
  });

  it('tells why a subagent failed, and spawns it again for another task', () => {
    const talk = beginTurn();
    talk.out(completed(spawn), turnStarted('c', CHILD));
    talk.out(turnCompleted('c', { status: 'failed', error: { message: 'refused' } }, CHILD));
    talk.out(turnStarted('d', CHILD));
    expect(talk.drafts.slice(1)).toEqual([
      { type: 'subagent_error', subagentId: CHILD, error: 'refused' },
      { type: 'subagent_spawn', subagentId: CHILD, background: true },
    ]);
  });

  it('knows the second way to work in teams', () => {
    const talk = beginTurn();
    const activity = {
      type: 'subAgentActivity',
      id: 'a',
      kind: 'started',
      agentThreadId: CHILD,
      agentPath: '/root/kid',
    };
    talk.out(started(activity), completed(activity), turnStarted('c', CHILD));
    talk.out(turnCompleted('c', { status: 'completed' }, CHILD));
    talk.out(started({ ...activity, id: 'b', kind: 'completed' }));
    expect(talk.drafts.slice(1)).toEqual([
      { type: 'subagent_spawn', subagentId: CHILD, agentName: 'kid', background: true },
      { type: 'subagent_result', subagentId: CHILD },
    ]);
  });

  it('gives a subagent of the second way no name that it has not', () => {
    const talk = beginTurn();
    talk.out(started({ type: 'subAgentActivity', id: 'a', kind: 'started', agentThreadId: CHILD }));
    expect(talk.drafts.at(-1)).toEqual({ type: 'subagent_spawn', subagentId: CHILD, background: true });
  });

  it.each([
    ['completed', [{ type: 'subagent_result', subagentId: CHILD }]],
    ['interrupted', [{ type: 'subagent_error', subagentId: CHILD, error: 'It was interrupted.' }]],
    ['messaged', []],
  ])('ends one of the second way whose turn never ended once it is %s', (kind, told) => {
    const talk = beginTurn();
    const activity = { type: 'subAgentActivity', id: 'a', agentThreadId: CHILD };
    talk.out(started({ ...activity, kind: 'started' }), turnStarted('c', CHILD));
    talk.out(started({ ...activity, id: 'b', kind }));
    expect(talk.drafts.slice(2)).toEqual(told);
  });

  it('shows the other calls of a team as calls', () => {
    const talk = beginTurn();
    const wait = { ...spawn, id: 'w', tool: 'wait', prompt: null, status: 'inProgress' };
    talk.out(
      started(wait),
      completed({ ...wait, status: 'completed', agentsStates: { [CHILD]: { status: 'completed' } } }),
    );
    expect(talk.drafts.slice(1)).toEqual([
      {
        type: 'tool_call_start',
        toolCallId: 'w',
        toolName: 'wait_agent',
        toolKind: 'think',
        input: { agents: [CHILD] },
      },
      { type: 'tool_result', toolCallId: 'w', output: { [CHILD]: { status: 'completed' } } },
    ]);
  });
});
