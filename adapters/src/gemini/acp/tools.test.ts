import { expect, it } from 'vitest';
import { identify } from '../../acp/identify.ts';
import type { AcpCall } from '../../acp/index.ts';
import { ToolCalls } from '../../acp/tools.ts';
import { TOOL_QUIRKS } from './tools.ts';

// The calls are as Gemini CLI 0.61.0 sends them.
const text = (words: string) => [{ type: 'content', content: { type: 'text', text: words } }];
const at = (path: string) => [{ path }];

it.each<[name: string, call: AcpCall, identity: object]>([
  [
    'a command, with its folder',
    {
      toolCallId: 'run_shell_command__run_shell_command_1795248574469_0',
      title: 'ls -l',
      kind: 'execute',
      content: text('[current working directory /work/sub] (List)'),
    },
    { name: 'run_shell_command', kind: 'execute', command: 'ls -l', cwd: '/work/sub', input: { command: 'ls -l' } },
  ],
  [
    'a file that is written',
    { toolCallId: 'write_file__call-1', title: 'Writing to a.txt', kind: 'edit', locations: at('/work/a.txt') },
    { name: 'write_file', kind: 'edit', edits: 'write', input: { file_path: '/work/a.txt' } },
  ],
  [
    'a file that is changed',
    { toolCallId: 'replace__call-1', title: 'a.txt: a => b', kind: 'edit', locations: at('/work/a.txt') },
    { name: 'replace', kind: 'edit', input: { file_path: '/work/a.txt' } },
  ],
  [
    'a tool of a server that was given, whose name has the separator in it',
    { toolCallId: 'mcp_my_lab_echo__call-1', title: 'echo (my_lab MCP Server)', content: text('{"text":"ping"}') },
    { name: 'mcp_my_lab_echo', kind: 'mcp', mcp: { server: 'my_lab', tool: 'echo' }, input: { text: 'ping' } },
  ],
  [
    'a tool of a server of the user, whose input is not told',
    { toolCallId: 'mcp_lab_echo__call-1', title: 'echo (lab MCP Server)', content: text('Says it again.') },
    { name: 'mcp_lab_echo', kind: 'mcp', mcp: { server: 'lab', tool: 'echo' }, input: {} },
  ],
  [
    'a subagent',
    { toolCallId: 'invoke_agent__call-1', title: "Delegating to agent 'generalist'", kind: 'think' },
    { name: 'invoke_agent', kind: 'think', input: {}, subagent: { name: 'generalist' } },
  ],
  [
    'a subagent that does not exist',
    { toolCallId: 'invoke_agent__call-1', content: text("Subagent 'nobody' not found.") },
    { name: 'invoke_agent', kind: 'think', input: {}, subagent: { name: 'nobody' } },
  ],
  [
    'another tool',
    { toolCallId: 'glob__call-1', title: "'*.ts'" },
    { name: 'glob', kind: 'search', input: { title: "'*.ts'" } },
  ],
  [
    'a tool whose name is one letter',
    { toolCallId: 'x__call-1', title: 'Do it' },
    { name: 'x', kind: 'other', input: { title: 'Do it' } },
  ],
  ['a call whose id has no name', { toolCallId: '__call-1', title: 'x' }, { name: 'x', kind: 'other', input: {} }],
  ['a call whose id says nothing', { toolCallId: 'call-1', title: 'x' }, { name: 'x', kind: 'other', input: {} }],
])('knows %s', (_, call, identity) => {
  expect(identify(call, TOOL_QUIRKS, { servers: ['my_lab', 'my'] })).toEqual(identity);
});

const asking = (prompt: string) => `Processing URLs and instructions from prompt: "${prompt}"`;

it.each<[what: string, title: string, url: string | undefined]>([
  ['a page in a prompt', asking('What does http://a.example/x?y=1 say?'), 'http://a.example/x?y=1'],
  ['a page by itself', 'Fetching content from: https://a.example', 'https://a.example/'],
  ['a page between quotes, as Gemini CLI parses it', asking('Read "http://a.example".'), undefined],
  ['no page', asking('Read it.'), undefined],
  ['two pages', asking('Compare http://a.example with http://b.example'), undefined],
  ['a page, and what may be one', asking('Read http://a.example and b.example/x'), undefined],
  ['a page of another kind', asking('Read file:///etc/passwd'), undefined],
  ['a prompt that is just as long, and whole', asking(`Read http://a.example ${'x'.repeat(78)}`), 'http://a.example/'],
  ['a prompt that is cut', asking(`Read http://a.example ${'x'.repeat(75)}...`), undefined],
  ['a prompt that is cut within the page', asking(`http://a.example/${'x'.repeat(80)}...`), undefined],
  ['a file that is read from another host', asking('Read https://github.com/a/b/blob/main/c'), undefined],
  ['a page of GitHub that is no file', asking('Read https://github.com/a/b'), 'https://github.com/a/b'],
  ['a file of another host', asking('Read https://a.example/a/blob/c'), 'https://a.example/a/blob/c'],
  ['other words', 'Fetching http://a.example', undefined],
])('tells the page that is fetched: %s', (_, title, url) => {
  const call = { toolCallId: 'web_fetch__call-1', title, kind: 'fetch' };
  expect(identify(call, TOOL_QUIRKS, { servers: [] }).url).toBe(url);
});

it('says nothing itself about a call whose id says nothing', () => {
  expect(TOOL_QUIRKS.identify?.({ toolCallId: 'call-1', title: 'x' }, { servers: [] })).toEqual({});
});

it.each([
  ['the first call of an answer', 'glob__glob_1795248574469_0', false],
  ['a further call', 'glob__glob_1795248574469_2', true],
  ['a call that the model has named', 'glob__call_2', false],
])('takes for the same model request: %s', (_, toolCallId, isSame) => {
  expect(TOOL_QUIRKS.isSameStep?.({ toolCallId })).toBe(isSame);
});

it('begins each command in the folder of the session, wherever the one before went', () => {
  const calls = new ToolCalls({ quirks: TOOL_QUIRKS, asks: false, cwd: '/work', surroundings: { servers: [] } });
  const run = (toolCallId: string, title: string) =>
    calls.update(toolCallId, { title, kind: 'execute', status: 'completed', content: text('') }, 'tool_call');
  run('run_shell_command__call-1', 'cd sub');
  expect(run('run_shell_command__call-2', 'ls')).toContainEqual({
    type: 'shell_start',
    toolCallId: 'run_shell_command__call-2',
    command: 'ls',
    cwd: '/work',
  });
});

it('asks for a file outside of the workspace without a call', () => {
  const call = { toolCallId: 'resolve-prompt-/etc/hosts-1' };
  expect(TOOL_QUIRKS.permissionCall?.(call)).toBeUndefined();
});

it('takes a cancelled command for one that failed, and no file that says so', () => {
  const read = { toolCallId: 'read_file__read_file_1790000000000_0' };
  expect(TOOL_QUIRKS.failure?.(read, 'Command cancelled by user.')).toBeUndefined();
  const call = { toolCallId: 'run_shell_command__call-1' };
  expect(TOOL_QUIRKS.failure?.(call, 'Command cancelled by user.\n\nOutput before cancellation:\none')).toBe(
    'Command cancelled by user.',
  );
  expect(TOOL_QUIRKS.failure?.(call, 'one')).toBeUndefined();
});
