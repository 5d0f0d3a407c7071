/** What opencode 1.18.33 says over the Agent Client Protocol in its own way. */
import type { EventDraft } from '@agent-mux/core';
import { describe, expect, it } from 'vitest';
import { beginAcp, SESSION } from '../../shared/testing/acp-talk.ts';
import { opencode } from '../index.ts';

const DEMO = { name: 'demo', transport: 'stdio', command: 'demo' } as const;

/** The drafts that a conversation gives for these updates. */
function told(...updates: object[]): readonly EventDraft[] {
  const talk = beginAcp(opencode, { mcpServers: [DEMO] });
  const before = talk.drafts.length;
  for (const update of updates) {
    talk.hear({ method: 'session/update', params: { sessionId: SESSION, update } });
  }
  return talk.drafts.slice(before);
}

const begins = (title: string, rawInput: object, kind = 'other') => ({
  sessionUpdate: 'tool_call',
  ...{ toolCallId: 't1', title, kind, status: 'pending', rawInput },
});
const goesOn = (more: object) => ({ sessionUpdate: 'tool_call_update', toolCallId: 't1', ...more });
const ends = (more: object) => goesOn({ status: 'completed', ...more });
const text = (words: string) => [{ type: 'content', content: { type: 'text', text: words } }];
const typesOf = (drafts: readonly EventDraft[]) => drafts.map(({ type }) => type);

