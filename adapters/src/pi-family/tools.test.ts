/** Tool calls of pi and its forks, from the model's input to their results. */
import { describe, expect, it } from 'vitest';
import { ToolRuns, type ToolRunsParts } from './tools.ts';

const runs = (parts: Partial<ToolRunsParts> = {}) =>
  new ToolRuns({
    ...{ cwd: () => '/work', startsWithUpdate: true, refusalOf: undefined },
    toolKinds: { bash: 'execute' },
    mcpOf: (name) => (name === 'demo_list' ? { server: 'demo', tool: 'list' } : undefined),
    hides: (name) => name === 'hidden',
    hidden: (event, { toolCallId, isError }) => [
      { type: 'debug', level: 'verbose', message: `${event} ${toolCallId} ${isError}` },
    ],
    ...parts,
  });
const line = (toolName: string, more: object = {}) => ({ toolCallId: 't1', toolName, ...more });
const says = (text: string, details: object = {}) => ({ content: [{ type: 'text', text }], details });
const block = { id: 't1', name: 'read', arguments: { path: '/a' } };
const start = { type: 'tool_call_start', toolCallId: 't1', toolName: 'read', toolKind: 'other' };
const shell = (command: string, cwd: string) => ({ type: 'shell_start', toolCallId: 't1', command, cwd });

describe('a call', () => {
  it('is told once: begun, ready, and again when it runs', () => {
    const tools = runs();
    expect([
      tools.began('t1', 'read'),
      tools.began('t1', 'read'),
      tools.ready(block),
      tools.ready(block),
      tools.started(line('read', { args: { path: '/b' } })),
    ]).toEqual([[start], [], [{ ...start, type: 'tool_call_ready', input: { path: '/a' } }], [], []]);
    expect(tools.open).toMatchObject([{ id: 't1', name: 'read', isRunning: true, input: { path: '/a' } }]);
    tools.ended(line('read', { result: says('x') }));
    expect(tools.open).toEqual([]);
  });

  it('begins with whatever comes first', () => {
    expect(runs().ready(block)).toEqual([{ ...start, input: { path: '/a' } }]);
    expect(runs().started(line('read'))).toEqual([{ ...start, input: {} }]);
    expect(runs().ended(line('read', { result: says('x') }))).toEqual([
      { ...start, input: {} },
      { type: 'tool_result', toolCallId: 't1', toolName: 'read', output: expect.anything() },
    ]);
    expect(runs().ready({ id: 't1' })).toEqual([{ ...start, toolName: '?', input: {} }]);
    expect(runs().started({ toolCallId: 't1' })).toEqual([{ ...start, toolName: '?', input: {} }]);
  });

  it('without an id is none', () => {
    const tools = runs();
    expect([tools.ready({ name: 'read' }), tools.started({}), tools.ended({}), tools.updated({})]).toEqual([
      [],
      [],
      [],
      [],
    ]);
  });

  it('of an MCP server is told by the names of both', () => {
    const mcp = { server: 'demo', tool: 'list' };
    expect(runs().began('t1', 'demo_list')).toEqual([{ ...start, toolName: 'list', toolKind: 'mcp', mcp }]);
  });

  it('that failed is an error', () => {
    expect(
      runs()
        .ended(line('read', { isError: true, result: says('No.') }))
        .slice(1),
    ).toEqual([{ type: 'tool_error', toolCallId: 't1', toolName: 'read', error: 'No.' }]);
  });

  it('that is hidden is told by those who hide it, and its output is not', () => {
    const tools = runs();
    const told = (event: string, isError = false) => [
      { type: 'debug', level: 'verbose', message: `${event} t1 ${isError}` },
    ];
    expect([
      tools.began('t1', 'hidden'),
      tools.ready({ ...block, name: 'hidden' }),
      tools.updated(line('hidden', { partialResult: says('x') })),
      tools.ended(line('hidden', { isError: true })),
      tools.updated(line('hidden')),
    ]).toEqual([[], told('ready'), told('update'), told('end', true), []]);
  });

  it('that the agent refused by itself was asked about and denied', () => {
    const described = { action: 'use read', detail: '/a', riskLevel: 'low', toolKind: 'read' } as const;
    const facts = { paths: ['/a'], input: { path: '/a' } };
    const tools = runs({
      refusalOf: ({ name }, error) => (error === 'Blocked.' ? { ...described, action: `use ${name}` } : undefined),
    });
    tools.ready(block);
    expect(tools.ended(line('read', { isError: true, result: says('Blocked.') }))).toEqual([
      { type: 'approval_request', key: 'refused:t1', ...described, ...facts, toolName: 'read', toolCallId: 't1' },
      { type: 'approval_denied', key: 'refused:t1', reason: 'Blocked.' },
      { type: 'tool_error', toolCallId: 't1', toolName: 'read', error: 'Blocked.' },
    ]);
    tools.ready(block);
    expect(tools.ended(line('read', { result: says('Blocked.') })).map(({ type }) => type)).toEqual([
      'tool_result',
      'file_read',
    ]);
  });
});

