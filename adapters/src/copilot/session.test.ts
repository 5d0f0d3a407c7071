import { expect, it } from 'vitest';
import { foldSession } from '../shared/testing/fold-session.ts';
import { copilotSessions } from './session.ts';

// The lines are as 1.0.102 writes them, without the fields that nobody reads.
const ID = '14bf3167-e096-4dab-8eb7-f337439fd7ed';
const timestamp = '2026-11-22T01:43:21.998Z';
const line = (type: string, data: object, more: object = {}): object => ({ type, data, timestamp, ...more });
const START = line('session.start', { startTime: timestamp, selectedModel: 'm', context: { cwd: '/work' } });
const LINES = [
  line('user.message', { content: 'Remember marble.', transformedContent: '<current_datetime>…' }),
  line('system.message', { role: 'system', content: 'You are the GitHub Copilot CLI.' }),
  line('session.usage_record', { usage: { inputTokens: 100, outputTokens: 20, cacheReadTokens: 3 } }),
  line('assistant.message', {
    content: 'I look.',
    reasoningText: 'hmm',
    model: 'm2',
    toolRequests: [{ toolCallId: 't', name: 'bash', arguments: { command: 'echo hi' } }],
  }),
  line('assistant.message', { content: 'of a subagent' }, { agentId: 'x' }),
  line('tool.execution_complete', { toolCallId: 't', success: true, result: { content: 'hi' } }),
  line('tool.execution_complete', { toolCallId: 't', success: false, error: { message: 'no' } }),
];
const path = `/home/me/.copilot/session-state/${ID}/events.jsonl`;

it('a session of Copilot CLI is what was said', async () => {
  const { facts, outline } = await foldSession(copilotSessions, [START, ...LINES], { path });
  expect(outline).toEqual([
    'user: Remember marble.',
    'assistant: (hmm) I look. [bash]',
    'tool: hi <bash>',
    'tool: no <bash> failed',
  ]);
  expect(facts).toEqual({
    sessionId: ID,
    title: 'Remember marble.',
    createdAt: Date.parse(timestamp),
    cwd: '/work',
    model: 'm2',
    turnCount: 1,
    cost: { totalUsd: 0, inputTokens: 100, outputTokens: 20, cachedTokens: 3 },
  });
});

it('has the model that was chosen for it until another one answers', async () => {
  expect((await foldSession(copilotSessions, [START], { path })).facts).toEqual({
    ...{ sessionId: ID, createdAt: Date.parse(timestamp), cwd: '/work', model: 'm', turnCount: 0 },
  });
});

it('says nothing by a line without data, or by what is no line', async () => {
  const lines = [START, { type: 'user.message', timestamp }, { type: 'assistant.message' }, 7, null];
  const { facts, messages } = await foldSession(copilotSessions, lines, { path });
  expect([facts?.turnCount, messages]).toEqual([0, []]);
});

it('keeps a call that lacks its name and its id, with its result', async () => {
  const lines = [
    START,
    line('assistant.message', { content: 'I look.', toolRequests: [{}] }),
    line('tool.execution_complete', { success: true, result: { content: 'hi' } }),
  ];
  const at = new Date(timestamp);
  expect((await foldSession(copilotSessions, lines, { path })).messages).toEqual([
    { role: 'assistant', content: 'I look.', timestamp: at, toolCalls: [{ toolCallId: '', toolName: '' }] },
    {
      ...{ role: 'tool', content: 'hi', timestamp: at },
      toolResult: { toolCallId: '', toolName: '', output: 'hi' },
    },
  ]);
});

it('has no title where nobody said a word', async () => {
  const { facts, outline } = await foldSession(copilotSessions, [START, line('user.message', {})], { path });
  expect([facts?.title, outline]).toEqual([undefined, ['user:']]);
});

it('is none without its start', async () => {
  expect((await foldSession(copilotSessions, LINES, { path })).facts).toBeUndefined();
});

it.each([
  ['in the home folder', {}, '/home/me/.copilot'],
  ['where its variable says', { COPILOT_HOME: '/copilot' }, '/copilot'],
])('lies %s', (_, env, root) => {
  const read = (): Promise<undefined> => Promise.resolve(undefined);
  const places = copilotSessions.places({ env, home: '/home/me', sessionId: ID, read });
  expect(places).toEqual([{ root, path: ['session-state', ID, 'events.jsonl'] }]);
});
