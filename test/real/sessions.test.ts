/** Sessions that the plain CLIs left behind, started without agent-mux: listed, shown, continued and copied by their ids. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Session, SessionProblem } from '@agent-mux/core';
import type { ModelScript } from '@agent-mux/testkit';
import { describe, expect, it } from 'vitest';
import type { AgentStage } from './support/stage.ts';
import { type StagedAgent, stageAgent } from './support/stage-agent.ts';
import { claudeStage } from './support/stages/claude.ts';
import { codexStage } from './support/stages/codex.ts';
import { copilotStage } from './support/stages/copilot.ts';
import { geminiStage } from './support/stages/gemini.ts';
import { ompStage } from './support/stages/omp.ts';
import { piStage } from './support/stages/pi.ts';

const FIRST = 'Remember the word: marble.';
const SECOND = 'Which word was it?';
const THIRD = 'And which colour?';

const SCRIPT: ModelScript = {
  turns: [
    {
      prompt: FIRST,
      steps: [{ text: 'I look.', tools: [{ kind: 'shell', command: 'echo looked' }] }, { text: 'I will remember it.' }],
    },
    { prompt: SECOND, steps: [{ text: 'It was marble.' }] },
    { prompt: THIRD, steps: [{ text: 'White.' }] },
  ],
};

interface Case {
  readonly stage: AgentStage;
  /** As a user would type it. */
  readonly args: readonly string[];
  /** Whether the agent can copy a session. */
  readonly canFork: boolean;
  /** What must pass before another process can take the session up. */
  readonly settle?: () => Promise<void>;
}

const CASES: readonly Case[] = [
  {
    stage: claudeStage,
    args: ['-p', FIRST, '--output-format', 'json', '--allowedTools', 'Bash'],
    canFork: true,
  },
  { stage: codexStage, args: ['exec', '--skip-git-repo-check', '-s', 'danger-full-access', FIRST], canFork: true },
  {
    stage: geminiStage,
    args: ['-p', FIRST, '-y', '-o', 'json'],
    canFork: false,
    // Gemini CLI 0.61 names its files by the minute, and one that is loaded in the minute of its making is lost.
    settle: () => sleep(61_000 - (Date.now() % 60_000)),
  },
  { stage: copilotStage, args: ['-p', FIRST, '--allow-all-tools', '--no-color'], canFork: true },
  { stage: piStage, args: ['--mode', 'json', FIRST], canFork: true },
  { stage: ompStage, args: ['--mode', 'json', '--auto-approve', FIRST], canFork: true },
];

describe.each(CASES)('a session of the plain $stage.adapter.displayName', ({ stage, args, canFork, settle }) => {
  it('is listed, shown, continued and, where the CLI can, copied', { timeout: 240_000 }, async () => {
    await using staged = await stageAgent(stage, { script: SCRIPT });
    await runPlain(staged, args);
    const { sandbox, client, options } = staged;
    const { agent } = stage.adapter;
    const env = { ...options.env };
    const problems: SessionProblem[] = [];
    const lookup = { env, onProblem: (problem: SessionProblem) => void problems.push(problem) };

    const listed = await client.sessions.list({ ...lookup, cwd: sandbox.cwd });
    expect(listed).toMatchObject([{ agent, title: FIRST, cwd: sandbox.cwd }]);
    const [summary] = listed;
    if (summary === undefined) {
      throw new Error('nothing was listed');
    }
    expect(Math.abs(summary.createdAt.getTime() - Date.now())).toBeLessThan(120_000);
    expect(await client.sessions.list({ ...lookup, cwd: sandbox.home })).toEqual([]);

    const before = await fingerprint(summary.path);
    const session = await client.sessions.get(summary.unifiedId, lookup);
    expect(outline(session)).toEqual(['user', 'assistant+call', 'tool', 'assistant']);
    expect([session.turnCount, session.messages[0]?.content]).toEqual([1, FIRST]);
    expect(session.messages[1]).toMatchObject({ content: 'I look.' });
    expect(JSON.stringify(session.messages[1]?.toolCalls)).toContain('echo looked');
    expect(JSON.stringify(session.messages[2]?.toolResult?.output)).toContain('looked');
    expect(session.messages[3]?.content).toBe('I will remember it.');
    expect(await fingerprint(summary.path)).toEqual(before);

    await settle?.();
    const { sessionId } = summary;
    const resumed = await staged.run({ prompt: SECOND, sessionId, approvalMode: 'yolo' });
    expect(resumed).toMatchObject({ exitReason: 'completed', text: 'It was marble.', sessionId });
    const longer = await client.sessions.get(sessionId, lookup);
    expect([longer.turnCount, longer.messages.at(-1)?.content]).toEqual([2, 'It was marble.']);
    expect(await client.sessions.list({ ...lookup, cwd: sandbox.cwd })).toHaveLength(1);

    if (canFork) {
      const forked = await staged.run({ prompt: THIRD, forkSessionId: sessionId, approvalMode: 'yolo' });
      expect(forked).toMatchObject({ exitReason: 'completed', text: 'White.' });
      expect(forked.sessionId).not.toBe(sessionId);
      const copy = await client.sessions.get(agent, forked.sessionId ?? '', lookup);
      expect([copy.turnCount, copy.messages[0]?.content, copy.messages.at(-1)?.content]).toEqual([3, FIRST, 'White.']);
      const ids = (await client.sessions.list({ ...lookup, cwd: sandbox.cwd })).map((each) => each.sessionId);
      expect(ids.sort()).toEqual([sessionId, forked.sessionId].sort());
      // What was copied stays as it was.
      expect((await client.sessions.get(sessionId, lookup)).turnCount).toBe(2);
    } else {
      expect(() => staged.run({ prompt: THIRD, forkSessionId: sessionId })).toThrow(
        expect.objectContaining({ code: 'CAPABILITY_ERROR' }),
      );
    }
    expect(problems).toEqual([]);
    expect(staged.server.unmatched).toEqual([]);
  });
});

async function runPlain({ options, sandbox }: StagedAgent, args: readonly string[]): Promise<void> {
  const { PATH } = process.env;
  const { binary, env } = options;
  await new Promise<void>((resolve, reject) => {
    const child = execFile(
      binary ?? '',
      [...args],
      { cwd: sandbox.cwd, env: { PATH, ...env }, timeout: 100_000 },
      (error, _, stderr) => (error === null ? resolve() : reject(new Error(`${error.message}\n${stderr}`))),
    );
    child.stdin?.end();
  });
}

/** What must not change when a file is read. */
async function fingerprint(path: string): Promise<unknown> {
  const { mtimeMs, size, ino, mode } = await stat(path);
  return {
    mtimeMs,
    size,
    ino,
    mode,
    hash: createHash('sha256')
      .update(await readFile(path))
      .digest('hex'),
  };
}

function outline({ messages }: Session): string[] {
  return messages.map(({ role, toolCalls }) => `${role}${toolCalls === undefined ? '' : '+call'}`);
}
