/** What messages of Claude Code 2.1.329 say that belong to no turn, with all of their fields and without them. */
import type { EventDraft } from '@agent-mux/core';
import { describe, expect, it } from 'vitest';
import { modeContext, resolvedOptions } from '../../shared/testing/mode-parts.ts';
import { createClaudeDialect } from './dialect.ts';

const INIT = { type: 'system', subtype: 'init', session_id: '11111111-2222-4333-8444-555555555555', cwd: '/work' };

/** Reads lines within a session that has begun. */
function run(lines: readonly object[]): readonly EventDraft[] {
  const dialect = createClaudeDialect('bidi', resolvedOptions(), modeContext('/bin/claude'));
  const hear = (line: object): readonly EventDraft[] =>
    dialect.parseEvent(JSON.stringify(line), { source: 'stdout' }).drafts;
  hear(INIT);
  return lines.flatMap(hear);
}

const DISPATCH = {
  type: 'assistant',
  message: { content: [{ type: 'tool_use', id: 'a1', name: 'Task', input: { prompt: 'look' } }] },
};
const SPAWN = { type: 'subagent_spawn', subagentId: 'a1', prompt: 'look' };

/** A call of a shell, which begins to run. */
function shell(id: string): readonly object[] {
  const call = { type: 'tool_use', id, name: 'Bash', input: { command: 'make' } };
  return [
    { type: 'assistant', message: { content: [call] } },
    { type: 'system', subtype: 'task_started', task_id: `task-${id}`, tool_use_id: id, task_type: 'local_bash' },
  ];
}

function refused(id: string): object {
  const content = 'Request interrupted by user';
  return { type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: id, is_error: true, content }] } };
}

/** An agent that is sent for and begins to work in the background. */
function inBackground(id: string): readonly object[] {
  const call = { type: 'tool_use', id, name: 'Task', input: { prompt: 'look' } };
  const task = { type: 'system', subtype: 'task_started', task_id: `task-${id}`, tool_use_id: id };
  return [
    { type: 'assistant', message: { content: [call] } },
    { ...task, task_type: 'local_agent', is_backgrounded: true },
  ];
}

