import { describe, expect, it } from 'vitest';
import type { ToolIdentity, ToolQuirks } from './quirks.ts';
import { type CallSource, ToolCalls } from './tools.ts';

const ENDED = { title: 'read', kind: 'read', status: 'completed' };

function setUp() {
  const surroundings = { servers: [] };
  const calls = new ToolCalls({ quirks: undefined, asks: false, cwd: '/work', surroundings });
  const late = (id: string) => calls.update(id, { status: 'completed' }, 'tool_call_update').map(({ type }) => type);
  return { calls, late };
}

it('drops what is said of a call that has ended, with its turn or by itself', () => {
  const { calls, late } = setUp();
  calls.update('a', ENDED, 'tool_call');
  calls.update('b', { ...ENDED, status: 'in_progress' }, 'tool_call');
  expect(calls.openCount).toBe(1);
  calls.turnEnded();
  expect(calls.openCount).toBe(0);
  expect([...late('a'), ...late('b')]).toEqual([]);
});

it('remembers the newest thousand calls that have ended', () => {
  const { calls, late } = setUp();
  for (let count = 0; count <= 1_000; count++) {
    calls.update(`call-${count}`, ENDED, 'tool_call');
  }
  expect(late('call-1')).toEqual([]);
  expect(late('call-0')).toEqual(['tool_call_start', 'tool_call_ready', 'tool_result']);
});

it.each([
  [{}, { type: 'tool_error', toolCallId: 'a', error: 'The tool failed without a word.' }],
  [
    { rawOutput: { output: 'x' }, content: [{ type: 'content', content: { type: 'text', text: 'No.' } }] },
    { type: 'tool_error', toolCallId: 'a', error: 'No.' },
  ],
])('tells of a call that failed with %j what is known', (more, failure) => {
  const { calls } = setUp();
  calls.update('a', { ...ENDED, status: 'in_progress' }, 'tool_call');
  expect(calls.update('a', { status: 'failed', ...more }, 'tool_call_update').at(-1)).toEqual(failure);
});

it.each([
  ['its text', { content: [{ type: 'content', content: { type: 'text', text: 'hi' } }], rawOutput: { a: 1 } }, 'hi'],
  ['what it gave, where it has no text', { rawOutput: { a: 1 } }, { a: 1 }],
  ['nothing, where it gave nothing', {}, ''],
])('has for the output of a call %s', (_what, more, output) => {
  const { calls } = setUp();
  expect(calls.update('a', { ...ENDED, ...more }, 'tool_call').at(-1)).toEqual({
    type: 'tool_result',
    toolCallId: 'a',
    output,
  });
});

it.each([[{ server: 'demo', tool: 'list' }], [undefined]])('says of each call which server it is of: %j', (mcp) => {
  const quirks = { identify: () => ({ name: 'list', ...(mcp === undefined ? {} : { mcp }) }) };
  const calls = new ToolCalls({ quirks, asks: false, cwd: '/work', surroundings: { servers: [] } });
  const [start, ready] = calls.update('a', { ...ENDED, status: 'in_progress' }, 'tool_call');
  const told = {
    ...{ toolCallId: 'a', toolName: 'list' },
    ...(mcp === undefined ? { toolKind: 'read' } : { toolKind: 'mcp', mcp }),
  };
  expect([start, ready]).toEqual([
    { type: 'tool_call_start', ...told },
    { type: 'tool_call_ready', ...told, input: {} },
  ]);
});

it('tells of a subagent that failed without a word that it did', () => {
  const quirks = { identify: () => ({ name: 'task', subagent: {} }) };
  const calls = new ToolCalls({ quirks, asks: false, cwd: '/work', surroundings: { servers: [] } });
  calls.update('a', { title: 'task', kind: 'other', status: 'in_progress' }, 'tool_call');
  expect(calls.update('a', { status: 'failed' }, 'tool_call_update').at(-1)).toEqual({
    type: 'subagent_error',
    subagentId: 'a',
    error: 'The subagent failed without a word.',
  });
});

describe('a shell', () => {
  const commands = (asks = false) =>
    new ToolCalls({
      quirks: { identify: () => ({ name: 'shell', command: 'make' }), asksWhileRunning: true },
      asks,
      cwd: '/work',
      surroundings: { servers: [] },
    });
  const typesOf = (drafts: readonly { readonly type: string }[]) => drafts.map(({ type }) => type);
  const RUNS = ['tool_call_start', 'tool_call_ready', 'shell_start'];

  it.each<[string | undefined, CallSource, readonly string[]]>([
    ['in_progress', 'tool_call', RUNS],
    [undefined, 'tool_call', RUNS],
    ['in_progress', 'tool_call_update', RUNS],
    ['pending', 'tool_call', ['tool_call_start']],
    ['pending', 'tool_call_update', ['tool_call_start']],
    [undefined, 'tool_call_update', ['tool_call_start']],
    ['pending', 'permission', ['tool_call_start', 'tool_call_ready']],
  ])('has begun, or waits, at a line with the status %s that is a %s', (status, source, types) => {
    expect(typesOf(commands().update('a', { status }, source))).toEqual(types);
  });

  it.each(['pending', 'in_progress'])('has not begun while a call that is %s may still be asked about', (status) => {
    const calls = commands(true);
    calls.update('a', { status: 'pending' }, 'permission');
    expect(typesOf(calls.update('a', { status }, 'tool_call_update'))).toEqual([]);
    expect(typesOf(calls.granted('a'))).toEqual(['shell_start']);
  });

  it('has not begun while its call, whose input is known, is pending', () => {
    const calls = commands();
    calls.update('a', { status: 'pending' }, 'permission');
    expect(typesOf(calls.update('a', { status: 'pending' }, 'tool_call_update'))).toEqual([]);
    expect(typesOf(calls.update('a', { status: 'in_progress' }, 'tool_call_update'))).toEqual(['shell_start']);
  });

  it('that failed has ended, unless it was denied', () => {
    const calls = commands();
    calls.update('a', { status: 'in_progress' }, 'tool_call');
    calls.update('b', { status: 'in_progress' }, 'tool_call');
    calls.denied('b', 'No.');
    expect(typesOf(calls.update('a', { status: 'failed' }, 'tool_call_update'))).toEqual(['shell_exit', 'tool_error']);
    expect(typesOf(calls.update('b', { status: 'failed' }, 'tool_call_update'))).toEqual(['tool_error']);
  });
});

