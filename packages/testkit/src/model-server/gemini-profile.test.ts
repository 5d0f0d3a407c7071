/** The profile of Gemini CLI: its tools, and the marks on its requests. */
import { describe, expect, it } from 'vitest';
import type { ToolCall } from '../scenario/tool-call.ts';
import { geminiProfile } from './gemini-profile.ts';
import type { ModelRequest, WireRequest } from './rendering.ts';

const context = { cwd: '/srv', markTask: (lane: string, task: string) => `SUB:${lane} ${task}` };

const CALLS: [ToolCall, string, unknown][] = [
  [{ kind: 'shell', command: 'ls' }, 'run_shell_command', { command: 'ls' }],
  [
    { kind: 'shell', command: 'ls', description: 'List', background: true },
    'run_shell_command',
    { command: 'ls', description: 'List', is_background: true },
  ],
  [{ kind: 'write', path: 'a/b', content: 'x' }, 'write_file', { file_path: '/srv/a/b', content: 'x' }],
  [
    { kind: 'edit', path: 'a', oldText: 'x', newText: 'y' },
    'replace',
    { file_path: '/srv/a', instruction: 'Replace the old text.', old_string: 'x', new_string: 'y' },
  ],
  [{ kind: 'delete', path: 'a' }, 'run_shell_command', { command: "rm -- 'a'", description: 'Remove a file' }],
  [{ kind: 'read', path: 'a' }, 'read_file', { file_path: '/srv/a' }],
  [{ kind: 'subagent', lane: 'a', task: 'Look' }, 'invoke_agent', { agent_name: 'generalist', prompt: 'SUB:a Look' }],
  [{ kind: 'skill', skill: 'greet' }, 'activate_skill', { name: 'greet' }],
  [{ kind: 'mcp', server: 'demo', tool: 'echo', input: { text: 'x' } }, 'mcp_demo_echo', { text: 'x' }],
  [{ kind: 'raw', name: 'nope', input: {} }, 'nope', {}],
];

describe('the tools', () => {
  it.each(CALLS)('writes %o as %s', (call, name, input) => {
    const native = geminiProfile.toNativeCall(call, context);
    expect([native.name, JSON.parse(native.inputText)]).toEqual([name, input]);
  });

  it('leaves broken input broken', () => {
    expect(geminiProfile.toNativeCall({ kind: 'malformed', of: 'read', inputText: '{"fi' }, context)).toEqual({
      name: 'read_file',
      inputText: '{"fi',
    });
  });
});

const declare = (...declarations: unknown[]) => ({ tools: [{ functionDeclarations: declarations }] });
const wire = (body: unknown): WireRequest => ({ method: 'POST', path: '/', headers: {}, body });

describe('the marks', () => {
  const request = (stream = true): ModelRequest => ({ kind: 'model', stream, model: 'm', tools: 1, history: [] });

  it.each<[string, unknown, boolean, unknown]>([
    ['an ordinary request', declare({ name: 'invoke_agent' }), true, { kind: 'main' }],
    ['the tool that ends a subagent', declare({ name: 'complete_task' }), true, { kind: 'subagent' }],
    [
      'both tools, as a main agent may be given them',
      declare({ name: 'complete_task' }, { name: 'invoke_agent' }),
      true,
      { kind: 'main' },
    ],
    ['no stream', {}, false, { kind: 'side', name: 'utility', step: { text: 'A summary.' } }],
    [
      'no stream, and a form to fill in',
      { generationConfig: { responseMimeType: 'application/json' } },
      false,
      { kind: 'side', step: { text: '{}' } },
    ],
  ])('%s', (_name, body, stream, expected) => {
    expect(geminiProfile.classify?.(wire(body), request(stream))).toMatchObject(expected as object);
  });
});

describe('the end of a subagent', () => {
  const end = (step: Parameters<NonNullable<typeof geminiProfile.endSubagent>>[0], declaration: unknown = {}) =>
    geminiProfile.endSubagent?.(step, wire(declare({ name: 'complete_task', ...(declaration as object) })));

  it.each<[string, unknown, unknown]>([
    ['its words', {}, { result: 'Found.' }],
    ['an answer', { properties: { result: { properties: { response: {} } } } }, { result: { response: 'Found.' } }],
    [
      'a report',
      { properties: { report: { properties: { SummaryOfFindings: {} } } } },
      { report: { SummaryOfFindings: 'Found.', ExplorationTrace: [], RelevantLocations: [] } },
    ],
  ])('is a call with %s', (_name, declaration, input) => {
    expect(end({ text: 'Found.' }, declaration)).toEqual({
      text: 'Found.',
      tools: [{ kind: 'raw', name: 'complete_task', input, id: 'report' }],
    });
  });

  it('waits while the subagent still calls tools', () => {
    const step = { text: 'I look.', tools: [{ kind: 'read', path: 'a' } as const] };
    expect(end(step)).toBe(step);
  });
});
