/** What the items of Codex 0.169.0 say that are calls: whole, failed, and where their start was not seen. */
import type { EventDraft } from '@agent-mux/core';
import { describe, expect, it } from 'vitest';
import { beginTurn, completed, note, started, usage, usageTold } from '../app-server/testing/converse.ts';

/** Reads messages within a turn that has begun. */
function run(messages: readonly object[]): readonly EventDraft[] {
  const talk = beginTurn();
  talk.out(...messages);
  return talk.drafts;
}

const CALLS: readonly (readonly [string, readonly object[], readonly object[]])[] = [
  [
    'a call of a tool of the host that fails, and says why',
    [
      started({ type: 'dynamicToolCall', id: 'd', tool: 'look', arguments: { a: 1 } }),
      completed({
        type: 'dynamicToolCall',
        id: 'd',
        tool: 'look',
        arguments: { a: 1 },
        status: 'failed',
        contentItems: [
          { type: 'inputText', text: 'gone' },
          { type: 'inputText', text: 'away' },
        ],
      }),
    ],
    [
      { type: 'step_start', stepType: 'generation' },
      { type: 'tool_call_start', toolCallId: 'd', toolName: 'look', toolKind: 'other', input: { a: 1 } },
      { type: 'tool_error', toolCallId: 'd', error: 'gone\naway' },
    ],
  ],
  [
    'a call of a tool of the host that fails without a word',
    [
      started({ type: 'dynamicToolCall', id: 'd', tool: 'look', arguments: {} }),
      completed({ type: 'dynamicToolCall', id: 'd', tool: 'look', arguments: {}, status: 'failed', contentItems: [] }),
    ],
    [
      { type: 'step_start', stepType: 'generation' },
      { type: 'tool_call_start', toolCallId: 'd', toolName: 'look', toolKind: 'other', input: {} },
      { type: 'tool_error', toolCallId: 'd', error: 'The call failed.' },
    ],
  ],
  [
    'a call of a tool of the host that succeeds',
    [
      started({ type: 'dynamicToolCall', id: 'd', tool: 'look', arguments: {} }),
      completed({
        type: 'dynamicToolCall',
        id: 'd',
        tool: 'look',
        arguments: {},
        status: 'completed',
        success: true,
        durationMs: 4,
        contentItems: [
          { type: 'inputText', text: 'found' },
          { type: 'inputText', text: 'it' },
        ],
      }),
    ],
    [
      { type: 'step_start', stepType: 'generation' },
      { type: 'tool_call_start', toolCallId: 'd', toolName: 'look', toolKind: 'other', input: {} },
      {
        type: 'tool_result',
        toolCallId: 'd',
        output: [
          { type: 'inputText', text: 'found' },
          { type: 'inputText', text: 'it' },
        ],
        durationMs: 4,
      },
    ],
  ],
  [
    'a call of a tool of the host whose start nobody saw',
    [
      completed({
        type: 'dynamicToolCall',
        id: 'd',
        tool: 'look',
        arguments: { a: 1 },
        status: 'completed',
        success: true,
        contentItems: [],
      }),
    ],
    [
      { type: 'tool_call_start', toolCallId: 'd', toolName: 'look', toolKind: 'other', input: { a: 1 } },
      { type: 'tool_result', toolCallId: 'd', output: [] },
    ],
  ],
  [
    'a call of a server that ends',
    [
      started({ type: 'mcpToolCall', id: 'm', server: 'lab', tool: 'see', arguments: { a: 1 }, status: 'inProgress' }),
      completed({
        type: 'mcpToolCall',
        id: 'm',
        server: 'lab',
        tool: 'see',
        arguments: { a: 1 },
        status: 'completed',
        result: {
          content: [
            { type: 'text', text: 'one' },
            { type: 'text', text: 'two' },
            { type: 'image', data: 'QUJD', mimeType: 'image/gif' },
          ],
        },
        durationMs: 7,
      }),
    ],
    [
      { type: 'step_start', stepType: 'generation' },
      {
        type: 'tool_call_start',
        toolCallId: 'm',
        toolName: 'see',
        toolKind: 'mcp',
        mcp: { server: 'lab', tool: 'see' },
        input: { a: 1 },
      },
      {
        type: 'tool_result',
        toolCallId: 'm',
        output: [
          { type: 'text', text: 'one' },
          { type: 'text', text: 'two' },
          { type: 'image', mimeType: 'image/gif' },
        ],
        durationMs: 7,
      },
      { type: 'image_output', mimeType: 'image/gif', base64: 'QUJD', toolCallId: 'm' },
    ],
  ],
  [
    'a call of a server that fails',
    [
      started({ type: 'mcpToolCall', id: 'm', server: 'lab', tool: 'see', arguments: {}, status: 'inProgress' }),
      completed({
        type: 'mcpToolCall',
        id: 'm',
        server: 'lab',
        tool: 'see',
        arguments: {},
        status: 'failed',
        error: { message: 'broken' },
      }),
    ],
    [
      { type: 'step_start', stepType: 'generation' },
      {
        type: 'tool_call_start',
        toolCallId: 'm',
        toolName: 'see',
        toolKind: 'mcp',
        mcp: { server: 'lab', tool: 'see' },
        input: {},
      },
      { type: 'tool_error', toolCallId: 'm', error: 'broken' },
    ],
  ],
  [
    'a call of a server that fails without a word',
    [completed({ type: 'mcpToolCall', id: 'm', server: 'lab', tool: 'see', arguments: {}, status: 'failed' })],
    [
      {
        type: 'tool_call_start',
        toolCallId: 'm',
        toolName: 'see',
        toolKind: 'mcp',
        mcp: { server: 'lab', tool: 'see' },
        input: {},
      },
      { type: 'tool_error', toolCallId: 'm', error: 'The call failed.' },
    ],
  ],
  [
    'an image that is looked at',
    [
      started({ type: 'imageView', id: 'i', path: '/a.png' }),
      completed({ type: 'imageView', id: 'i', path: '/a.png' }),
    ],
    [
      { type: 'step_start', stepType: 'generation' },
      { type: 'tool_call_start', toolCallId: 'i', toolName: 'view_image', toolKind: 'read', input: { path: '/a.png' } },
      { type: 'tool_result', toolCallId: 'i', output: '/a.png' },
      { type: 'file_read', path: '/a.png', toolCallId: 'i' },
    ],
  ],
  [
    'an image that was looked at unseen',
    [completed({ type: 'imageView', id: 'i', path: '/a.png' })],
    [
      { type: 'tool_call_start', toolCallId: 'i', toolName: 'view_image', toolKind: 'read', input: { path: '/a.png' } },
      { type: 'tool_result', toolCallId: 'i', output: '/a.png' },
      { type: 'file_read', path: '/a.png', toolCallId: 'i' },
    ],
  ],
  [
    'an image that is drawn',
    [
      started({ type: 'imageGeneration', id: 'g', status: 'x' }),
      completed({ type: 'imageGeneration', id: 'g', result: 'QUJD', path: '/b.png' }),
    ],
    [
      { type: 'step_start', stepType: 'generation' },
      { type: 'tool_call_start', toolCallId: 'g', toolName: 'image_generation', toolKind: 'other', input: {} },
      { type: 'tool_result', toolCallId: 'g', output: '/b.png' },
      { type: 'image_output', mimeType: 'image/png', base64: 'QUJD', toolCallId: 'g' },
    ],
  ],
  [
    'an image that came to nothing',
    [completed({ type: 'imageGeneration', id: 'g' })],
    [
      { type: 'tool_call_start', toolCallId: 'g', toolName: 'image_generation', toolKind: 'other', input: {} },
      { type: 'tool_result', toolCallId: 'g', output: '' },
    ],
  ],
  [
    'a command that the user runs, which is no step',
    [
      started({
        type: 'commandExecution',
        id: 'c',
        command: 'make',
        cwd: '/work',
        source: 'userShell',
        status: 'inProgress',
        commandActions: [],
      }),
    ],
    [
      {
        type: 'tool_call_start',
        toolCallId: 'c',
        toolName: 'shell',
        toolKind: 'execute',
        input: { command: 'make', cwd: '/work' },
      },
      { type: 'shell_start', toolCallId: 'c', command: 'make', cwd: '/work' },
    ],
  ],
  [
    'a command that talks to one that runs, wherever that is',
    [
      started({
        type: 'commandExecution',
        id: 'c',
        command: 'make',
        cwd: '/work',
        source: 'unifiedExecInteraction',
        processId: '1',
        status: 'inProgress',
        commandActions: [],
      }),
    ],
    [
      { type: 'step_start', stepType: 'generation' },
      { type: 'tool_call_start', toolCallId: 'c', toolName: 'shell', toolKind: 'execute', input: { command: 'make' } },
      { type: 'shell_start', toolCallId: 'c', command: 'make' },
    ],
  ],
  [
    'a command that is over before it was seen to run',
    [
      started({ type: 'commandExecution', id: 'c', command: 'ls', status: 'inProgress', commandActions: [] }),
      completed({ type: 'commandExecution', id: 'c', command: 'ls', status: 'completed', exitCode: 0 }),
    ],
    [
      { type: 'step_start', stepType: 'generation' },
      { type: 'tool_call_start', toolCallId: 'c', toolName: 'shell', toolKind: 'execute', input: { command: 'ls' } },
      { type: 'shell_start', toolCallId: 'c', command: 'ls' },
      { type: 'shell_exit', toolCallId: 'c', exitCode: 0, output: '' },
      { type: 'tool_result', toolCallId: 'c', output: '' },
    ],
  ],
  [
    'a patch that fails without a word',
    [
      started({
        type: 'fileChange',
        id: 'f',
        changes: [{ path: '/work/a', kind: { type: 'add' }, diff: 'x\n' }],
        status: 'inProgress',
      }),
      completed({
        type: 'fileChange',
        id: 'f',
        changes: [{ path: '/work/a', kind: { type: 'add' }, diff: 'x\n' }],
        status: 'failed',
      }),
    ],
    [
      { type: 'step_start', stepType: 'generation' },
      {
        type: 'tool_call_start',
        toolCallId: 'f',
        toolName: 'apply_patch',
        toolKind: 'edit',
        input: { changes: [{ path: '/work/a', kind: { type: 'add' }, diff: 'x\n' }] },
      },
      { type: 'tool_error', toolCallId: 'f', error: 'The patch could not be applied.' },
    ],
  ],
  [
    'a patch of several files whose start nobody saw',
    [
      completed({
        type: 'fileChange',
        id: 'f',
        changes: [
          { path: '/work/a', kind: { type: 'add' }, diff: 'x\n' },
          { path: '/work/b', kind: { type: 'delete' }, diff: 'y\n' },
          { path: '/work/c', kind: { type: 'update', move_path: '/work/d' }, diff: '@@ -1 +1 @@\n-a\n+b\n' },
        ],
        status: 'completed',
      }),
    ],
    [
      {
        type: 'tool_call_start',
        toolCallId: 'f',
        toolName: 'apply_patch',
        toolKind: 'edit',
        input: {
          changes: [
            { path: '/work/a', kind: { type: 'add' }, diff: 'x\n' },
            { path: '/work/b', kind: { type: 'delete' }, diff: 'y\n' },
            { path: '/work/c', kind: { type: 'update', move_path: '/work/d' }, diff: '@@ -1 +1 @@\n-a\n+b\n' },
          ],
        },
      },
      { type: 'tool_result', toolCallId: 'f', output: 'add /work/a\ndelete /work/b\nupdate /work/c -> /work/d' },
      { type: 'file_create', path: '/work/a', byteCount: 2, toolCallId: 'f' },
      { type: 'file_delete', path: '/work/b', toolCallId: 'f' },
      { type: 'file_patch', path: '/work/c', diff: '--- /work/c\n+++ /work/d\n@@ -1 +1 @@\n-a\n+b\n', toolCallId: 'f' },
    ],
  ],
  [
    'a command of which only its id is told',
    [
      started({ type: 'commandExecution', id: 'c' }),
      note('item/commandExecution/outputDelta', { itemId: 'c' }),
      completed({ type: 'commandExecution', id: 'c', status: 'completed' }),
    ],
    [
      { type: 'step_start', stepType: 'generation' },
      { type: 'tool_call_start', toolCallId: 'c', toolName: 'shell', toolKind: 'execute', input: { command: '' } },
      { type: 'shell_start', toolCallId: 'c', command: '' },
      { type: 'shell_stdout_delta', toolCallId: 'c', delta: '' },
      { type: 'tool_result', toolCallId: 'c', output: '' },
    ],
  ],
  [
    'a command that deletes a file',
    [
      completed({
        type: 'commandExecution',
        id: 'c',
        command: "/bin/bash -lc 'rm a'",
        cwd: '/work',
        status: 'completed',
        commandActions: [{ type: 'unknown', command: 'rm a' }],
      }),
    ],
    [
      {
        ...{ type: 'tool_call_start', toolCallId: 'c', toolName: 'shell', toolKind: 'execute' },
        input: { command: "/bin/bash -lc 'rm a'", cwd: '/work' },
      },
      { type: 'tool_result', toolCallId: 'c', output: '' },
      { type: 'file_delete', path: '/work/a', toolCallId: 'c' },
    ],
  ],
  [
    'a command that Codex takes for one that lists, and for one that reads nothing that is named',
    [
      completed({
        type: 'commandExecution',
        id: 'c',
        command: "/bin/bash -lc 'ls && rm a'",
        cwd: '/work',
        status: 'completed',
        commandActions: [{ type: 'listFiles', command: 'ls' }, { type: 'read', command: 'cat' }, 'odd'],
      }),
    ],
    [
      {
        ...{ type: 'tool_call_start', toolCallId: 'c', toolName: 'shell', toolKind: 'execute' },
        input: { command: "/bin/bash -lc 'ls && rm a'", cwd: '/work' },
      },
      { type: 'tool_result', toolCallId: 'c', output: '' },
    ],
  ],
  [
    'a command in the background that ends without a code',
    [
      started({ type: 'commandExecution', id: 'c', command: 'make', processId: '1' }),
      usage(10, 1),
      started({ type: 'agentMessage', id: 'm', text: '' }),
      completed({ type: 'commandExecution', id: 'c', command: 'make', status: 'failed' }),
    ],
    [
      { type: 'step_start', stepType: 'generation' },
      { type: 'tool_call_start', toolCallId: 'c', toolName: 'shell', toolKind: 'execute', input: { command: 'make' } },
      { type: 'shell_start', toolCallId: 'c', command: 'make' },
      ...usageTold(10, 1),
      { type: 'shell_exit', toolCallId: 'c' },
      { type: 'tool_result', toolCallId: 'c', output: 'The command goes on in the background.' },
      { type: 'step_start', stepType: 'generation' },
      {
        type: 'debug',
        level: 'info',
        message: 'A command in the background has ended with exit code unknown: c',
      },
    ],
  ],
  [
    'a patch that says the same twice while it is written, and names none of its files',
    [
      note('item/fileChange/patchUpdated', { changes: [{}] }),
      note('item/fileChange/patchUpdated', { changes: [{}] }),
      note('item/fileChange/patchUpdated', { changes: [{ diff: 'a' }, { path: '/b', kind: 'delete' }] }),
    ],
    [
      { type: 'step_start', stepType: 'generation' },
      { type: 'tool_call_start', toolCallId: '', toolName: 'apply_patch', toolKind: 'edit' },
      { type: 'tool_input_delta', toolCallId: '', delta: 'update \n' },
      { type: 'tool_input_delta', toolCallId: '', delta: 'a\ndelete /b\n' },
    ],
  ],
  [
    'a patch whose changes say little',
    [completed({ type: 'fileChange', id: 'f', changes: [{ path: '/a' }, {}], status: 'completed' })],
    [
      {
        ...{ type: 'tool_call_start', toolCallId: 'f', toolName: 'apply_patch', toolKind: 'edit' },
        input: { changes: [{ path: '/a' }, {}] },
      },
      { type: 'tool_result', toolCallId: 'f', output: 'update /a\nupdate ' },
      { type: 'file_patch', path: '/a', toolCallId: 'f' },
    ],
  ],
  [
    'a search that found nothing and says nothing',
    [completed({ type: 'webSearch', id: 'w' })],
    [
      { type: 'tool_call_start', toolCallId: 'w', toolName: 'web_search', toolKind: 'fetch', input: {} },
      { type: 'tool_result', toolCallId: 'w', output: '' },
    ],
  ],
  [
    'a call of a server that has ended once',
    [0, 1].map(() =>
      completed({ type: 'mcpToolCall', id: 'm', server: 'lab', tool: 'see', arguments: {}, status: 'completed' }),
    ),
    [0, 1].flatMap(() => [
      {
        ...{ type: 'tool_call_start', toolCallId: 'm', toolName: 'see', toolKind: 'mcp' },
        ...{ mcp: { server: 'lab', tool: 'see' }, input: {} },
      },
      { type: 'tool_result', toolCallId: 'm', output: null },
    ]),
  ],
  [
    'a call of a team that says nothing of itself',
    [completed({ type: 'collabAgentToolCall' })],
    [
      { type: 'tool_call_start', toolCallId: '', toolName: 'agent', toolKind: 'other', input: { agents: [] } },
      { type: 'tool_error', toolCallId: '', error: 'failed' },
    ],
  ],
  [
    'a call of a team that was cut',
    [completed({ type: 'collabAgentToolCall', id: 'w', tool: 'wait', status: 'interrupted' })],
    [
      {
        ...{ type: 'tool_call_start', toolCallId: 'w', toolName: 'wait_agent', toolKind: 'think' },
        input: { agents: [] },
      },
      { type: 'tool_error', toolCallId: 'w', error: 'interrupted' },
    ],
  ],
];

describe('a call', () => {
  it.each(CALLS)('%s', (_what, messages, drafts) => {
    expect(run(messages)).toEqual(drafts);
  });
});
