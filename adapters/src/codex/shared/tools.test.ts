/** What the items of Codex 0.169.0 say that are no calls, with all of their fields and without them. */
import type { EventDraft } from '@agent-mux/core';
import { describe, expect, it } from 'vitest';
import {
  beginTurn,
  CHILD,
  completed,
  started,
  THREAD,
  turnCompleted,
  turnStarted,
  usage,
  usageTold,
} from '../app-server/testing/converse.ts';
import { isCarriedOut } from './tools.ts';

/** Reads messages within a turn that has begun. */
function run(messages: readonly object[]): readonly EventDraft[] {
  const talk = beginTurn();
  talk.out(...messages);
  return talk.drafts;
}

const ITEMS: readonly (readonly [string, readonly object[], readonly object[]])[] = [
  [
    'a review',
    [started({ type: 'enteredReviewMode', id: 'r', review: 'this' }), started({ type: 'exitedReviewMode', id: 's' })],
    [
      { type: 'debug', level: 'info', message: 'A review begins: this' },
      { type: 'debug', level: 'info', message: 'The review is over.' },
    ],
  ],
  [
    'a review of nothing that is named',
    [started({ type: 'enteredReviewMode', id: 'r' })],
    [{ type: 'debug', level: 'info', message: 'A review begins: ' }],
  ],
  [
    'what begins without a word',
    [...['sleep', 'hookPrompt', 'functionCallOutput'].map((type) => started({ type, id: 'x' }))],
    [],
  ],
  [
    'what ends without a word',
    [
      ...['sleep', 'hookPrompt', 'functionCallOutput', 'enteredReviewMode', 'exitedReviewMode', 'userMessage'].map(
        (type) => completed({ type, id: 'x' }),
      ),
    ],
    [],
  ],
  [
    'what is a step of the model, though it says nothing yet',
    [started({ type: 'plan', id: 'p' }), started({ type: 'reasoning', id: 'r' })],
    [{ type: 'step_start', stepType: 'generation' }],
  ],
  [
    'a plan',
    [started({ type: 'plan', id: 'p' }), completed({ type: 'plan', id: 'p', text: 'First.' })],
    [
      { type: 'step_start', stepType: 'generation' },
      { type: 'message_stop', text: 'First.', key: 'p' },
    ],
  ],
  [
    'thoughts and their summary',
    [
      started({ type: 'reasoning', id: 'r' }),
      completed({ type: 'reasoning', id: 'r', summary: ['a', 'b'], content: ['c', 'd'] }),
    ],
    [
      { type: 'step_start', stepType: 'generation' },
      { type: 'thinking_stop', thinking: 'a\n\nb', key: 'r/summary' },
      { type: 'thinking_stop', thinking: 'cd', key: 'r/content' },
    ],
  ],
  [
    'thoughts without a summary, and a summary without thoughts',
    [
      completed({ type: 'reasoning', id: 'r', summary: [], content: ['c'] }),
      completed({ type: 'reasoning', id: 's', summary: ['a'], content: [] }),
      completed({ type: 'reasoning', id: 't' }),
    ],
    [
      { type: 'thinking_stop', thinking: 'c', key: 'r/content' },
      { type: 'thinking_stop', thinking: 'a', key: 's/summary' },
    ],
  ],
  [
    'what a subagent does without the model',
    [
      ...['messaged', 'completed', 'interrupted'].map((kind) =>
        started({ type: 'subAgentActivity', id: 'a', kind, agentThreadId: CHILD }),
      ),
    ],
    [],
  ],
  [
    'the review of a turn, whose steps are of their own kind',
    [
      started({ type: 'enteredReviewMode', id: 'r', review: 'this' }),
      started({ type: 'agentMessage', id: 'm', text: '' }),
      turnCompleted('t1'),
      turnStarted('t2'),
      started({ type: 'agentMessage', id: 'n', text: '' }),
    ],
    [
      { type: 'debug', level: 'info', message: 'A review begins: this' },
      { type: 'step_start', stepType: 'review' },
      { type: 'turn_end' },
      { type: 'turn_start' },
      { type: 'session_checkpoint', sessionId: THREAD, checkpointId: 't2' },
      { type: 'step_start', stepType: 'generation' },
    ],
  ],
  [
    'the review of a subagent, which says nothing about the steps of the main thread',
    [
      started({ type: 'enteredReviewMode', id: 'r', review: 'this' }, CHILD),
      started({ type: 'agentMessage', id: 'm', text: '' }),
    ],
    [
      { type: 'debug', level: 'info', message: 'A review begins: this' },
      { type: 'step_start', stepType: 'generation' },
    ],
  ],
  ['an item without a kind', [started({ id: 'x' })], [{ type: 'unknown_native', name: 'item/?' }]],
  [
    'images of the user',
    [
      started({
        type: 'userMessage',
        id: 'u',
        content: [
          { type: 'image', url: 'data:image/webp;base64,AA' },
          { type: 'localImage', path: '/x.JPG' },
          { type: 'localImage', path: '/x.gif' },
          { type: 'image', url: 'http://x/y' },
          { type: 'image' },
          { type: 'odd' },
        ],
      }),
    ],
    [
      { type: 'image_input_ack', mimeType: 'image/webp' },
      { type: 'image_input_ack', mimeType: 'image/jpeg' },
      { type: 'image_input_ack', mimeType: 'image/gif' },
      { type: 'image_input_ack', mimeType: 'image/png' },
      { type: 'image_input_ack', mimeType: 'image/png' },
    ],
  ],
  ...(
    [
      ['a compaction', usage(100, 5), 215],
      ['a compaction that saved a single token', usage(300, 19), 1],
    ] as const
  ).map(
    ([what, left, tokensSaved]) =>
      [
        what,
        [
          usage(300, 20),
          started({ type: 'contextCompaction', id: 'k' }),
          left,
          completed({ type: 'contextCompaction', id: 'k' }),
        ],
        [
          { type: 'step_start', stepType: 'generation' },
          ...usageTold(300, 20),
          { type: 'debug', level: 'info', message: 'The agent compacts its context.' },
          { type: 'context_compacted', tokensSaved },
        ],
      ] as const,
  ),
  [
    'a compaction that saved nothing that is told',
    [started({ type: 'contextCompaction', id: 'k' }), completed({ type: 'contextCompaction', id: 'k' })],
    [{ type: 'debug', level: 'info', message: 'The agent compacts its context.' }, { type: 'context_compacted' }],
  ],
  [
    'a compaction of a subagent',
    [started({ type: 'contextCompaction', id: 'k' }, CHILD), completed({ type: 'contextCompaction', id: 'k' }, CHILD)],
    [
      { type: 'debug', level: 'info', message: 'The agent compacts its context.' },
      { type: 'debug', level: 'info', message: 'A subagent has compacted its context.' },
    ],
  ],
];

describe('an item', () => {
  it.each(ITEMS)('%s', (_what, messages, drafts) => {
    expect(run(messages)).toEqual(drafts);
  });
});

it.each([
  ...['agentMessage', 'plan', 'reasoning', 'webSearch', 'imageGeneration'],
  ...['commandExecution', 'fileChange', 'mcpToolCall', 'dynamicToolCall', 'collabAgentToolCall', 'imageView'],
])('a step begins with an item of the kind %s, unless the user asked for it', (type) => {
  expect(run([started({ type, id: 'x' })])[0]).toEqual({ type: 'step_start', stepType: 'generation' });
  expect(run([started({ type, id: 'x', source: 'userShell' })]).map((draft) => draft.type)).not.toContain('step_start');
});

it.each(['commandExecution', 'fileChange', 'mcpToolCall', 'dynamicToolCall', 'collabAgentToolCall', 'imageView'])(
  'an item of the kind %s may belong to the answer before, since Codex carries it out',
  (type) => {
    expect(isCarriedOut({ type })).toBe(true);
    expect(isCarriedOut({ type: 'webSearch' })).toBe(false);
  },
);