describe('a command', () => {
  const input = { command: 'ls' };

  it('runs from its start, or from its first update, as the agent has it', () => {
    const atOnce = runs({ startsWithUpdate: false });
    expect(atOnce.started(line('bash', { args: input })).slice(1)).toEqual([shell('ls', '/work')]);
    const late = runs();
    expect(late.started(line('bash', { args: input })).slice(1)).toEqual([]);
    expect(late.updated(line('bash'))).toEqual([shell('ls', '/work')]);
    expect(late.updated(line('bash'))).toEqual([]);
    expect(late.ended(line('bash', { result: says('') })).map(({ type }) => type)).toEqual([
      'shell_exit',
      'tool_result',
    ]);
  });

  it('without words runs nothing', () => {
    const tools = runs({ startsWithUpdate: false });
    expect(tools.started(line('bash', { args: {} })).slice(1)).toEqual([shell('', '/work')]);
  });

  it('runs in the folder that it names, or in which the agent works by now', () => {
    let cwd = '/work';
    const tools = runs({ startsWithUpdate: false, cwd: () => cwd });
    const folderOf = (args: object) =>
      tools.started({ ...line('bash', { args }), toolCallId: String(Math.random()) })[1];
    const first = folderOf(input);
    cwd = '/moved';
    expect(
      [first, folderOf(input), folderOf({ ...input, cwd: 'sub' })].map((draft) => draft && 'cwd' in draft && draft.cwd),
    ).toEqual(['/work', '/moved', '/moved/sub']);
  });

  it('prints what it adds to its output, but for what is said of it afterwards', () => {
    const tools = runs();
    tools.started(line('bash', { args: input }));
    const update = (text: string, details: object = {}) =>
      tools.updated(line('bash', { partialResult: says(text, details) }));
    const prints = (delta: string) => ({ type: 'shell_stdout_delta', toolCallId: 't1', delta });
    expect([update('a'), update('ab'), update('ab'), update('abc', { wallTimeMs: 3 })]).toEqual([
      [shell('ls', '/work'), prints('a')],
      [prints('b')],
      [],
      [],
    ]);
  });

  it('that failed before it ran was never begun, and one that failed later has ended', () => {
    const never = runs();
    never.started(line('bash', { args: input }));
    expect(never.ended(line('bash', { isError: true, result: says('No.') })).map(({ type }) => type)).toEqual([
      'tool_error',
    ]);
    const later = runs();
    later.started(line('bash', { args: input }));
    later.updated(line('bash'));
    expect(later.ended(line('bash', { isError: true, result: says('No.') })).map(({ type }) => type)).toEqual([
      'shell_exit',
      'tool_error',
    ]);
    const silent = runs();
    expect(silent.ended(line('bash', { args: input, result: says('') })).map(({ type }) => type)).toEqual([
      ...['tool_call_start', 'shell_start', 'shell_exit', 'tool_result'],
    ]);
    expect(
      runs()
        .ended(line('read', { result: says('') }))
        .map(({ type }) => type),
    ).not.toContain('shell_exit');
  });
});
