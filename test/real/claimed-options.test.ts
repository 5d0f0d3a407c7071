/** What a mode claims to hand on reaches the model, on the real CLIs: the proofs of the support matrix that no recording holds. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ATTACHED, CLAIM_RUNS, SPOKEN } from './support/claim-runs.ts';
import type { AgentStage } from './support/stage.ts';
import { oneTurn, stageAgent } from './support/stage-agent.ts';
import { claudeStage } from './support/stages/claude.ts';
import { codexStage } from './support/stages/codex.ts';
import { copilotStage } from './support/stages/copilot.ts';
import { geminiStage } from './support/stages/gemini.ts';
import { ompStage } from './support/stages/omp.ts';
import { openclawStage } from './support/stages/openclaw.ts';
import { piStage } from './support/stages/pi.ts';

const STAGES: readonly AgentStage[] = [
  claudeStage,
  codexStage,
  copilotStage,
  geminiStage,
  ompStage,
  openclawStage,
  piStage,
];

it.concurrent.each(CLAIM_RUNS)(
  '$title',
  async ({ agent, mode, claims, options, sent, unsent, kept = [] }) => {
    const stage = STAGES.find(({ adapter }) => adapter.agent === agent);
    if (stage === undefined) {
      throw new Error(`test/real/support/stages has no stage of ${agent}.`);
    }
    await using staged = await stageAgent(stage, { script: oneTurn({ text: 'As you say.' }), mode });
    const { sandbox, server } = staged;
    const filePath = join(sandbox.cwd, ATTACHED);
    writeFileSync(filePath, 'What was agreed.');
    const attachments = claims.includes('supportsFileAttachments') ? { attachments: [{ filePath }] } : {};
    // The sandbox takes this name out of the environment, in which the adapter of gemini hands the text on.
    const { GEMINI_SYSTEM_MD: _, ...env } = staged.options.env ?? {};
    const result = await staged.run({ mode, approvalMode: 'yolo', prompt: SPOKEN, ...options, ...attachments, env });
    expect([result.exitReason, result.text]).toEqual(['completed', 'As you say.']);
    const bodies = server.modelRequests.map(({ body }) => JSON.stringify(body)).join('\n');
    for (const words of sent) {
      expect(bodies).toMatch(words);
    }
    for (const words of unsent) {
      expect(bodies).not.toMatch(words);
    }
    for (const words of kept) {
      expect(filesWith(words.source, join(sandbox.root, 'config'))).not.toEqual([]);
    }
    if (claims.includes('supportsNoSession')) {
      expect(filesWith(SPOKEN, sandbox.root)).toEqual([]);
    }
    expect(staged.leftOver()).toEqual([]);
  },
  400_000,
);

/** Paths below a folder whose file holds these words. */
function filesWith(words: string, folder: string): readonly string[] {
  // grep ends with 1 where it finds nothing.
  const found = execFileSync('sh', ['-c', 'grep -rlF -- "$0" "$1" || [ $? = 1 ]', words, folder], { encoding: 'utf8' });
  return found.split('\n').filter((path) => path !== '');
}