const LINES: readonly (readonly [string, readonly object[], readonly object[]])[] = [
  [
    'the use of a limit, by what is told of it',
    [
      ...[
        { status: 'allowed_warning', rateLimitType: 'five_hour' },
        { status: 'rejected', rateLimitType: 'seven_day' },
        { status: 'allowed', rateLimitType: 'five_hour' },
        { status: 'allowed_warning' },
        undefined,
      ].map((rate_limit_info) => ({ type: 'rate_limit_event', rate_limit_info })),
    ],
    [
      { type: 'debug', level: 'warn', message: 'Most of the five_hour limit is used.' },
      { type: 'rate_limited' },
      { type: 'debug', level: 'warn', message: 'Most of the rate limit is used.' },
    ],
  ],
  [
    'what it did with tools',
    [{ type: 'tool_use_summary', summary: 'Two files read.' }, { type: 'tool_use_summary' }],
    [
      { type: 'debug', level: 'verbose', message: 'Tools: Two files read.' },
      { type: 'debug', level: 'verbose', message: 'Tools: ' },
    ],
  ],
  [
    'what it would ask next',
    [{ type: 'prompt_suggestion', suggestion: 'Test it.' }, { type: 'prompt_suggestion' }],
    [
      { type: 'debug', level: 'verbose', message: 'Suggested prompt: Test it.' },
      { type: 'debug', level: 'verbose', message: 'Suggested prompt: ' },
    ],
  ],
  [
    'that it has forgotten the conversation',
    [{ type: 'conversation_reset' }],
    [{ type: 'debug', level: 'info', message: 'The conversation was cleared.' }],
  ],
  [
    'how a login or a tool goes on, as it is',
    [
      { type: 'auth_status', isAuthenticating: true },
      { type: 'tool_progress', tool_name: 'Bash', elapsed_time_seconds: 3, parent_tool_use_id: 'a1' },
    ],
    [
      { type: 'debug', level: 'verbose', message: '{"type":"auth_status","isAuthenticating":true}' },
      {
        type: 'debug',
        level: 'verbose',
        message: '{"type":"tool_progress","tool_name":"Bash","elapsed_time_seconds":3,"parent_tool_use_id":"a1"}',
        lane: 'a1',
      },
    ],
  ],
  [
    'what hooks do',
    [
      { type: 'system', subtype: 'hook_started', hook_name: 'PreToolUse:Bash' },
      { type: 'system', subtype: 'hook_response', hook_name: 'PreToolUse:Bash', outcome: 'success' },
      { type: 'system', subtype: 'hook_progress' },
    ],
    ['hook_started PreToolUse:Bash', 'hook_response PreToolUse:Bash success', 'hook_progress'].map((message) => ({
      ...{ type: 'debug', level: 'verbose', message },
    })),
  ],
  [
    'what nobody knows of a stream, by its name',
    [
      { type: 'stream_event', event: { type: 'new_thing' } },
      { type: 'stream_event', event: {} },
      ...[{ type: 'new_block' }, {}, { type: 'new_tool_result' }].map((content_block, index) => ({
        type: 'stream_event',
        event: { type: 'content_block_start', index, content_block },
      })),
      ...[{ type: 'new_delta' }, {}, { type: 'signature_delta' }].map((delta) => ({
        type: 'stream_event',
        event: { type: 'content_block_delta', index: 0, delta },
      })),
    ],
    [
      ...['stream_event/new_thing', 'stream_event/?', 'content_block/new_block', 'content_block/?'],
      ...['content_block_delta/new_delta', 'content_block_delta/?'],
    ].map((name) => ({ type: 'unknown_native', name })),
  ],
  [
    'pieces of blocks by the place that each is given, or else the next one',
    [
      { type: 'message_start', message: { id: 'm1' } },
      { type: 'content_block_start', index: 2, content_block: { type: 'text' } },
      { type: 'content_block_delta', index: 2, delta: { type: 'text_delta', text: 'a' } },
      { type: 'content_block_start', content_block: { type: 'thinking' } },
      { type: 'content_block_delta', index: 3, delta: { type: 'thinking_delta', thinking: 'b' } },
    ].map((event) => ({ type: 'stream_event', event })),
    [
      { type: 'text_delta', delta: 'a', key: 'm1:2' },
      { type: 'thinking_delta', delta: 'b', key: 'm1:3' },
    ],
  ],
  [
    'the whole of a block whose message did not begin, of which nobody knows the id',
    [
      { type: 'stream_event', event: { type: 'content_block_start', index: 0, content_block: { type: 'text' } } },
      { type: 'assistant', message: { id: 'm1', model: 'm', content: [{ type: 'text', text: 'whole' }] } },
    ],
    [{ type: 'message_stop', text: 'whole', key: ':0' }],
  ],
  [
    'what a user is asked, except for what asks nothing',
    [
      {
        type: 'control_request',
        request_id: 'q1',
        request: {
          subtype: 'can_use_tool',
          tool_name: 'AskUserQuestion',
          input: {
            questions: [{ header: 'No question' }, 'nothing', { question: 'Which?', options: [{ label: 'A' }] }],
          },
        },
      },
    ],
    [
      expect.objectContaining({
        type: 'input_required',
        question: 'Which?',
      }),
    ],
  ],
  [
    'the input of a call in pieces, of which an empty one says nothing',
    [
      { type: 'message_start', message: { id: 'm1' } },
      { type: 'content_block_start', index: 0, content_block: { type: 'tool_use', id: 't1', name: 'Bash' } },
      ...['', '{"command":', '', '"ls"}'].map((partial_json) => ({
        ...{ type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json } },
      })),
    ].map((event) => ({ type: 'stream_event', event })),
    [
      expect.objectContaining({ type: 'tool_call_start', toolCallId: 't1' }),
      { type: 'tool_input_delta', toolCallId: 't1', delta: '{"command":' },
      { type: 'tool_input_delta', toolCallId: 't1', delta: '"ls"}' },
    ],
  ],
  [
    'an answer that was cut off in its midst, block by block',
    [
      { type: 'stream_event', event: { type: 'message_start', message: { id: 'm1', model: 'm' } } },
      ...(['text', 'thinking', 'tool_use'] as const).flatMap((type, index) => [
        { type: 'stream_event', event: { type: 'content_block_start', index, content_block: { type } } },
        { type: 'stream_event', event: { type: 'content_block_stop', index } },
        { type: 'stream_event', event: { type: 'content_block_stop', index } },
      ]),
      { type: 'stream_event', event: { type: 'content_block_stop', index: 9 } },
    ],
    [
      { type: 'message_stop', key: expect.any(String) },
      { type: 'thinking_stop', key: expect.any(String) },
    ],
  ],
  [
    'what a tool of the provider gave, or why it failed',
    [
      {
        type: 'assistant',
        message: {
          content: [
            { type: 'web_search_tool_result', tool_use_id: 't1', content: [{ title: 'x' }] },
            { type: 'web_search_tool_result', tool_use_id: 't2', content: { type: 'web_search_tool_result_error' } },
            {
              type: 'web_search_tool_result',
              tool_use_id: 't3',
              content: { type: 'web_search_tool_result_error', error_code: 'unavailable' },
            },
          ],
        },
      },
    ],
    [
      { type: 'tool_result', toolCallId: 't1', output: [{ title: 'x' }] },
      { type: 'tool_error', toolCallId: 't2', error: 'failed' },
      { type: 'tool_error', toolCallId: 't3', error: 'unavailable' },
    ],
  ],
  [
    'nothing of a task that nobody was sent for',
    [
      { type: 'system', subtype: 'task_started', task_id: 'k', tool_use_id: 'nobody', task_type: 'local_agent' },
      { type: 'system', subtype: 'task_started', task_id: 'k', task_type: 'local_agent' },
      { type: 'system', subtype: 'task_started', task_id: 'k', task_type: 'local_bash' },
      { type: 'system', subtype: 'task_notification', task_id: 'k', tool_use_id: 'nobody', status: 'completed' },
    ],
    [],
  ],
  [
    'what it has refused by itself, once for each call, with its tool and its reason where it tells them',
    [
      { type: 'system', subtype: 'permission_denied', tool_use_id: 't1', tool_name: 'mcp__s__t', message: 'no' },
      { type: 'system', subtype: 'permission_denied', tool_use_id: 't1', tool_name: 'mcp__s__t', message: 'no' },
      { type: 'system', subtype: 'permission_denied', tool_use_id: 't2' },
      { type: 'system', subtype: 'permission_denied', tool_name: 'Bash', message: 'of no call' },
      { type: 'system', subtype: 'permission_denied', tool_use_id: 't3', tool_name: 'not_a__s__t', message: 'no' },
    ],
    [
      expect.objectContaining({
        ...{ type: 'approval_request', key: 'denied:t1', toolName: 'mcp__s__t', toolCallId: 't1' },
        ...{ action: 'call an MCP tool', mcp: { server: 's', tool: 't' } },
      }),
      { type: 'approval_denied', key: 'denied:t1', reason: 'no' },
      expect.objectContaining({ type: 'approval_request', key: 'denied:t2', toolName: '', toolCallId: 't2' }),
      { type: 'approval_denied', key: 'denied:t2', reason: 'not allowed' },
      expect.not.objectContaining({ mcp: expect.anything() }),
      { type: 'approval_denied', key: 'denied:t3', reason: 'no' },
    ],
  ],
  [
    'notes of its own, with what they tell and without it',
    [
      { subtype: 'informational', content: 'News.' },
      { subtype: 'informational' },
      { subtype: 'model_fallback', original_model: 'a', fallback_model: 'b' },
      { subtype: 'model_refusal_fallback', original_model: 'b', fallback_model: 'c' },
      { subtype: 'model_refusal_no_fallback', original_model: 'c' },
      { subtype: 'model_refusal_no_fallback' },
      { subtype: 'session_title_changed', title: 'T' },
      { subtype: 'session_title_changed' },
      { subtype: 'thinking_tokens' },
      { subtype: 'ui_invalidate' },
    ].map((line) => ({ type: 'system', ...line })),
    [
      ['info', 'News.'],
      ['info', ''],
      ['warn', 'The model was switched from a to b.'],
      ['warn', 'The model was switched from b to c.'],
      ['warn', 'c refused the request.'],
      ['warn', 'The model refused the request.'],
      ['verbose', 'Session title: T'],
      ['verbose', 'Session title: '],
    ].map(([level, message]) => ({ type: 'debug', level, message })),
  ],
  [
    'its state, and how it may ask, once that is another',
    [
      { status: 'requesting' },
      { status: 'compacting' },
      { compact_result: 'failed', compact_error: 'too long' },
      { compact_result: 'failed' },
      { compact_result: 'success' },
      { permissionMode: 'default' },
      { permissionMode: 'plan' },
      { permissionMode: 'plan' },
    ].map((line) => ({ type: 'system', subtype: 'status', ...line })),
    [
      { type: 'step_start' },
      { type: 'debug', level: 'info', message: 'The agent compacts its context.' },
      { type: 'debug', level: 'warn', message: 'The agent could not compact its context: too long' },
      { type: 'debug', level: 'warn', message: 'The agent could not compact its context: ' },
      { type: 'debug', level: 'info', message: 'Permission mode: default is now plan.' },
    ],
  ],
  [
    'that it tries again, why and when',
    [
      { attempt: 1, max_retries: 10, retry_delay_ms: 500, error_status: 429, error: 'rate_limit' },
      { attempt: 2, max_retries: 10, retry_delay_ms: 900, error: 'overloaded' },
      { error_status: 500 },
      {},
    ].map((line) => ({ type: 'system', subtype: 'api_retry', ...line })),
    [
      { type: 'rate_limited', retryAfterMs: 500 },
      { type: 'retry', attempt: 1, maxAttempts: 10, reason: 'rate_limit (429)', delayMs: 500 },
      { type: 'retry', attempt: 2, maxAttempts: 10, reason: 'overloaded', delayMs: 900 },
      { type: 'retry', attempt: 1, maxAttempts: 1, reason: 'unknown (500)', delayMs: 0 },
      { type: 'retry', attempt: 1, maxAttempts: 1, reason: 'unknown', delayMs: 0 },
    ],
  ],
  [
    'how its tasks go on',
    [
      { subtype: 'task_progress', task_id: 'k', description: 'Reading.' },
      { subtype: 'task_updated', task_id: 'k', patch: { status: 'paused' } },
      { subtype: 'task_updated' },
    ].map((line) => ({ type: 'system', ...line })),
    ['Task k: Reading.', 'Task k: paused', 'Task : changed'].map((message) => ({
      ...{ type: 'debug', level: 'verbose', message },
    })),
  ],
  [
    'how its shells in the background ended',
    [
      { subtype: 'task_started', task_id: 'k', tool_use_id: 't1', task_type: 'local_bash', is_backgrounded: true },
      { subtype: 'task_notification', task_id: 'k', tool_use_id: 't1', status: 'completed', summary: 'It ended.' },
      { subtype: 'task_started', task_id: 'l', task_type: 'local_bash', is_backgrounded: true },
      { subtype: 'task_notification', task_id: 'l', status: 'failed' },
      { subtype: 'task_started', task_id: 'm', task_type: 'local_bash', is_backgrounded: true },
      { subtype: 'task_notification', task_id: 'm' },
      { subtype: 'task_notification', task_id: 'l', status: 'failed' },
    ].map((line) => ({ type: 'system', ...line })),
    ['It ended.', 'A background command has ended: failed', 'A background command has ended: '].map((message) => ({
      ...{ type: 'debug', level: 'info', message },
    })),
  ],
  [
    'what it is not known to say, by its name',
    [{ type: 'system', subtype: 'tomorrow' }, { type: 'system' }, { type: 'tomorrow' }, { word: 'no type' }],
    ['system/tomorrow', 'system/?', 'tomorrow', '?'].map((name) => ({ type: 'unknown_native', name })),
  ],
  [
    'the failure of a subagent, in all of its words',
    [
      DISPATCH,
      {
        ...{ type: 'assistant', error: 'overloaded', parent_tool_use_id: 'a1' },
        message: { model: '<synthetic>', content: [{ type: 'text', text: 'API Error' }, { type: 'text' }] },
      },
      { type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: 'a1', content: 'Done.' }] } },
    ],
    [SPAWN, { type: 'subagent_error', subagentId: 'a1', error: 'API Error\n' }],
  ],
  [
    'that there is nothing to say only where no model has said it',
    ['<synthetic>', 'm'].map((model) => ({
      ...{ type: 'assistant', uuid: model, message: { model, content: [{ type: 'text', text: '(no content)' }] } },
    })),
    [{ type: 'message_stop', text: '(no content)', key: ':m:0' }],
  ],
  [
    'complete blocks of each kind, and the names of those that nobody knows',
    [
      {
        ...{ type: 'assistant', uuid: 'u1' },
        message: {
          content: [
            ...[{ type: 'thinking' }, { type: 'redacted_thinking', data: 'x' }],
            { type: 'server_tool_use', id: 't1', name: 'web_search', input: { query: 'q' } },
            { type: 'mcp_tool_use', id: 't2', name: 'list', input: {} },
            ...[{ type: 'new_block' }, {}],
          ],
        },
      },
    ],
    [
      { type: 'thinking_stop', thinking: '', key: ':u1:0' },
      {
        ...{ type: 'tool_call_ready', toolCallId: 't1', toolName: 'web_search', toolKind: 'other' },
        input: { query: 'q' },
      },
      { type: 'tool_call_ready', toolCallId: 't2', toolName: 'list', toolKind: 'other', input: {} },
      { type: 'unknown_native', name: 'assistant/new_block' },
      { type: 'unknown_native', name: 'assistant/?' },
    ],
  ],
  [
    'pieces of a stream that is none',
    [{ type: 'stream_event' }, { type: 'stream_event', event: 'text' }],
    [
      { type: 'unknown_native', name: 'stream_event' },
      { type: 'unknown_native', name: 'stream_event' },
    ],
  ],
  [
    'calls of a stream, also of a tool at the provider, and of one without a name',
    [
      { type: 'message_start', message: { id: 'm1' } },
      {
        type: 'content_block_start',
        index: 0,
        content_block: { type: 'server_tool_use', id: 't1', name: 'web_search' },
      },
      { type: 'content_block_start', index: 1, content_block: { type: 'mcp_tool_use', id: 't2', name: 'list' } },
      { type: 'content_block_start', index: 2, content_block: { type: 'tool_use', id: 't3' } },
    ].map((event) => ({ type: 'stream_event', event })),
    [
      { type: 'tool_call_start', toolCallId: 't1', toolName: 'web_search', toolKind: 'other' },
      { type: 'tool_call_start', toolCallId: 't2', toolName: 'list', toolKind: 'other' },
      { type: 'tool_call_start', toolCallId: 't3', toolName: '', toolKind: 'other' },
    ],
  ],
  [
    'what a subagent says in pieces on its lane, once the subagent is announced',
    [
      DISPATCH,
      ...[
        { type: 'message_start', message: { id: 'm2' } },
        { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
        { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'x' } },
        { type: 'content_block_delta', index: 7, delta: { type: 'thinking_delta', thinking: 'y' } },
      ].map((event) => ({ type: 'stream_event', event, parent_tool_use_id: 'a1' })),
      {
        ...{ type: 'assistant', parent_tool_use_id: 'a1' },
        message: { id: 'm2', content: [{ type: 'text', text: 'x' }] },
      },
    ],
    [
      SPAWN,
      { type: 'text_delta', delta: 'x', key: 'm2:0', lane: 'a1' },
      { type: 'thinking_delta', delta: 'y', lane: 'a1' },
      { type: 'message_stop', text: 'x', key: 'm2:0', lane: 'a1' },
    ],
  ],
  [
    'pieces and ends of a new message, and of none before it',
    [
      ...[
        { type: 'message_start', message: { id: 'm1' } },
        { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
        { type: 'message_start', message: { id: 'm2' } },
        { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'x' } },
      ].map((event) => ({ type: 'stream_event', event })),
      { type: 'assistant', message: { id: 'm2', content: [{ type: 'text', text: 'whole' }] } },
      ...[
        { type: 'content_block_start', content_block: { type: 'text', text: '' } },
        { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'y' } },
      ].map((event) => ({ type: 'stream_event', event })),
    ],
    [
      { type: 'text_delta', delta: 'x' },
      { type: 'message_stop', text: 'whole', key: 'm2::0' },
      { type: 'text_delta', delta: 'y', key: 'm2:0' },
    ],
  ],
  [
    'nothing of a stop that names no block, whatever places the blocks have',
    [
      { type: 'message_start', message: { id: 'm1' } },
      ...[-2, 0].map((index) => ({ type: 'content_block_start', index, content_block: { type: 'text', text: '' } })),
      { type: 'content_block_stop' },
    ].map((event) => ({ type: 'stream_event', event })),
    [],
  ],
  [
    'the servers of its tools, by the names that they have',
    [
      { ...INIT, mcp_servers: [{ name: 'my demo', status: 'connected' }] },
      {
        type: 'assistant',
        message: { content: [{ type: 'tool_use', id: 't1', name: 'mcp__my_demo__list', input: {} }] },
      },
    ],
    [
      { type: 'turn_start' },
      {
        ...{ type: 'tool_call_ready', toolCallId: 't1', toolName: 'list', toolKind: 'mcp', input: {} },
        mcp: { server: 'my demo', tool: 'list' },
      },
    ],
  ],
  [
    'the folder in which it works, which stays where it names none',
    [{ ...INIT, cwd: '/elsewhere' }, { ...INIT, cwd: undefined }, ...shell('t1')],
    [
      ...[{ type: 'turn_start' }, { type: 'turn_start' }],
      expect.objectContaining({ type: 'tool_call_ready', toolCallId: 't1' }),
      { type: 'shell_start', toolCallId: 't1', command: 'make', cwd: '/elsewhere' },
    ],
  ],
  [
    'what it puts into the conversation by itself, as a text or as a block',
    ['One.', [{ type: 'text', text: 'Two.' }, { type: 'text' }], ''].map((content) => ({
      ...{ type: 'user', message: { role: 'user', content } },
    })),
    ['One.', 'Two.'].map((text) => ({
      ...{ type: 'debug', level: 'verbose', message: `Put into the conversation: ${text}` },
    })),
  ],
  [
    'the end of a shell that had begun, and none of one that had not, where the call was refused',
    [...shell('t1'), shell('t2')[0] ?? {}, refused('t1'), refused('t2')],
    [
      expect.objectContaining({ type: 'tool_call_ready', toolCallId: 't1' }),
      { type: 'shell_start', toolCallId: 't1', command: 'make', cwd: '/work' },
      expect.objectContaining({ type: 'tool_call_ready', toolCallId: 't2' }),
      { type: 'shell_exit', toolCallId: 't1' },
      { type: 'tool_error', toolCallId: 't1', error: 'Request interrupted by user' },
      { type: 'tool_error', toolCallId: 't2', error: 'Request interrupted by user' },
    ],
  ],
  [
    'a subagent before the first that is heard of it, which may be a result',
    [
      DISPATCH,
      {
        ...{ type: 'user', parent_tool_use_id: 'a1' },
        message: { content: [{ type: 'tool_result', tool_use_id: 't1', content: 'x' }] },
      },
    ],
    [SPAWN, { type: 'tool_result', toolCallId: 't1', output: 'x', lane: 'a1' }],
  ],
  [
    'why an agent in the background has failed, as far as it is known',
    ['It broke.', '', undefined].flatMap((summary, index) => [
      ...inBackground(`a${index}`),
      {
        ...{ type: 'system', subtype: 'task_notification', task_id: `task-a${index}`, tool_use_id: `a${index}` },
        ...{ summary, status: summary === '' ? 'killed' : undefined },
      },
    ]),
    ['It broke.', 'killed', 'failed'].flatMap((error, index) => [
      { type: 'subagent_spawn', subagentId: `a${index}`, prompt: 'look', background: true },
      { type: 'subagent_error', subagentId: `a${index}`, error },
    ]),
  ],
  [
    'the end of a shell in the background also where its task has an empty name, or none',
    [
      { subtype: 'task_started', task_id: '', task_type: 'local_bash', is_backgrounded: true },
      { subtype: 'task_notification', status: 'completed', summary: 'It ended.' },
    ].map((line) => ({ type: 'system', ...line })),
    [{ type: 'debug', level: 'info', message: 'It ended.' }],
  ],
  [
    'a switch of models whose names it does not tell',
    [{ type: 'system', subtype: 'model_fallback' }],
    [{ type: 'debug', level: 'warn', message: 'The model was switched from ? to ?.' }],
  ],
  [
    'a compaction that does not tell what it has saved',
    [{ pre_tokens: 100 }, { post_tokens: 10 }, undefined].flatMap((compact_metadata) => [
      { type: 'system', subtype: 'compact_boundary', compact_metadata },
      { type: 'keep_alive' },
    ]),
    [{ type: 'context_compacted' }, { type: 'context_compacted' }, { type: 'context_compacted' }],
  ],
  ['nothing that would be of use', [{ type: 'keep_alive' }], []],
];

