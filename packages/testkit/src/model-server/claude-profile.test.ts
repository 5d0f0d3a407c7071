/** The profile of Claude Code: its tools, and the marks on its requests. */
import { describe, expect, it } from 'vitest';
import type { ToolCall } from '../scenario/tool-call.ts';
import { claudeProfile } from './claude-profile.ts';
import type { HistoryEntry, ModelRequest, WireRequest } from './rendering.ts';

const context = { cwd: '/srv', markTask: (lane: string, task: string) => `SUB:${lane} ${task}` };
const question = { question: 'Which?', options: [{ label: 'Red' }] };

const CALLS: [ToolCall, string, unknown][] = [
  [{ kind: 'shell', command: 'ls' }, 'Bash', { command: 'ls', description: 'Run a command' }],
  [
    { kind: 'shell', command: 'ls', description: 'List', timeoutMs: 9, background: true },
    'Bash',
    { command: 'ls', description: 'List', timeout: 9, run_in_background: true },
  ],
  [{ kind: 'write', path: 'a/b', content: 'x' }, 'Write', { file_path: '/srv/a/b', content: 'x' }],
  [
    { kind: 'edit', path: 'a', oldText: 'x', newText: 'y' },
    'Edit',
    { file_path: '/srv/a', old_string: 'x', new_string: 'y' },
  ],
  [{ kind: 'delete', path: 'a' }, 'Bash', { command: "rm -- 'a'", description: 'Remove a file' }],
  [{ kind: 'read', path: 'a' }, 'Read', { file_path: '/srv/a' }],
  [
    { kind: 'subagent', lane: 'a', task: 'Look' },
    'Agent',
    {
      description: 'Look into it',
      prompt: 'SUB:a Look',
      subagent_type: 'general-purpose',
      run_in_background: false,
    },
  ],
  [
    { kind: 'question', questions: [question] },
    'AskUserQuestion',
    {
      questions: [
        {
          question: 'Which?',
          header: 'Choice',
          multiSelect: false,
          options: [{ label: 'Red', description: 'Red' }],
        },
      ],
    },
  ],
  [{ kind: 'skill', skill: 'greet' }, 'Skill', { skill: 'greet' }],
  [{ kind: 'plan', plan: 'Do it.' }, 'ExitPlanMode', { plan: 'Do it.' }],
  [{ kind: 'mcp', server: 'demo', tool: 'echo', input: { text: 'x' } }, 'mcp__demo__echo', { text: 'x' }],
  [{ kind: 'raw', name: 'Nope', input: {} }, 'Nope', {}],
];

describe('the tools', () => {
  it.each(CALLS)('writes %o as %s', (call, name, input) => {
    const native = claudeProfile.toNativeCall(call, context);
    expect([native.name, JSON.parse(native.inputText)]).toEqual([name, input]);
  });

  it('leaves broken input broken', () => {
    expect(claudeProfile.toNativeCall({ kind: 'malformed', of: 'read', inputText: '{"fi' }, context)).toEqual({
      name: 'Read',
      inputText: '{"fi',
    });
  });
});

describe('the marks', () => {
  const wire = (headers: Record<string, string> = {}): WireRequest => ({
    method: 'POST',
    path: '/v1/messages',
    headers,
    body: {},
  });
  const request = (text: string, rest: Partial<ModelRequest> = {}): ModelRequest => ({
    kind: 'model',
    stream: true,
    model: 'm',
    tools: 20,
    history: [{ kind: 'user', text } satisfies HistoryEntry],
    ...rest,
  });

  it.each<[string, WireRequest, ModelRequest, string]>([
    ['an ordinary request', wire(), request('Hello'), 'main'],
    ['a header of a subagent', wire({ 'x-claude-code-agent-id': 'a1' }), request('Hello'), 'subagent'],
    ['the summary instruction', wire(), request('CRITICAL: Respond with TEXT ONLY. Now'), 'compaction'],
    [
      'the suggestion instruction',
      wire(),
      request('Guess.\nReply with ONLY the suggestion, no quotes or explanation.\n'),
      'side',
    ],
    ['one token', wire(), request('Hi', { maxTokens: 1 }), 'side'],
    ['no tools', wire(), request('Name it', { tools: 0 }), 'side'],
  ])('%s', (_name, from, asked, kind) => {
    expect(claudeProfile.classify?.(from, asked).kind).toBe(kind);
  });
});
