/** Runs with noSession on the real CLIs: nothing that was said is found in any file afterwards. */
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { checkStream } from '@agent-mux/events/check';
import type { ModelScript } from '@agent-mux/testkit';
import { describe, expect, it } from 'vitest';
import type { AgentStage } from './support/stage.ts';
import { stageAgent } from './support/stage-agent.ts';
import { claudeStage } from './support/stages/claude.ts';
import { codexStage } from './support/stages/codex.ts';
import { ompStage } from './support/stages/omp.ts';
import { openclawStage } from './support/stages/openclaw.ts';
import { opencodeStage } from './support/stages/opencode.ts';
import { piStage } from './support/stages/pi.ts';

const SAID = 'Remember the word zirconium-4711.';
const ANSWER = 'I will remember quartz-8899.';
const SCRIPT: ModelScript = { turns: [{ prompt: SAID, steps: [{ text: ANSWER }] }] };

const STAGES: readonly AgentStage[] = [claudeStage, codexStage, opencodeStage, piStage, ompStage, openclawStage];
const CASES = STAGES.flatMap((stage) =>
  stage.adapter.modes
    .filter(({ capabilities }) => capabilities.supportsNoSession)
    .map(({ name }) => ({ stage, mode: name, name: `${stage.adapter.agent} ${name}` })),
);

describe.each(CASES)('$name', ({ stage, mode }) => {
  it('leaves no file that holds what was said, and tells a transient id', { timeout: 120_000 }, async () => {
    await using staged = await stageAgent(stage, { script: SCRIPT, mode });
    const run = { prompt: SAID, mode, approvalMode: 'yolo', noSession: true, collectEvents: true } as const;
    const result = await staged.run(run);
    expect(result).toMatchObject({ exitReason: 'completed', text: ANSWER, sessionId: `transient-${result.runId}` });
    expect(checkStream(result.events, { noSession: true })).toEqual([]);
    expect(await findFilesWith(staged.sandbox.root, ['zirconium-4711', 'quartz-8899'])).toEqual([]);
  });
});

async function findFilesWith(root: string, words: readonly string[]): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const bytes = await readFile(path);
    if (words.some((word) => bytes.includes(word))) {
      found.push(relative(root, path));
    }
  }
  return found;
}
