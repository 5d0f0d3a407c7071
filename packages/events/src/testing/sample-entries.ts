/** One valid entry of each kind that is no event, with every optional field. */
import type { JournalEntry } from '../journal/index.ts';
import { RUN_ID, START } from './journal.ts';

const base = { runId: RUN_ID, timestamp: START };

export const SAMPLE_ENTRIES: readonly Exclude<JournalEntry, { readonly type: string }>[] = [
  {
    ...base,
    entry: 'open',
    header: {
      format: 1,
      runId: RUN_ID,
      name: 'main',
      agent: 'claude',
      mode: 'bidi',
      model: 'm',
      provider: 'p',
      prompt: 'go',
      cwd: '/w',
      approvalMode: 'prompt',
      stream: 'auto',
      resumes: 's1',
      forks: 's0',
      tags: ['nightly'],
      contextId: RUN_ID,
      threadId: RUN_ID,
      taskId: RUN_ID,
      root: RUN_ID,
      parent: RUN_ID,
      parentCall: 't1',
      handoffFrom: RUN_ID,
      depth: 1,
      path: ['main', 'scout'],
      initiator: 'agent',
      options: { maxTurns: 3, skills: ['a'], none: null },
    },
  },
  {
    ...base,
    entry: 'asked',
    interactionId: 'i1',
    scopes: ['once', 'session'],
    acceptsUpdatedInput: true,
    questions: [
      { id: 'q', question: 'Which?', header: 'h', multiSelect: true, options: [{ label: 'a' }], freeText: true },
    ],
    schema: { type: 'object' },
    input: { command: 'ls' },
  },
  {
    ...base,
    entry: 'input',
    by: { kind: 'user', id: 'u1' },
    input: 'prompt',
    id: 'p1',
    text: 'go',
    as: 'first',
    images: 1,
  },
  { ...base, entry: 'input', by: { kind: 'agent', id: 'a1' }, input: 'prompt', id: 'p2', text: 'more', as: 'new-turn' },
  { ...base, entry: 'input', by: { kind: 'program' }, input: 'prompt', id: 'p3', text: 'left', as: 'steer' },
  ...(
    [
      { type: 'approve', scope: 'session', input: { command: 'ls' }, detail: 'fine' },
      { type: 'deny', reason: 'no', interrupt: true },
      { type: 'text', text: 'blue' },
      { type: 'answers', answers: { q: 'a', r: ['b', 'c'] } },
      { type: 'form', action: 'accept', content: { name: 'x' } },
    ] as const
  ).map((response) => ({
    ...base,
    entry: 'input' as const,
    by: { kind: 'policy', rule: 'timeout' } as const,
    input: 'answer' as const,
    interactionId: 'i1',
    response,
  })),
  ...(['interrupt', 'abort', 'pause', 'resume', 'end'] as const).map((action) => ({
    ...base,
    entry: 'input' as const,
    by: { kind: 'user' } as const,
    input: 'control' as const,
    action,
  })),
  { ...base, entry: 'delivered', id: 'p3', delivered: 'steered' },
  { ...base, entry: 'note', kind: 'title', lane: 'l1', data: { title: 'A title', parts: [1, true, null] } },
  {
    ...base,
    entry: 'close',
    cause: 'rate_limit',
    facts: {
      durationMs: 12.5,
      exitCode: null,
      signal: 'SIGTERM',
      attempts: 2,
      sessionId: 's1',
      error: { code: 'RATE_LIMITED', message: 'slow down', recoverable: true },
      stderr: 'warn',
      diagnostics: { unknownNative: { odd: 2 }, repaired: 1, cutTexts: 1, unreadable: 1 },
    },
    handoffTo: RUN_ID,
  },
];
