/** The profile of opencode: its tools, and the marks on its requests. */
import { describe, expect, it } from 'vitest';
import type { ToolCall } from '../scenario/tool-call.ts';
import { opencodeProfile } from './opencode-profile.ts';
import type { ModelRequest } from './rendering.ts';

const context = { cwd: '/srv', markTask: (lane: string, task: string) => `SUB:${lane} ${task}` };

const CALLS: [ToolCall, string, unknown][] = [
  [{ kind: 'shell', command: 'ls' }, 'bash', { command: 'ls', description: 'Run a command' }],
  [{ kind: 'write', path: 'a/b', content: 'x' }, 'write', { filePath: '/srv/a/b', content: 'x' }],
  [
    { kind: 'edit', path: 'a', oldText: 'x', newText: 'y' },
    'edit',
    { filePath: '/srv/a', oldString: 'x', newString: 'y' },
  ],
  [{ kind: 'read', path: 'a' }, 'read', { filePath: '/srv/a' }],
  [
    { kind: 'subagent', lane: 'a', task: 'Look' },
    'task',
    { description: 'Look into it', prompt: 'SUB:a Look', subagent_type: 'general' },
  ],
  [{ kind: 'skill', skill: 'greet' }, 'skill', { name: 'greet' }],
  [{ kind: 'mcp', server: 'demo', tool: 'echo', input: { text: 'x' } }, 'demo_echo', { text: 'x' }],
  [{ kind: 'raw', name: 'nope', input: {} }, 'nope', {}],
];

describe('the tools', () => {
  it.each(CALLS)('writes %o as %s', (call, name, input) => {
    const native = opencodeProfile.toNativeCall(call, context);
    expect([native.name, JSON.parse(native.inputText)]).toEqual([name, input]);
  });

  it('leaves broken input broken', () => {
    expect(opencodeProfile.toNativeCall({ kind: 'malformed', of: 'shell', inputText: '{"co' }, context)).toEqual({
      name: 'bash',
      inputText: '{"co',
    });
  });
});

describe('the marks', () => {
  const classify = (system: string, ...names: string[]) => {
    const tools = names.map((name) => ({ type: 'function', function: { name } }));
    const body = { messages: [{ role: 'system', content: system }], tools };
    const request: ModelRequest = { kind: 'model', stream: true, model: 'm', tools: tools.length, history: [] };
    return opencodeProfile.classify?.({ method: 'POST', path: '/', headers: {}, body }, request);
  };

  it.each<[string, unknown, string]>([
    ['an ordinary request', classify('You are opencode.', 'bash', 'task', 'todowrite'), 'main'],
    ['a request without tools', classify('You are opencode.'), 'main'],
    ['neither tasks nor todos', classify('You are opencode.', 'bash', 'read'), 'subagent'],
    ['a title', classify('You are a title generator. You output ONLY a thread title.'), 'side'],
    ['a summary', classify('You are a context summarization agent.'), 'compaction'],
  ])('%s', (_name, mark, kind) => {
    expect(mark).toMatchObject({ kind });
  });
});
