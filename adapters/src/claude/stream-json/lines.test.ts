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
  ['nothing that would be of use', [{ type: 'keep_alive' }], []],
];

describe('a message', () => {
  it.each(LINES)('%s', (_what, messages, drafts) => {
    expect(run(messages)).toEqual(drafts);
  });
});