describe('a call of opencode', () => {
  it('that has the id of one that has ended is another one, also to whoever is asked about it', () => {
    const talk = beginAcp(opencode);
    const update = (more: object): void =>
      talk.hear({ method: 'session/update', params: { sessionId: SESSION, update: more } });
    const rawInput = { command: 'make' };
    update(begins('read', { filePath: '/a' }, 'read'));
    update(ends({ title: 'a', rawInput: { filePath: '/a' }, rawOutput: { output: 'x' } }));
    update(begins('bash', {}, 'execute'));
    update(goesOn({ title: 'bash', kind: 'execute', status: 'in_progress', rawInput }));
    const toolCall = { toolCallId: 't1', title: 'make', kind: 'execute', rawInput };
    const options = [{ optionId: 'once', kind: 'allow_once', name: 'Once' }];
    talk.hear({ id: 70, method: 'session/request_permission', params: { sessionId: SESSION, options, toolCall } });
    expect([...talk.dialect.state.pending.values()]).toEqual([
      expect.objectContaining({ toolCallId: 't1', toolName: 'bash', command: 'make' }),
    ]);
    talk.say(talk.dialect.respond('70', { type: 'approve' }));
    expect(talk.drafts).toContainEqual(expect.objectContaining({ type: 'shell_start', command: 'make' }));
  });

  it('is called by its first title, whatever it is called later', () => {
    const drafts = told(
      begins('read', { filePath: '/a' }, 'read'),
      ends({ title: 'a', rawInput: { filePath: '/a' }, rawOutput: { output: 'x' } }),
    );
    expect(drafts).toContainEqual(expect.objectContaining({ type: 'tool_result', toolCallId: 't1', output: 'x' }));
    expect(new Set(drafts.flatMap((draft) => ('toolName' in draft ? [draft.toolName] : [])))).toEqual(
      new Set(['read']),
    );
    expect(drafts).toContainEqual({ type: 'file_read', path: '/a', toolCallId: 't1' });
  });

  it('of a server is one of the server', () => {
    expect(told(begins('demo_list', { a: 1 }), goesOn({ status: 'in_progress' }))).toContainEqual(
      expect.objectContaining({ toolName: 'list', mcp: { server: 'demo', tool: 'list' } }),
    );
  });

  it('that is a command ends with its exit code and with what it printed', () => {
    const rawInput = { command: 'make', workdir: '/b' };
    const drafts = told(
      begins('bash', rawInput, 'execute'),
      goesOn({ status: 'in_progress', rawInput }),
      ends({ rawInput, content: text('(no output)'), rawOutput: { output: '(no output)', metadata: { exit: 2 } } }),
    );
    expect(drafts).toContainEqual(expect.objectContaining({ type: 'shell_start', command: 'make', cwd: '/b' }));
    const exit = drafts.find(({ type }) => type === 'shell_exit');
    expect(exit).toMatchObject({ exitCode: 2 });
    expect(exit).not.toMatchObject({ output: '(no output)' });
  });

  it.each([
    ['was cut short', 'bash', { command: 'x' }, { metadata: { exit: null } }, 'The command has no exit code.'],
    ['could not be made', 'Invalid Tool', { tool: 'bsh', error: 'No such tool.' }, {}, 'No such tool.'],
  ])('that %s has failed, although it is said to be complete', (_why, title, rawInput, rawOutput, error) => {
    const drafts = told(begins(title, rawInput), ends({ title, rawInput, rawOutput }));
    expect(drafts).toContainEqual(expect.objectContaining({ type: 'tool_error', toolCallId: 't1', error }));
    expect(typesOf(drafts)).not.toContain('tool_result');
  });

  it('that is a command begins where the session is, wherever the one before it went', () => {
    const runs = (toolCallId: string, command: string): object[] => {
      const call = { toolCallId, title: 'bash', kind: 'execute', rawInput: { command } };
      return [
        { ...begins('bash', { command }), ...call },
        { sessionUpdate: 'tool_call_update', ...call, status: 'in_progress' },
        { sessionUpdate: 'tool_call_update', ...call, status: 'completed', rawOutput: { metadata: { exit: 0 } } },
      ];
    };
    const drafts = told(...runs('t1', 'cd /elsewhere'), ...runs('t2', 'ls'));
    const folders = drafts.flatMap((draft) => (draft.type === 'shell_start' ? [draft.cwd] : []));
    expect(folders).toHaveLength(2);
    expect(folders[1]).toBe(folders[0]);
    expect(folders[0]).toMatch(/^\//);
  });

  it('that has no title is a tool', () => {
    const { title: _, ...untitled } = begins('', { a: 1 }) as { title: string };
    expect(told(untitled, goesOn({ status: 'in_progress' }))).toContainEqual(
      expect.objectContaining({ type: 'tool_call_start', toolName: 'tool' }),
    );
  });

  it('that is an agent is its dispatch and its report', () => {
    const rawInput = { subagent_type: 'general', prompt: 'Look.' };
    const output = '<task_result>Found it.</task_result>';
    const drafts = told(
      begins('task', rawInput),
      goesOn({ status: 'in_progress', rawInput }),
      ends({ rawInput, content: text(output), rawOutput: { output } }),
    );
    expect(drafts).toContainEqual({ type: 'subagent_spawn', subagentId: 't1', agentName: 'general', prompt: 'Look.' });
    expect(drafts).toContainEqual({ type: 'subagent_result', subagentId: 't1', summary: 'Found it.' });
  });

  it('that is a skill invokes it', () => {
    const drafts = told(
      begins('skill', { name: 'pdf' }),
      ends({ rawInput: { name: 'pdf' }, rawOutput: { output: 'x' } }),
    );
    expect(drafts).toContainEqual({ type: 'skill_invoked', skillName: 'pdf' });
  });

  it('that writes a file tells how much, and whether it is new', () => {
    const rawInput = { filePath: '/a', content: 'xy' };
    const drafts = told(
      begins('write', rawInput, 'edit'),
      ends({ rawInput, rawOutput: { output: 'ok', metadata: { exists: false } } }),
    );
    expect(drafts).toContainEqual({ type: 'file_create', path: '/a', byteCount: 2, toolCallId: 't1' });
  });
});

describe('a question of opencode', () => {
  it.each([
    ['bash', 'high'],
    ['read', 'low'],
    ['list', 'low'],
    ['glob', 'low'],
    ['grep', 'low'],
    ['write', 'medium'],
    ['edit', 'medium'],
    ['patch', 'medium'],
    ['webfetch', 'high'],
    ['websearch', 'high'],
    ['demo_list', 'medium'],
    ['odd', 'medium'],
  ])('is as risky as its tool, whatever kind the wire says: %s', (title, riskLevel) => {
    const talk = beginAcp(opencode, { mcpServers: [DEMO] });
    talk.hear({ method: 'session/update', params: { sessionId: SESSION, update: begins(title, {}) } });
    talk.hear({
      id: 70,
      method: 'session/request_permission',
      params: {
        sessionId: SESSION,
        options: [{ optionId: 'once', kind: 'allow_once', name: 'Once' }],
        toolCall: { toolCallId: 't1', title: 'something', kind: 'other', rawInput: {} },
      },
    });
    expect(talk.drafts.find(({ type }) => type === 'approval_request')).toMatchObject({ riskLevel });
  });

  /** The question about the folders outside of its session's that a call reaches. No recording has it: it is written by hand. */
  const asksForFolders = (directories: unknown) => {
    const talk = beginAcp(opencode);
    const update = begins('bash', { command: 'ls /far' }, 'execute');
    talk.hear({ method: 'session/update', params: { sessionId: SESSION, update } });
    const locations = [{ path: '/work' }];
    const toolCall = {
      toolCallId: 't1',
      title: 'external_directory',
      kind: 'other',
      rawInput: { directories },
      locations,
    };
    const options = [{ optionId: 'once', kind: 'allow_once', name: 'Once' }];
    talk.hear({ id: 70, method: 'session/request_permission', params: { sessionId: SESSION, options, toolCall } });
    return talk.drafts.find(({ type }) => type === 'approval_request') ?? {};
  };

  it.each([
    ['the folders', ['/far', '/farther'], { toolKind: 'other', paths: ['/far', '/farther'] }],
    ['a folder and what is none', ['/far', 7], { toolKind: 'other', paths: ['/far'] }],
    ['no folder', [], { toolKind: 'other' }],
    ['what is no list', 'odd', { toolKind: 'other' }],
  ])(
    'about folders outside of its session is about no more than those, where it names %s',
    (_what, directories, facts) => {
      const asked = asksForFolders(directories);
      const told = Object.entries(asked).filter(([name]) => ['toolKind', 'paths', 'changes', 'command'].includes(name));
      expect(Object.fromEntries(told)).toEqual(facts);
    },
  );
});

describe('a patch of opencode', () => {
  const FILES = [
    { filePath: '/w/new', relativePath: 'new', type: 'add', patch: '@@ -0,0 +1 @@' },
    { filePath: '/w/a', type: 'update', patch: '@@ -1 +1 @@' },
    { filePath: '/w/old', type: 'delete', patch: '@@ -1 +0,0 @@' },
    { filePath: '/w/from', type: 'move', patch: '@@ -2 +2 @@', movePath: '/w/to' },
  ] as const;
  const [added, updated, deleted, moved] = FILES;
  const diffs = [{ type: 'diff', path: '/w/old', oldText: 'x\n', newText: '' }];
  /** The question, hand-written after that of 1.18.33 to a model that is called gpt-5-mini (tried, not recorded). */
  const asks = (files: readonly object[]) => {
    const talk = beginAcp(opencode);
    const rawInput = { patchText: '*** Begin Patch' };
    const update = begins('apply_patch', rawInput, 'other');
    talk.hear({ method: 'session/update', params: { sessionId: SESSION, update } });
    const locations = files.flatMap((file) => ('filePath' in file ? [{ path: file.filePath }] : []));
    const toolCall = {
      ...{ toolCallId: 't1', title: 'x', kind: 'edit', status: 'pending', locations, content: diffs },
      rawInput: { filepath: 'x', diff: '@@', files },
    };
    const options = [{ optionId: 'once', kind: 'allow_once', name: 'Once' }];
    talk.hear({ id: 70, method: 'session/request_permission', params: { sessionId: SESSION, options, toolCall } });
    return talk.drafts.find(({ type }) => type === 'approval_request');
  };

  it('tells each file that it has changed', () => {
    const rawInput = { patchText: '*** Begin Patch' };
    const drafts = told(
      begins('apply_patch', rawInput),
      ends({ rawInput, content: diffs, rawOutput: { output: 'ok', metadata: { diff: '@@', files: FILES } } }),
    );
    expect(drafts.filter(({ type }) => type.startsWith('file_'))).toEqual([
      { type: 'file_create', path: '/w/new', toolCallId: 't1' },
      { type: 'file_patch', path: '/w/a', diff: '@@ -1 +1 @@', toolCallId: 't1' },
      { type: 'file_delete', path: '/w/old', toolCallId: 't1' },
      { type: 'file_delete', path: '/w/from', toolCallId: 't1' },
      { type: 'file_patch', path: '/w/to', diff: '@@ -2 +2 @@', toolCallId: 't1' },
    ]);
  });

  it('asks about each file as what would be done to it', () => {
    expect(asks(FILES)).toMatchObject({
      toolName: 'apply_patch',
      toolKind: 'edit',
      riskLevel: 'medium',
      paths: ['/w/new', '/w/a', '/w/old', '/w/from', '/w/to'],
      changes: [
        { path: '/w/new', change: 'create', diff: '@@ -0,0 +1 @@' },
        { path: '/w/a', change: 'update', diff: '@@ -1 +1 @@' },
        { path: '/w/old', change: 'delete', diff: '@@ -1 +0,0 @@' },
        { path: '/w/from', change: 'move', movedTo: '/w/to', diff: '@@ -2 +2 @@' },
      ],
    });
  });

  it.each([
    ['deletes', [deleted], { toolKind: 'delete', riskLevel: 'high', action: 'delete a file' }],
    ['moves', [moved], { toolKind: 'move', riskLevel: 'medium', action: 'move a file' }],
    ['edits', [updated], { toolKind: 'edit', riskLevel: 'medium', action: 'change a file' }],
    ['creates and edits', [added, updated], { toolKind: 'edit', riskLevel: 'medium', action: 'change a file' }],
    ['deletes and edits', [deleted, updated], { toolKind: 'edit', riskLevel: 'medium', action: 'change a file' }],
    ['moves and deletes', [moved, deleted], { toolKind: 'edit', riskLevel: 'medium', action: 'change a file' }],
  ])(
    'that only deletes or only moves is of that kind, and any other is an edit: one that %s',
    (_what, files, facts) => {
      expect(asks(files)).toMatchObject(facts);
    },
  );

  it('names no file where one of them has no name', () => {
    const asked = asks([updated, { type: 'delete' }]);
    expect(asked).toMatchObject({ toolKind: 'edit' });
    expect(asked).not.toHaveProperty('paths');
    expect(asked).not.toHaveProperty('changes');
  });
});

describe('a failed prompt', () => {
  it.each([
    [
      { code: -32603, message: 'Internal error: Unauthorized' },
      { type: 'auth_error', message: 'Unauthorized' },
    ],
    [
      { code: -32603, message: 'Internal error: too much', data: { errorName: 'ContextOverflowError' } },
      { type: 'context_exceeded' },
    ],
    [
      { code: -32603, message: 'Internal error: No.' },
      { type: 'error', code: 'AGENT_ERROR', message: 'No.' },
    ],
  ])('is told in the words of the service: %j', (error, outcome) => {
    const talk = beginAcp(opencode);
    talk.hear({ id: talk.written.at(-1)?.id, error });
    expect(talk.drafts.find(({ type }) => type === 'turn_end')).toMatchObject({ outcome });
  });
});

it('writes files by itself, and says so where it asks for one to be written', () => {
  const talk = beginAcp(opencode);
  talk.hear({ id: 71, method: 'fs/write_text_file', params: { sessionId: SESSION, path: '/work/a', content: 'a' } });
  expect(talk.drafts.at(-1)).toEqual({
    type: 'debug',
    level: 'verbose',
    message: 'opencode asked for a file to be written, which it writes by itself.',
  });
});

it.each([
  ['/compact', undefined],
  ['/none', { type: 'error', code: 'AGENT_ERROR', message: expect.stringContaining('/none') }],
])('ends a turn of its own command %s without a word, and knows no other', (text, outcome) => {
  const talk = beginAcp(opencode);
  talk.answer({ stopReason: 'end_turn' });
  talk.say(talk.dialect.prompt({ text }));
  talk.answer({ stopReason: 'end_turn' });
  expect(talk.drafts.findLast(({ type }) => type === 'turn_end')).toEqual({
    type: 'turn_end',
    ...(outcome === undefined ? {} : { outcome }),
  });
});
