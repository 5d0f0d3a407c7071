/** What the notifications of Codex 0.169.0 say that belong to no item, with all of their fields and without them. */
import type { EventDraft } from '@agent-mux/core';
import { describe, expect, it } from 'vitest';
import { beginTurn, CHILD, note, turnCompleted, turnStarted, usage } from './testing/converse.ts';

/** Reads messages within a turn that has begun. */
function run(messages: readonly object[]): readonly EventDraft[] {
  const talk = beginTurn();
  talk.out(...messages);
  return talk.drafts;
}

const NOTES: readonly (readonly [string, readonly object[], readonly object[]])[] = [
  [
    'a plan in pieces',
    [note('item/plan/delta', { itemId: 'p', delta: 'First' }), note('item/plan/delta', {})],
    [
      { type: 'text_delta', delta: 'First', key: 'p' },
      { type: 'text_delta', delta: '', key: '' },
    ],
  ],
  [
    'thoughts in pieces',
    [
      note('item/reasoning/summaryPartAdded', { itemId: 'r', summaryIndex: 0 }),
      note('item/reasoning/summaryTextDelta', { itemId: 'r', delta: 'a' }),
      note('item/reasoning/summaryPartAdded', { itemId: 'r', summaryIndex: 1 }),
      note('item/reasoning/textDelta', { itemId: 'r', delta: 'b' }),
    ],
    [
      { type: 'thinking_delta', delta: 'a', key: 'r/summary' },
      { type: 'thinking_delta', delta: '\n\n', key: 'r/summary' },
      { type: 'thinking_delta', delta: 'b', key: 'r/content' },
    ],
  ],
  [
    'a server that starts, or does not',
    [
      note('mcpServer/startupStatus/updated', { name: 'lab', status: 'ready' }),
      note('mcpServer/startupStatus/updated', { name: 'lab', status: 'failed', error: 'no' }),
      note('mcpServer/startupStatus/updated', { name: 'lab', status: 'failed', error: { message: 'nope' } }),
      note('mcpServer/startupStatus/updated', {}),
    ],
    [
      { type: 'debug', level: 'verbose', message: 'MCP server "lab": ready' },
      { type: 'debug', level: 'warn', message: 'MCP server "lab": failed: no' },
      { type: 'debug', level: 'warn', message: 'MCP server "lab": failed: nope' },
      { type: 'debug', level: 'verbose', message: 'MCP server "": ' },
    ],
  ],
  [
    'rate limits, once for each change',
    [
      note('account/rateLimits/updated', {
        rateLimits: { primary: { usedPercent: 10, windowDurationMins: 300 }, secondary: { usedPercent: 20 } },
      }),
      note('account/rateLimits/updated', {
        rateLimits: { primary: { usedPercent: 10, windowDurationMins: 300 }, secondary: { usedPercent: 20 } },
      }),
    ],
    [{ type: 'debug', level: 'verbose', message: 'Rate limits: 10 % of 300 minutes, 20 % of ? minutes' }],
  ],
  [
    'a rate limit that is reached',
    [
      note('account/rateLimits/updated', {
        rateLimits: { primary: { usedPercent: 100, windowDurationMins: 300 }, rateLimitReachedType: 'primary' },
      }),
      note('account/rateLimits/updated', {
        rateLimits: { primary: { usedPercent: 99, windowDurationMins: 300 }, rateLimitReachedType: null },
      }),
      note('account/rateLimits/updated', {}),
    ],
    [
      { type: 'debug', level: 'verbose', message: 'Rate limits: 100 % of 300 minutes' },
      { type: 'rate_limited' },
      { type: 'debug', level: 'verbose', message: 'Rate limits: 99 % of 300 minutes' },
    ],
  ],
  [
    'what it plans',
    [
      note('turn/plan/updated', { plan: [{ step: 'one', status: 'completed' }, { step: 'two' }, {}] }),
      note('turn/plan/updated', {}),
    ],
    [
      { type: 'debug', level: 'info', message: 'Plan: [completed] one; [?] two; [?] ' },
      { type: 'debug', level: 'info', message: 'Plan: ' },
    ],
  ],
  [
    'what is typed into a command',
    [
      note('item/commandExecution/terminalInteraction', { stdin: 'y\n' }),
      note('item/commandExecution/terminalInteraction', {}),
    ],
    [
      { type: 'debug', level: 'verbose', message: 'Typed into a command in the background: "y\\n"' },
      { type: 'debug', level: 'verbose', message: 'Typed into a command in the background: ""' },
    ],
  ],
  [
    'warnings: in their words, or their short ones, or by their name',
    [
      ...['warning', 'configWarning', 'deprecationNotice', 'guardianWarning'].flatMap((method) => [
        note(method, { message: 'careful', summary: 'short' }),
        note(method, { summary: 'short' }),
        note(method, {}),
      ]),
    ],
    [
      { type: 'debug', level: 'info', message: 'careful' },
      { type: 'debug', level: 'info', message: 'short' },
      { type: 'debug', level: 'info', message: 'warning' },
      { type: 'debug', level: 'info', message: 'careful' },
      { type: 'debug', level: 'info', message: 'short' },
      { type: 'debug', level: 'info', message: 'configWarning' },
      { type: 'debug', level: 'info', message: 'careful' },
      { type: 'debug', level: 'info', message: 'short' },
      { type: 'debug', level: 'info', message: 'deprecationNotice' },
      { type: 'debug', level: 'info', message: 'careful' },
      { type: 'debug', level: 'info', message: 'short' },
      { type: 'debug', level: 'info', message: 'guardianWarning' },
    ],
  ],
  [
    'what is noted with all of its words, or has none',
    [
      note('model/rerouted', { message: 'm', name: 'n', reason: 'r', fromModel: 'f', toModel: 't' }),
      note('thread/closed', {}),
    ],
    [
      { type: 'debug', level: 'verbose', message: 'model/rerouted m n r f t' },
      { type: 'debug', level: 'verbose', message: 'thread/closed' },
    ],
  ],
  [
    'what is new, and what says nothing',
    [note('never/heard', {}), note('fs/changed', { message: 'm' })],
    [{ type: 'unknown_native', name: 'never/heard' }],
  ],
  [
    'an error of a subagent',
    [note('error', { error: { message: 'bad' }, willRetry: false }, CHILD), note('error', {}, CHILD)],
    [
      {
        type: 'debug',
        level: 'warn',
        message: 'Codex reports an error: bad',
        lane: '01a1fd1f-33d5-7a11-acf1-45b68c5333e7',
      },
      {
        type: 'debug',
        level: 'warn',
        message: 'Codex reports an error: unknown',
        lane: '01a1fd1f-33d5-7a11-acf1-45b68c5333e7',
      },
    ],
  ],
  [
    'retries, counted within a turn',
    [
      note('error', { error: { message: 'bad' }, willRetry: true }),
      note('error', { error: { message: 'bad' }, willRetry: true }),
      turnCompleted('t1'),
      turnStarted('t2'),
      note('error', { error: { message: 'bad' }, willRetry: true }),
    ],
    [
      { type: 'retry', attempt: 1, maxAttempts: 1, reason: 'bad', delayMs: 0 },
      { type: 'retry', attempt: 2, maxAttempts: 2, reason: 'bad', delayMs: 0 },
      { type: 'turn_end' },
      { type: 'turn_start' },
      { type: 'session_checkpoint', sessionId: '01a1fd1c-edc0-7572-b05e-82a0881363fe', checkpointId: 't2' },
      { type: 'retry', attempt: 1, maxAttempts: 1, reason: 'bad', delayMs: 0 },
    ],
  ],
  [
    'a turn that begins before the one that has failed is over',
    [
      note('error', { error: { message: 'bad' }, willRetry: false }),
      turnStarted('t2'),
      turnCompleted('t2', { status: 'failed' }),
    ],
    [
      { type: 'turn_start' },
      { type: 'session_checkpoint', sessionId: '01a1fd1c-edc0-7572-b05e-82a0881363fe', checkpointId: 't2' },
      {
        type: 'turn_end',
        outcome: { type: 'error', code: 'AGENT_ERROR', message: 'The turn failed; Codex does not say why.' },
      },
    ],
  ],
  [
    'a turn for which the window was too small, where its size was never told',
    [
      turnCompleted('t1', {
        status: 'failed',
        error: { message: 'ran out of room in the context window', codexErrorInfo: 'contextWindowExceeded' },
      }),
    ],
    [{ type: 'turn_end', outcome: { type: 'context_exceeded' } }],
  ],
  [
    'a turn for which the smallest window was too small',
    [
      note('thread/tokenUsage/updated', { tokenUsage: { last: { totalTokens: 1 }, modelContextWindow: 1 } }),
      turnCompleted('t1', {
        status: 'failed',
        error: { message: 'ran out of room in the context window', codexErrorInfo: 'contextWindowExceeded' },
      }),
    ],
    [
      { type: 'context_limit_warning', usedTokens: 1, maxTokens: 1, pctUsed: 100 },
      { type: 'turn_end', outcome: { type: 'context_exceeded', usedTokens: 1, maxTokens: 1 } },
    ],
  ],
  [
    'another model that answers in this turn',
    [note('model/rerouted', { fromModel: 'f', toModel: 't' }), usage(10, 1)],
    [
      { type: 'debug', level: 'verbose', message: 'model/rerouted f t' },
      { type: 'step_start', stepType: 'generation' },
      { type: 'token_usage', inputTokens: 10, outputTokens: 1, cachedTokens: 0, model: 't' },
      {
        type: 'cost',
        cost: { totalUsd: 0, priced: false, inputTokens: 10, outputTokens: 1, cachedTokens: 0 },
        mode: 'add',
      },
    ],
  ],
  [
    'a turn that fails without a word',
    [turnCompleted('t1', { status: 'failed' })],
    [
      {
        type: 'turn_end',
        outcome: { type: 'error', code: 'AGENT_ERROR', message: 'The turn failed; Codex does not say why.' },
      },
    ],
  ],
  [
    'a turn that fails after an error that says why',
    [note('error', { error: { message: 'bad' }, willRetry: false }), turnCompleted('t1', { status: 'failed' })],
    [{ type: 'turn_end', outcome: { type: 'error', code: 'AGENT_ERROR', message: 'bad' } }],
  ],
  [
    'a turn after one that failed',
    [turnCompleted('t1', { status: 'failed', error: { message: 'why' } }), turnStarted('t2'), turnCompleted('t2')],
    [
      { type: 'turn_end', outcome: { type: 'error', code: 'AGENT_ERROR', message: 'why' } },
      { type: 'turn_start' },
      { type: 'session_checkpoint', sessionId: '01a1fd1c-edc0-7572-b05e-82a0881363fe', checkpointId: 't2' },
      { type: 'turn_end' },
    ],
  ],
  ['the end of a turn, said again', [turnCompleted('t1'), turnCompleted('t1')], [{ type: 'turn_end' }]],
  [
    'a message without its words',
    [
      note('item/agentMessage/delta', {}),
      note('item/agentMessage/delta', { itemId: 'm' }),
      note('item/agentMessage/delta', { itemId: 'm', delta: '' }),
    ],
    [],
  ],
  [
    'a new field of a message, once',
    [
      { ...note('thread/closed', {}), novel: 1 },
      { ...note('thread/closed', {}), novel: 2 },
    ],
    [
      { type: 'unknown_native', name: 'message.novel' },
      { type: 'debug', level: 'verbose', message: 'thread/closed' },
      { type: 'debug', level: 'verbose', message: 'thread/closed' },
    ],
  ],
];

describe('a notification', () => {
  it.each(NOTES)('%s', (_what, messages, drafts) => {
    expect(run(messages)).toEqual(drafts);
  });
});