describe('a message', () => {
  it.each(LINES)('%s', (_what, messages, drafts) => {
    expect(run(messages)).toEqual(drafts);
  });
});

it('takes a line that is repeated at once for one', () => {
  const says = (uuid: string | undefined): object => ({
    ...{ type: 'assistant', message: { id: 'a', content: [{ type: 'text', text: 'Yes.' }] }, uuid },
  });
  const texts = (...lines: readonly object[]): number =>
    run(lines).filter(({ type }) => type === 'message_stop').length;
  expect([texts(says('1'), says('1')), texts(says('1'), says('2'))]).toEqual([1, 2]);
  expect(texts(says(undefined), says(undefined))).toBe(2);
});

it('tells a retry also where it does not say which one it is', () => {
  const tried = (more: object): object => ({ type: 'system', subtype: 'api_retry', error: 'overloaded', ...more });
  expect(
    run([tried({}), tried({ attempt: 3, max_retries: '10' }), tried({ attempt: '2', max_retries: 10 })]),
  ).toMatchObject([
    { type: 'retry', attempt: 1, maxAttempts: 1 },
    { type: 'retry', attempt: 3, maxAttempts: 3 },
    { type: 'retry', attempt: 1, maxAttempts: 10 },
  ]);
});

it('takes a complete text that comes behind its stop for the one that was streamed', () => {
  const streamed = (event: object): object => ({ type: 'stream_event', event });
  const says = (id: string): object => ({
    type: 'assistant',
    message: { id, content: [{ type: 'text', text: 'Yes.' }] },
  });
  const block = [
    streamed({ type: 'message_start', message: { id: 'a', model: 'm' } }),
    streamed({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
    streamed({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Yes.' } }),
    streamed({ type: 'content_block_stop', index: 0 }),
  ];
  const ends = (...lines: readonly object[]): readonly unknown[] =>
    run(lines).flatMap((draft) => (draft.type === 'message_stop' ? [draft.key] : []));
  expect(ends(...block, says('a'))).toEqual(['a:0', 'a:0']);
  // An answer that was asked for anew is another one.
  expect(ends(...block, says('b'))).toEqual(['a:0', 'b::0']);
});

describe('a compaction', () => {
  const BOUNDARY = {
    type: 'system',
    subtype: 'compact_boundary',
    compact_metadata: { pre_tokens: 100, post_tokens: 10 },
  };
  const SUMMARY = { type: 'user', isSynthetic: true, message: { role: 'user', content: 'So far: a test.' } };
  const START = { type: 'stream_event', event: { type: 'message_start', message: { id: 'm' } } };
  const PIECE = {
    type: 'stream_event',
    event: { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'x' } },
    session_id: 's',
    parent_tool_use_id: null,
    uuid: 'u',
  };
  const COMPACTED = { type: 'context_compacted', tokensSaved: 90 };

  it.each<[string, object[], object[]]>([
    ['a summary', [BOUNDARY, SUMMARY, PIECE], [{ ...COMPACTED, summary: 'So far: a test.' }]],
    ['a message', [BOUNDARY, START, PIECE], [COMPACTED]],
    ['a piece of an answer', [BOUNDARY, PIECE], [COMPACTED]],
    ['another one', [BOUNDARY, BOUNDARY, PIECE], [COMPACTED, COMPACTED]],
  ])('is told before what follows it: %s', (_what, lines, drafts) => {
    expect(run(lines)).toEqual([...drafts, { type: 'text_delta', delta: 'x' }]);
  });

  it.each(['abort', undefined] as const)('that nothing follows is told at the exit (asked: %s)', (asked) => {
    const dialect = createClaudeDialect('bidi', resolvedOptions(), modeContext('/bin/claude'));
    for (const line of [INIT, BOUNDARY]) {
      dialect.parseEvent(JSON.stringify(line), { source: 'stdout' });
    }
    const exit = () => dialect.exit({ code: 1, signal: null, stderr: '', ...(asked === undefined ? {} : { asked }) });
    expect(exit().drafts[0]).toEqual(COMPACTED);
    expect(exit().drafts).not.toContainEqual(COMPACTED);
  });
});

it.each([
  ['that has no id', '', []],
  ['that has an id', 'u1', [{ type: 'session_checkpoint', sessionId: INIT.session_id, checkpointId: 'u1' }]],
])('a prompt %s is a checkpoint only by that', (_name, uuid, checkpoints) => {
  const options = resolvedOptions({ env: { CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING: '1' } });
  const dialect = createClaudeDialect('bidi', options, modeContext('/bin/claude'));
  const prompt = { type: 'user', message: { role: 'user', content: 'hello' }, uuid };
  dialect.parseEvent(JSON.stringify(prompt), { source: 'stdin' });
  const { drafts } = dialect.parseEvent(JSON.stringify(INIT), { source: 'stdout' });
  expect(drafts.filter(({ type }) => type === 'session_checkpoint')).toEqual(checkpoints);
});

it('tells that a text has ended only once, by whichever line says so first', () => {
  const streamed = (event: object): object => ({ type: 'stream_event', event });
  const begun = [
    streamed({ type: 'message_start', message: { id: 'a', model: 'm' } }),
    streamed({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
  ];
  const says = { type: 'assistant', message: { id: 'a', content: [{ type: 'text', text: 'Yes.' }] } };
  const stop = streamed({ type: 'content_block_stop', index: 0 });
  expect(run([...begun, says, stop])).toEqual([{ type: 'message_stop', text: 'Yes.', key: 'a:0' }]);
  // What stops behind it is of another kind, so the line cannot be meant for that.
  const other = [
    streamed({ type: 'content_block_start', index: 1, content_block: { type: 'redacted_thinking' } }),
    streamed({ type: 'content_block_stop', index: 1 }),
  ];
  expect(run([...begun, stop, ...other, says])).toEqual([
    { type: 'message_stop', key: 'a:0' },
    { type: 'message_stop', text: 'Yes.', key: 'a:0' },
  ]);
});

it('warns anew of a window that has filled up again after a compaction', () => {
  const answer = (id: string): object[] =>
    [
      { type: 'message_start', message: { id, model: 'm' } },
      { type: 'message_delta', usage: { input_tokens: 95, output_tokens: 0 } },
    ].map((event) => ({ type: 'stream_event', event }));
  const result = { type: 'result', subtype: 'success', modelUsage: { m: { inputTokens: 95, contextWindow: 100 } } };
  const boundary = { type: 'system', subtype: 'compact_boundary' };
  const nameless = { m: { contextWindow: 900 }, '': { inputTokens: 95, contextWindow: 100 } };
  const warnings = (...lines: readonly object[]): number =>
    run(lines).filter(({ type }) => type === 'context_limit_warning').length;
  expect(warnings(...answer('a'), result, ...answer('b'))).toBe(1);
  expect(warnings(...answer('a'), result, boundary, ...answer('b'))).toBe(2);
  // The session began without the name of its model, so the window of the one without a name counts.
  expect(warnings(...answer('a'), { ...result, modelUsage: nameless }, ...answer('b'))).toBe(1);
});

it('a prompt that is repeated belongs at once to the turn that runs, and to none before one does (2.1.197)', () => {
  const options = resolvedOptions({ env: { CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING: '1' } });
  const dialect = createClaudeDialect('bidi', options, modeContext('/bin/claude'));
  const hear = (line: object, source: 'stdin' | 'stdout' = 'stdout'): readonly string[] =>
    dialect
      .parseEvent(JSON.stringify(line), { source })
      .drafts.flatMap((draft) => (draft.type === 'session_checkpoint' ? [draft.checkpointId] : []));
  const prompt = (uuid: string): object => ({ type: 'user', message: { role: 'user', content: 'hello' }, uuid });
  hear(prompt('u1'), 'stdin');
  expect([hear({ ...prompt('u1'), isReplay: true }), hear(INIT)]).toEqual([[], ['u1']]);
  hear(prompt('u2'), 'stdin');
  expect(hear({ ...prompt('u2'), isReplay: true })).toEqual(['u2']);
});

it('is refused what it asks for without a name, under the id that it gave, if any', () => {
  const dialect = createClaudeDialect('bidi', resolvedOptions(), modeContext('/bin/claude'));
  const { drafts, write } = dialect.parseEvent('{"type":"control_request","request":{}}', { source: 'stdout' });
  expect(drafts).toEqual([
    { type: 'debug', level: 'info', message: 'Claude Code asked for "?", which is not offered: refused.' },
  ]);
  expect(write.map((line) => JSON.parse(line))).toEqual([
    {
      type: 'control_response',
      response: { subtype: 'error', request_id: '', error: 'agent-mux does not offer "?".' },
    },
  ]);
});
