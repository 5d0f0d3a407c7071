import type { EventDraft } from '@agent-mux/core';
import { describe, expect, it } from 'vitest';
import { Subagents } from './subagents.ts';
import { isDispatch, isShell, Tools } from './tools.ts';

const newTools = (asks = false): Tools => new Tools({ subagents: new Subagents(), asks, cwd: () => '/work' });
const cwdOf = (drafts: readonly EventDraft[]): unknown =>
  drafts.flatMap((draft) => (draft.type === 'shell_start' ? [draft.cwd ?? 'not known'] : []))[0];

describe('the folder of a shell', () => {
  it.each<[string, object, string]>([
    ['of no name', {}, '/work'],
    ['that comes with it', { subagent_type: 'general-purpose' }, '/work'],
    ['that explores', { subagent_type: 'Explore' }, '/work'],
    ['that plans', { subagent_type: 'Plan' }, '/work'],
    ["of the program's own name", { subagent_type: 'claude' }, '/work'],
    ['that the user defines', { subagent_type: 'reviewer' }, 'not known'],
    ['with a tree of its own', { subagent_type: 'Explore', isolation: 'worktree' }, 'not known'],
    ['that is sent elsewhere', { cwd: '/other' }, 'not known'],
  ])('in a subagent %s', (_name, input, folder) => {
    const tools = newTools();
    expect(tools.ready('d', 'Task', input, undefined)).toEqual([]);
    expect(cwdOf(tools.ready('t', 'Bash', { command: 'ls' }, 'd'))).toBe(folder);
    // The folder of an agent that was sent elsewhere says nothing about the main agent, and counts for all agents that it sends itself.
    expect(cwdOf(tools.ready('u', 'PowerShell', { command: 'ls' }, undefined))).toBe('/work');
    tools.ready('e', 'Agent', {}, 'd');
    expect(cwdOf(tools.ready('v', 'Bash', { command: 'ls' }, 'e'))).toBe(folder);
  });

  it.each(['EnterWorktree', 'ExitWorktree'])('is not known after %s', (name) => {
    const tools = newTools();
    expect(cwdOf(tools.ready('s', 'Bash', { command: 'ls' }, undefined))).toBe('/work');
    tools.ready('m', name, {}, undefined);
    expect(cwdOf(tools.ready('t', 'Bash', { command: 'ls' }, undefined))).toBe('not known');
  });
});

it('begins a shell that may be asked about only when it is known to run, once', () => {
  const tools = newTools(true);
  const ready = tools.ready('t', 'Bash', { command: 'ls' }, undefined);
  expect(ready.map(({ type }) => type)).toEqual(['tool_call_ready']);
  expect(tools.isRunning('t')).toBe(false);
  expect(tools.granted('t', { command: 'ls -l' })).toEqual([
    { type: 'shell_start', toolCallId: 't', command: 'ls -l', cwd: '/work' },
  ]);
  expect([tools.isRunning('t'), tools.runs('t')]).toEqual([true, []]);
});

it('tells nothing of a call without an id', () => {
  expect([newTools().start('', 'Bash', undefined), newTools().ready('', 'Bash', {}, undefined)]).toEqual([[], []]);
});

it('has of a call the input that it was granted with', () => {
  const tools = newTools(true);
  tools.ready('t', 'Write', { file_path: '/a', content: 'one' }, undefined);
  tools.granted('t', { file_path: '/a', content: 'two' });
  tools.granted('t', undefined);
  expect(tools.get('t')?.input).toEqual({ file_path: '/a', content: 'two' });
});

it.each([
  ['mcp__demo__list', { server: 'demo', tool: 'list' }],
  ['mcp__my_demo__list__all', { server: 'my demo', tool: 'list__all' }],
  ['mcp__a__b__list', { server: 'a__b', tool: 'list' }],
  ['mcp__other__list__all', { server: 'other', tool: 'list__all' }],
  ['mcp____list', undefined],
  ['mcp__other', undefined],
  ['Bash', undefined],
])('knows the server and the tool of %s', (name, mcp) => {
  const tools = newTools();
  tools.servers = ['a', 'demo', 'my demo', 'a__b'];
  expect(tools.mcpOf(name)).toEqual(mcp);
});

it('tells another call of the same id from a repeated line', () => {
  const tools = newTools();
  const isAnother = (message: string): boolean => {
    const answer = tools.isAnother('t', message);
    tools.ready('t', 'Bash', { command: 'ls' }, undefined);
    return answer;
  };
  expect([isAnother('a'), isAnother('b')]).toEqual([false, false]);
  tools.finish('t');
  expect(isAnother('b')).toBe(false);
  tools.finish('t');
  expect(isAnother('c')).toBe(true);
});

it('begins no shell that was refused, nor one whose call is over', () => {
  const tools = newTools(true);
  for (const id of ['t', 'u']) {
    tools.ready(id, 'Bash', { command: 'ls' }, undefined);
  }
  tools.refused('t');
  tools.finish('u');
  expect(['t', 'u'].map((id) => tools.runs(id))).toEqual([[], []]);
  expect(['t', 'u'].map((id) => [tools.isRunning(id), tools.get(id)?.name])).toEqual([
    [true, 'Bash'],
    [true, undefined],
  ]);
});

it.each([
  ['Bash', true],
  ['PowerShell', true],
  ['Monitor', false],
])('%s is a shell: %s', (name, is) => {
  expect(isShell(name)).toBe(is);
});

it.each([
  ['Agent', true],
  ['Task', true],
  ['Bash', false],
])('%s sends for a subagent, of whose call nothing is told: %s', (name, is) => {
  expect(isDispatch(name)).toBe(is);
  expect(newTools().start('t', name, undefined)).toHaveLength(is ? 0 : 1);
});