it('knows of a call what each line has said last, and keeps what a line leaves out', () => {
  const quirks = { output: (call: object) => call };
  const calls = new ToolCalls({ quirks, asks: false, cwd: '/work', surroundings: { servers: [] } });
  const content = (words: string) => [{ type: 'content', content: { type: 'text', text: words } }];
  const first = {
    ...{ title: 'first', kind: 'read', status: 'in_progress', content: content('one'), locations: [{ path: '/a' }] },
    ...{ rawInput: { a: 1 }, rawOutput: { b: 1 }, _meta: { c: 1 } },
  };
  const last = {
    ...{ title: 'last', kind: 'search', status: 'completed', content: content('two'), locations: [{ path: '/b' }] },
    ...{ rawInput: { a: 2 }, rawOutput: { b: 2 }, _meta: { c: 2 } },
  };
  const outputOf = (id: string, native: object) => {
    calls.update(id, first, 'tool_call');
    return calls.update(id, native, 'tool_call_update').find(({ type }) => type === 'tool_result');
  };
  expect(outputOf('a', last)).toEqual({
    ...{ type: 'tool_result', toolCallId: 'a' },
    output: { ...last, toolCallId: 'a', firstTitle: 'first' },
  });
  expect(outputOf('b', { status: 'completed', title: null, rawInput: null })).toEqual({
    ...{ type: 'tool_result', toolCallId: 'b' },
    output: { ...first, status: 'completed', toolCallId: 'b', firstTitle: 'first' },
  });
});

it.each<[string, Partial<ToolIdentity>, string, readonly string[]]>([
  ['a pending call', {}, 'pending', ['tool_call_start']],
  ['a call', {}, 'in_progress', ['tool_call_start', 'tool_call_ready']],
  ['a pending subagent', { subagent: {} }, 'pending', []],
  ['a subagent', { subagent: {} }, 'in_progress', ['thinking_stop', 'message_stop', 'subagent_spawn']],
])('has no output of a shell where %s runs no command', (_what, identity, status, types) => {
  const quirks = { identify: () => ({ name: 'task', ...identity }) };
  const calls = new ToolCalls({ quirks, asks: false, cwd: '/work', surroundings: { servers: [] } });
  const content = [{ type: 'content', content: { type: 'text', text: 'so far' } }];
  expect(calls.update('a', { status, content }, 'tool_call_update').map(({ type }) => type)).toEqual(types);
});

describe('a call that was denied', () => {
  it('is ended as soon as another one is spoken about, and is then denied no more', () => {
    const { calls } = setUp();
    calls.update('a', { ...ENDED, status: 'in_progress' }, 'tool_call');
    expect(calls.hasDenied).toBe(false);
    calls.denied('unknown', 'No.');
    expect(calls.hasDenied).toBe(false);
    calls.denied('a', 'No.');
    expect(calls.hasDenied).toBe(true);
    expect([calls.settleDenied('a'), calls.hasDenied]).toEqual([[], true]);
    expect(calls.settleDenied('b')).toEqual([{ type: 'tool_error', toolCallId: 'a', error: 'No.' }]);
    expect([calls.hasDenied, calls.hasEnded('a'), calls.settleDenied()]).toEqual([false, true, []]);
  });

  it('tells of a subagent that was never sent what it was to be', () => {
    const quirks = { identify: () => ({ name: 'task', subagent: { name: 'helper', prompt: 'Help.' } }) };
    const calls = new ToolCalls({ quirks, asks: true, cwd: '/work', surroundings: { servers: [] } });
    expect(calls.update('a', { title: 'task', status: 'pending' }, 'tool_call')).toEqual([]);
    calls.denied('a', 'No.');
    expect(calls.settleDenied()).toEqual([
      { type: 'thinking_stop' },
      { type: 'message_stop' },
      { type: 'subagent_spawn', subagentId: 'a', agentName: 'helper', prompt: 'Help.' },
      { type: 'subagent_error', subagentId: 'a', error: 'No.' },
    ]);
  });
});

it.each<[string, ToolQuirks, string | undefined]>([
  ['where nobody knows, once a command may have left it', {}, undefined],
  ['where the session is, if its shell forgets', { shellForgets: true }, '/work'],
])('a command begins %s', (_what, more, cwd) => {
  const quirks: ToolQuirks = { identify: ({ title }) => ({ name: 'shell', command: String(title) }), ...more };
  const calls = new ToolCalls({ quirks, asks: false, cwd: '/work', surroundings: { servers: [] } });
  const start = (id: string, title: string) =>
    calls.update(id, { title, status: 'in_progress' }, 'tool_call').find(({ type }) => type === 'shell_start');
  const told = { type: 'shell_start', command: 'make' };
  expect(start('a', 'make')).toEqual({ ...told, toolCallId: 'a', cwd: '/work' });
  expect(start('b', 'make')).toEqual({ ...told, toolCallId: 'b', cwd: '/work' });
  start('c', 'cd sub');
  expect(start('d', 'make')).toEqual({ ...told, toolCallId: 'd', ...(cwd === undefined ? {} : { cwd }) });
});
