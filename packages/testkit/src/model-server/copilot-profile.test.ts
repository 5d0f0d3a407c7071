/** The profile of Copilot CLI: its tools, and the marks on its requests. */
import { describe, expect, it } from 'vitest';
import type { ToolCall } from '../scenario/tool-call.ts';
import { copilotProfile } from './copilot-profile.ts';
import type { ModelRequest } from './rendering.ts';

const context = { cwd: '/srv', markTask: (lane: string, task: string) => `SUB:${lane} ${task}` };

const CALLS: [ToolCall, string, unknown][] = [
  [{ kind: 'shell', command: 'ls' }, 'bash', { command: 'ls', description: 'Run a command' }],
  [
    { kind: 'shell', command: 'ls', background: true, timeoutMs: 2_000 },
    'bash',
    { command: 'ls', description: 'Run a command', initial_wait: 2, mode: 'async' },
  ],
  [{ kind: 'write', path: 'a/b', content: 'x' }, 'create', { path: '/srv/a/b', file_text: 'x' }],
  [{ kind: 'edit', path: 'a', oldText: 'x', newText: 'y' }, 'edit', { path: '/srv/a', old_str: 'x', new_str: 'y' }],
  [{ kind: 'read', path: 'a' }, 'view', { path: '/srv/a' }],
  [{ kind: 'delete', path: 'a' }, 'bash', { command: "rm -- 'a'", description: 'Remove a file' }],
  [
    { kind: 'subagent', lane: 'a', task: 'Look', background: true },
    'task',
    {
      name: 'a',
      description: 'Look into it',
      prompt: 'SUB:a Look',
      agent_type: 'general-purpose',
      mode: 'background',
    },
  ],
  [
    { kind: 'question', questions: [{ question: 'Which?', options: [{ label: 'Red' }, { label: 'Blue' }] }] },
    'ask_user',
    { question: 'Which?', choices: ['Red', 'Blue'] },
  ],
  [{ kind: 'skill', skill: 'greet' }, 'skill', { skill: 'greet' }],
  [{ kind: 'mcp', server: 'demo', tool: 'echo', input: { text: 'x' } }, 'demo-echo', { text: 'x' }],
  [{ kind: 'raw', name: 'nope', input: {} }, 'nope', {}],
];

describe('the tools', () => {
  it.each(CALLS)('writes %o as %s', (call, name, input) => {
    const native = copilotProfile.toNativeCall(call, context);
    expect([native.name, JSON.parse(native.inputText)]).toEqual([name, input]);
  });

  it('leaves broken input broken', () => {
    expect(copilotProfile.toNativeCall({ kind: 'malformed', of: 'edit', inputText: '{"pa' }, context)).toEqual({
      name: 'edit',
      inputText: '{"pa',
    });
  });
});

describe('the marks', () => {
  const classify = (text: string) => {
    const request: ModelRequest = {
      kind: 'model',
      stream: true,
      model: 'm',
      tools: 16,
      history: [{ kind: 'user', text }],
    };
    return copilotProfile.classify?.({ method: 'POST', path: '/', headers: {}, body: {} }, request);
  };

  it.each([
    ['an ordinary request', 'Say hello.', 'main'],
    ['a summary', 'Please create a detailed summary of the conversation so far. The history', 'compaction'],
  ])('%s', (_name, text, kind) => {
    expect(classify(text)).toEqual({ kind });
  });
});
