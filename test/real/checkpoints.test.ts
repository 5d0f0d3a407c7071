/** A session is taken up at an earlier prompt, on the real CLIs that can: continued there, and copied up to there. */
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunOptions, SessionMessage } from '@agent-mux/core';
import { checkStream } from '@agent-mux/events/check';
import type { ModelScript } from '@agent-mux/testkit';
import { describe, expect, it } from 'vitest';
import { REWIND_RUNS } from './support/rewind-runs.ts';
import type { AgentStage } from './support/stage.ts';
import { type StagedAgent, stageAgent } from './support/stage-agent.ts';
import { claudeStage } from './support/stages/claude.ts';
import { codexStage } from './support/stages/codex.ts';
import { copilotStage } from './support/stages/copilot.ts';
import { ompStage } from './support/stages/omp.ts';
import { piStage } from './support/stages/pi.ts';

const PROMPTS = ['First: the word is marble.', 'Second: the word is granite.', 'Third: the word is basalt.'] as const;
const INSTEAD = 'Instead: the word is slate.';
const BESIDE = 'Beside: the word is chalk.';

const SCRIPT: ModelScript = {
  turns: [...PROMPTS, INSTEAD, BESIDE].map((prompt) => ({ prompt, steps: [{ text: `Noted: ${prompt}` }] })),
};

const STAGES: readonly AgentStage[] = [claudeStage, codexStage, copilotStage, piStage, ompStage];
describe.concurrent('a session that is gone back in', () => {
  it.each(REWIND_RUNS)('$title', { timeout: 400_000 }, async ({ agent, mode, way }) => {
    const stage = STAGES.find(({ adapter }) => adapter.agent === agent);
    if (stage === undefined) {
      throw new Error(`test/real/support/stages has no stage of ${agent}.`);
    }
    await using staged = await stageAgent(stage, { script: SCRIPT });
    const { server } = staged;
    const play = (options: RunOptions) =>
      staged.run({ mode, approvalMode: 'yolo', collectEvents: true, ...options }).result();
    let sessionId: string | undefined;
    for (const prompt of PROMPTS) {
      const result = await play({ prompt, ...(sessionId === undefined ? {} : { sessionId }) });
      expect([result.exitReason, result.text]).toEqual(['completed', `Noted: ${prompt}`]);
      sessionId = result.sessionId;
    }
    if (sessionId === undefined) {
      throw new Error('The runs had no session.');
    }
    const checkpoints = await promptsOf(staged, sessionId);
    expect(checkpoints.map(({ content }) => content)).toEqual(PROMPTS);

    const back = { [way === 'resume' ? 'sessionId' : 'forkSessionId']: sessionId };
    const second = checkpoints[1]?.checkpointId ?? '';
    const gone = await play({ prompt: INSTEAD, ...back, checkpointId: second });
    expect([gone.exitReason, gone.text]).toEqual(['completed', `Noted: ${INSTEAD}`]);
    expect(checkStream(gone.events)).toEqual([]);
    const asked = JSON.stringify(server.modelRequests.at(-1)?.body);
    expect(['marble', 'granite', 'basalt', 'slate'].filter((word) => asked.includes(word))).toEqual([
      'marble',
      'slate',
    ]);
    if (way === 'resume') {
      expect(gone.sessionId).toBe(sessionId);
      expect(gone.events.find(({ type }) => type === 'session_resume')).toMatchObject({ priorTurnCount: 1 });
      expect(gone.events.find(({ type }) => type === 'session_resume')).not.toHaveProperty('priorTurnCountKnown');
    } else {
      expect(gone.sessionId).not.toBe(sessionId);
      // What was copied stays as it was.
      expect((await promptsOf(staged, sessionId)).map(({ content }) => content)).toEqual(PROMPTS);
    }
    const now = await promptsOf(staged, gone.sessionId ?? '');
    expect(now.map(({ content }) => content)).toEqual([PROMPTS[0], INSTEAD]);

    const missing = await play({ prompt: BESIDE, ...back, checkpointId: '00000000-0000-4000-8000-000000000000' });
    expect([missing.exitReason, missing.error?.code]).toEqual(['failed', 'SESSION_NOT_FOUND']);
    expect(JSON.stringify(server.modelRequests)).not.toContain('chalk');
    expect(staged.leftOver()).toEqual([]);
  });
});

describe.concurrent('a run that went back, lost its CLI and is retried', () => {
  it.each(REWIND_RUNS.filter(({ way }) => way === 'resume'))(
    '$title',
    { timeout: 400_000 },
    async ({ agent, mode }) => {
      const stage = STAGES.find(({ adapter }) => adapter.agent === agent);
      if (stage === undefined) {
        throw new Error(`test/real/support/stages has no stage of ${agent}.`);
      }
      await using staged = await stageAgent(stage, { script: SCRIPT });
      const play = (options: RunOptions) => staged.run({ mode, approvalMode: 'yolo', ...options }).result();
      const { sessionId = '' } = await play({ prompt: PROMPTS[0] });
      await play({ prompt: PROMPTS[1], sessionId });
      const checkpointId = (await promptsOf(staged, sessionId))[1]?.checkpointId ?? '';
      const gone = await play({
        prompt: INSTEAD,
        sessionId,
        checkpointId,
        binary: await dyingOnce(staged),
        retryPolicy: { maxAttempts: 1, baseDelayMs: 1, maxDelayMs: 1 },
      });
      expect(gone).toMatchObject({ exitReason: 'completed', attempts: 2, text: `Noted: ${INSTEAD}`, sessionId });
      const asked = JSON.stringify(staged.server.modelRequests.at(-1)?.body);
      expect(['marble', 'granite', 'slate'].filter((word) => asked.includes(word))).toEqual(['marble', 'slate']);
    },
  );
});

/** The CLI, which dies at its first start when it begins to answer. */
async function dyingOnce({ sandbox, options }: StagedAgent): Promise<string> {
  const path = join(sandbox.root, 'dying-once');
  await writeFile(
    path,
    `#!${process.execPath}
const { existsSync, writeFileSync } = require('node:fs');
const { spawn } = require('node:child_process');
const isFirst = !existsSync(${JSON.stringify(`${path}.started`)});
writeFileSync(${JSON.stringify(`${path}.started`)}, '');
const real = spawn(${JSON.stringify(options.binary)}, process.argv.slice(2), { stdio: ['inherit', 'pipe', 'inherit'] });
let isDead = false;
real.stdout.on('data', (chunk) => {
  isDead ||= isFirst && chunk.includes('Noted');
  if (isDead) real.kill('SIGKILL');
  else process.stdout.write(chunk);
});
// What it has started may keep its pipes open.
real.on('exit', (code) => process.exit(code ?? 1));
`,
  );
  await chmod(path, 0o755);
  return path;
}

async function promptsOf({ client, options }: StagedAgent, sessionId: string): Promise<readonly SessionMessage[]> {
  const { agent = '', env = {} } = options;
  const { messages } = await client.sessions.get(agent, sessionId, { env });
  return messages.filter(({ checkpointId }) => checkpointId !== undefined);
}
