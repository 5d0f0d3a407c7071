/** The profile of Codex: its tools, and the marks on its requests. */
import { describe, expect, it } from 'vitest';
import type { ToolCall } from '../scenario/tool-call.ts';
import { codexProfile } from './codex-profile.ts';
import type { HistoryEntry, ModelRequest } from './rendering.ts';

const context = { cwd: '/srv', markTask: (lane: string, task: string) => `SUB:${lane} ${task}` };

const CALLS: [ToolCall, string, unknown][] = [
  [{ kind: 'shell', command: 'ls' }, 'exec_command', { cmd: 'ls', yield_time_ms: 30_000 }],
  [{ kind: 'shell', command: 'ls', background: true }, 'exec_command', { cmd: 'ls', yield_time_ms: 250 }],
  [{ kind: 'shell', command: 'ls', timeoutMs: 9 }, 'exec_command', { cmd: 'ls', yield_time_ms: 9 }],
  [{ kind: 'read', path: 'a' }, 'exec_command', { cmd: "cat 'a'", yield_time_ms: 30_000 }],
  [{ kind: 'read', path: 'a.PNG' }, 'view_image', { path: '/srv/a.PNG' }],
  [
    { kind: 'skill', skill: 'greet' },
    'exec_command',
    { cmd: "cat '.agents/skills/greet/SKILL.md'", yield_time_ms: 30_000 },
  ],
  [{ kind: 'subagent', lane: 'a', task: 'Look' }, 'multi_agent_v1.spawn_agent', { message: 'SUB:a Look' }],
  [
    { kind: 'subagent', lane: 'a', task: 'Look', type: 'scout', background: true },
    'multi_agent_v1.spawn_agent',
    { message: 'SUB:a Look (You work in the background.)', agent_type: 'scout' },
  ],
  [
    { kind: 'question', questions: [{ question: 'Which?', options: [{ label: 'Red' }] }] },
    'request_user_input',
    {
      questions: [
        {
          id: 'question_1',
          header: 'Choice',
          question: 'Which?',
          options: [{ label: 'Red', description: 'Red' }],
        },
      ],
    },
  ],
  [{ kind: 'mcp', server: 'demo', tool: 'echo', input: { text: 'x' } }, 'mcp__demo.echo', { text: 'x' }],
  [{ kind: 'mcp', server: 'demo', tool: 'rpc-error', input: {} }, 'mcp__demo.rpc_error', {}],
  [{ kind: 'raw', name: 'Nope', input: {} }, 'Nope', {}],
];

const PATCHES: [ToolCall, string][] = [
  [{ kind: 'write', path: 'a/b', content: 'x\ny\n' }, '*** Add File: a/b\n+x\n+y\n'],
  [{ kind: 'edit', path: 'a', oldText: 'x', newText: 'y\nz' }, '*** Update File: a\n@@\n-x\n+y\n+z\n'],
  [{ kind: 'delete', path: 'a' }, '*** Delete File: a\n'],
];

describe('the tools', () => {
  it.each(CALLS)('writes %o as %s', (call, name, input) => {
    const native = codexProfile.toNativeCall(call, context);
    const full = native.namespace === undefined ? native.name : `${native.namespace}.${native.name}`;
    expect([full, JSON.parse(native.inputText), native.isFreeform]).toEqual([name, input, undefined]);
  });

  it('leaves a web search to the service', () => {
    const call = { kind: 'raw', name: 'web_search', input: { query: 'x' } } as const;
    expect(codexProfile.toNativeCall(call, context)).toEqual({
      name: 'web_search',
      inputText: '{"query":"x"}',
      isHosted: true,
    });
  });

  it.each(PATCHES)('writes %o as a patch', (call, body) => {
    expect(codexProfile.toNativeCall(call, context)).toEqual({
      name: 'apply_patch',
      inputText: `*** Begin Patch\n${body}*** End Patch\n`,
      isFreeform: true,
    });
  });
});

describe('the requests', () => {
  const request = (history: readonly HistoryEntry[] = []): ModelRequest => ({
    kind: 'model',
    stream: true,
    model: 'm',
    history,
    tools: 1,
  });
  const classify = (headers: Record<string, string>, input: unknown[] = [], history: HistoryEntry[] = []) =>
    codexProfile.classify?.({ method: 'POST', path: '/v1/responses', headers, body: { input } }, request(history));
  const spawn = (id: string, agent: string, message = 'SUB:a Look') => [
    {
      type: 'function_call',
      call_id: id,
      name: 'spawn_agent',
      arguments: JSON.stringify({ message }),
    },
    { type: 'function_call_output', call_id: id, output: JSON.stringify({ agent_id: agent }) },
  ];
  const wait = (id: string, status: unknown) => [
    { type: 'function_call', call_id: id, name: 'wait_agent', arguments: '{}' },
    { type: 'function_call_output', call_id: id, output: JSON.stringify({ status }) },
  ];

  it('of a compaction say so in their metadata', () => {
    expect(classify({ 'x-codex-turn-metadata': '{"request_kind":"compaction"}' })).toEqual({ kind: 'compaction' });
    expect(classify({ 'x-codex-turn-metadata': '{"request_kind":"turn"}' })).toEqual({ kind: 'main' });
  });

  it('of a subagent have a header, and the task behind what is told of the workspace', () => {
    const history = ['<environment_context>', 'SUB:a Look'].map((text) => ({ kind: 'user', text }) as const);
    expect(classify({ 'x-openai-subagent': 'collab_spawn' }, [], history)).toEqual({
      kind: 'subagent',
      task: 'SUB:a Look',
    });
  });

  it.each([
    ['one that was sent', [...spawn('1', 'a')], ['a']],
    ['the one of two that is not back', [...spawn('1', 'a'), ...spawn('2', 'b'), ...wait('3', { a: 'x' })], ['b']],
    ['both after a wait that was too short', [...spawn('1', 'a'), ...spawn('2', 'b'), ...wait('3', {})], ['a', 'b']],
  ])('wait for %s', (_what, input, targets) => {
    expect(classify({}, input)).toMatchObject({
      kind: 'side',
      name: 'side-wait',
      step: { tools: [{ name: 'wait_agent', namespace: 'multi_agent_v1', input: { targets } }] },
    });
  });

  it.each([
    ['who is back', [...spawn('1', 'a'), ...wait('2', { a: { completed: 'x' } })]],
    ['who works in the background', spawn('1', 'a', 'SUB:a Look (You work in the background.)')],
    [
      'who was not let go',
      [
        { type: 'function_call', call_id: '1', name: 'spawn_agent', arguments: '{}' },
        { type: 'function_call_output', call_id: '1', output: 'no such agent' },
      ],
    ],
  ])('wait for nobody %s', (_what, input) => {
    expect(classify({}, input)).toEqual({ kind: 'main' });
  });
});
