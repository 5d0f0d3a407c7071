/** What can be wrong with what a real Claude Code is given, and what only looks wrong. */
import type { RunResult } from '@agent-mux/core';
import { checkStream } from '@agent-mux/events/check';
import { exitCodeOfResult } from 'agent-mux';
import { describe, expect, it } from 'vitest';
import { oneTurn, stageClaude } from './support/stage-agent.ts';
import { CLAUDE_VERSIONS } from './support/stages/claude.ts';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';
/** Numbers, so that a piece that is missing or doubled would be seen. */
const MEGABYTE = Array.from({ length: 150_000 }, (_, n) => String(n)).join(' ');

const outcomeOf = (result: RunResult): unknown => ({
  exitReason: result.exitReason,
  error: result.error,
  exitCode: exitCodeOfResult(result),
  violations: checkStream(result.events),
});

describe.each([
  ['bidi', 'prompt'],
  ['oneshot', 'yolo'],
] as const)('%s', (mode, approvalMode) => {
  const options = { mode, approvalMode, collectEvents: true } as const;

  it.concurrent('nobody is logged in: it says so, and what to do', async () => {
    await using stage = await stageClaude({ script: { turns: [] }, setup: { credentials: 'none' } });
    const result = await stage.run({ ...options, prompt: 'Say hello.' });
    expect(outcomeOf(result)).toEqual({
      exitReason: 'failed',
      error: expect.objectContaining({ code: 'AUTH_ERROR', message: expect.stringContaining('ANTHROPIC_API_KEY') }),
      exitCode: 5,
      violations: [],
    });
    expect(result.events.find(({ type }) => type === 'auth_error')).toMatchObject({
      message: expect.stringContaining('Not logged in'),
      guidance: expect.stringContaining('/login'),
    });
    expect([stage.server.modelRequests, stage.leftOver()]).toEqual([[], []]);
  });

  it.concurrent.each(CLAUDE_VERSIONS)('the session does not exist (%s)', async (version) => {
    await using stage = await stageClaude({ script: { turns: [] }, version });
    const result = await stage.run({ ...options, prompt: 'Go on.', sessionId: UNKNOWN });
    expect(outcomeOf(result)).toEqual({
      exitReason: 'failed',
      error: expect.objectContaining({ code: 'SESSION_NOT_FOUND', message: expect.stringContaining(UNKNOWN) }),
      exitCode: 8,
      violations: [],
    });
    expect([stage.server.modelRequests, stage.leftOver()]).toEqual([[], []]);
  });

  it.concurrent.each([
    ['begins with a dash', '--version is what I ask about'],
    ['is one dash', '-'],
    ['has quotes, dollars and line ends', `"It's" $HOME \`id\`\n\\ \t…\u2028 end`],
    ['is a megabyte', MEGABYTE],
  ])('a prompt that %s arrives as it is', async (_what, prompt) => {
    await using stage = await stageClaude({ script: oneTurn({ text: 'As you say.' }) });
    const result = await stage.run({ ...options, prompt });
    expect(outcomeOf(result)).toEqual({ exitReason: 'completed', error: null, exitCode: 0, violations: [] });
    expect(userTexts(stage.server.modelRequests[0]?.body)).toContain(prompt);
    expect(stage.leftOver()).toEqual([]);
  });
});

/** The texts of the user's messages in a request. */
function userTexts(body: unknown): string[] {
  const { messages } = body as { messages: { role: string; content: string | { type: string; text?: string }[] }[] };
  return messages
    .filter(({ role }) => role === 'user')
    .flatMap(({ content }) => (typeof content === 'string' ? [content] : content.flatMap(({ text }) => text ?? [])));
}
