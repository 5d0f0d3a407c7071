/** What lines of `codex exec --json` say that no recording has, with all of their fields and without them (0.169.0). */
import type { EventDraft } from '@agent-mux/core';
import { describe, expect, it } from 'vitest';
import { resolvedOptions } from '../../shared/testing/mode-parts.ts';
import { createExecDialect } from './dialect.ts';

/** Reads lines within a turn that has begun. */
function run(lines: readonly object[]): readonly EventDraft[] {
  const dialect = createExecDialect(resolvedOptions({ approvalMode: 'yolo' }));
  const hear = (line: object): readonly EventDraft[] =>
    dialect.parseEvent(JSON.stringify(line), { source: 'stdout' }).drafts;
  hear({ type: 'thread.started', thread_id: 'T' });
  hear({ type: 'turn.started' });
  return lines.flatMap(hear);
}

const LINES: readonly (readonly [string, readonly object[], readonly object[]])[] = [
  [
    'states of subagents that a call tells',
    [
      {
        type: 'item.completed',
        item: {
          id: 'i',
          type: 'collab_tool_call',
          tool: 'wait',
          sender_thread_id: 'T',
          receiver_thread_ids: ['A', 'B'],
          agents_states: {
            A: { status: 'completed', message: 'Found.' },
            B: { status: 'errored', message: 'Broke.' },
            C: { status: 'running' },
          },
          status: 'completed',
        },
      },
    ],
    [
      {
        type: 'tool_call_start',
        toolCallId: 'i',
        toolName: 'wait_agent',
        toolKind: 'think',
        input: { agents: ['A', 'B'] },
      },
      {
        type: 'tool_result',
        toolCallId: 'i',
        output: {
          A: { status: 'completed', message: 'Found.' },
          B: { status: 'errored', message: 'Broke.' },
          C: { status: 'running' },
        },
      },
    ],
  ],
  [
    'subagents that were spawned and end, each in its way',
    [
      ...['completed', 'errored', 'interrupted', 'not_found', 'shutdown', 'running'].flatMap((status) => [
        {
          type: 'item.completed',
          item: {
            id: `s-${status}`,
            type: 'collab_tool_call',
            tool: 'spawn_agent',
            sender_thread_id: 'T',
            receiver_thread_ids: [status],
            prompt: 'Look.',
            agents_states: {},
            status: 'completed',
          },
        },
        {
          type: 'item.completed',
          item: {
            id: `w-${status}`,
            type: 'collab_tool_call',
            tool: 'wait',
            sender_thread_id: 'T',
            receiver_thread_ids: [status],
            agents_states: { [status]: { status } },
            status: 'completed',
          },
        },
      ]),
    ],
    [
      { type: 'subagent_spawn', subagentId: 'completed', prompt: 'Look.', background: true },
      {
        type: 'tool_call_start',
        toolCallId: 'w-completed',
        toolName: 'wait_agent',
        toolKind: 'think',
        input: { agents: ['completed'] },
      },
      { type: 'tool_result', toolCallId: 'w-completed', output: { completed: { status: 'completed' } } },
      { type: 'subagent_result', subagentId: 'completed' },
      { type: 'subagent_spawn', subagentId: 'errored', prompt: 'Look.', background: true },
      {
        type: 'tool_call_start',
        toolCallId: 'w-errored',
        toolName: 'wait_agent',
        toolKind: 'think',
        input: { agents: ['errored'] },
      },
      { type: 'tool_result', toolCallId: 'w-errored', output: { errored: { status: 'errored' } } },
      { type: 'subagent_error', subagentId: 'errored', error: 'errored' },
      { type: 'subagent_spawn', subagentId: 'interrupted', prompt: 'Look.', background: true },
      {
        type: 'tool_call_start',
        toolCallId: 'w-interrupted',
        toolName: 'wait_agent',
        toolKind: 'think',
        input: { agents: ['interrupted'] },
      },
      { type: 'tool_result', toolCallId: 'w-interrupted', output: { interrupted: { status: 'interrupted' } } },
      { type: 'subagent_error', subagentId: 'interrupted', error: 'interrupted' },
      { type: 'subagent_spawn', subagentId: 'not_found', prompt: 'Look.', background: true },
      {
        type: 'tool_call_start',
        toolCallId: 'w-not_found',
        toolName: 'wait_agent',
        toolKind: 'think',
        input: { agents: ['not_found'] },
      },
      { type: 'tool_result', toolCallId: 'w-not_found', output: { not_found: { status: 'not_found' } } },
      { type: 'subagent_error', subagentId: 'not_found', error: 'not_found' },
      { type: 'subagent_spawn', subagentId: 'shutdown', prompt: 'Look.', background: true },
      {
        type: 'tool_call_start',
        toolCallId: 'w-shutdown',
        toolName: 'wait_agent',
        toolKind: 'think',
        input: { agents: ['shutdown'] },
      },
      { type: 'tool_result', toolCallId: 'w-shutdown', output: { shutdown: { status: 'shutdown' } } },
      { type: 'subagent_error', subagentId: 'shutdown', error: 'shutdown' },
      { type: 'subagent_spawn', subagentId: 'running', prompt: 'Look.', background: true },
      {
        type: 'tool_call_start',
        toolCallId: 'w-running',
        toolName: 'wait_agent',
        toolKind: 'think',
        input: { agents: ['running'] },
      },
      { type: 'tool_result', toolCallId: 'w-running', output: { running: { status: 'running' } } },
    ],
  ],
  [
    'a plan, as long as it is under way',
    [
      {
        type: 'item.started',
        item: {
          id: 'p',
          type: 'todo_list',
          items: [{ text: 'one', completed: true }, { text: 'two', completed: false }, {}],
        },
      },
      { type: 'item.updated', item: { id: 'p', type: 'todo_list', items: [] } },
      { type: 'item.completed', item: { id: 'p', type: 'todo_list', items: [] } },
    ],
    [
      { type: 'debug', level: 'info', message: 'The plan: [x] one; [ ] two; [ ] ' },
      { type: 'debug', level: 'info', message: 'The plan: ' },
    ],
  ],
  [
    'an error among the items, with words or without',
    [
      { type: 'item.completed', item: { id: 'e', type: 'error', message: 'careful' } },
      { type: 'item.completed', item: { id: 'e', type: 'error' } },
    ],
    [
      { type: 'debug', level: 'warn', message: 'careful' },
      { type: 'debug', level: 'warn', message: '' },
    ],
  ],
  [
    'an update of an item, which says nothing new',
    [
      {
        type: 'item.updated',
        item: {
          id: 'c',
          type: 'command_execution',
          command: 'make',
          aggregated_output: 'x',
          exit_code: null,
          status: 'in_progress',
        },
      },
    ],
    [],
  ],
  [
    'lines and items of no kind, or a new one',
    [{}, { type: 'novel' }, { type: 'item.completed', item: {} }, { type: 'item.completed', item: { type: 'novel' } }],
    [
      { type: 'unknown_native', name: '?' },
      { type: 'unknown_native', name: 'novel' },
      { type: 'unknown_native', name: 'item/?' },
      { type: 'unknown_native', name: 'item/novel' },
    ],
  ],
  [
    'a new field of a line and of an item',
    [
      { type: 'turn.started', novel: 1 },
      { type: 'item.completed', item: { id: 'm', type: 'agent_message', text: 'Hi.', novel: 1 } },
    ],
    [
      { type: 'unknown_native', name: 'turn.started.novel' },
      { type: 'turn_start' },
      { type: 'unknown_native', name: 'item/agent_message.novel' },
      { type: 'message_stop', text: 'Hi.', key: 'm' },
    ],
  ],
  ['a thread without an id', [{ type: 'thread.started' }], []],
  [
    'a turn that fails without a word',
    [{ type: 'turn.failed' }],
    [{ type: 'turn_end', outcome: { type: 'error', code: 'AGENT_ERROR', message: 'Codex failed without a word.' } }],
  ],
  [
    'a turn that fails after an error',
    [
      { type: 'error', message: 'stream broke' },
      { type: 'turn.failed', error: { message: 'stream broke' } },
    ],
    [{ type: 'turn_end', outcome: { type: 'error', code: 'AGENT_ERROR', message: 'stream broke' } }],
  ],
  [
    'an error without a word, and the retries',
    [
      { type: 'error' },
      { type: 'error', message: 'Reconnecting... 1/5 (bad gateway)' },
      { type: 'error', message: 'Reconnecting... 2/5' },
    ],
    [
      { type: 'retry', attempt: 1, maxAttempts: 5, reason: 'bad gateway', delayMs: 0 },
      { type: 'retry', attempt: 2, maxAttempts: 5, reason: 'Reconnecting... 2/5', delayMs: 0 },
    ],
  ],
];

describe('a line', () => {
  it.each(LINES)('%s', (_what, messages, drafts) => {
    expect(run(messages)).toEqual(drafts);
  });
});
