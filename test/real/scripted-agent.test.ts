/** A scripted agent of every CLI that can be led to a model of ours writes a file and says so, in a home that is thrown away. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findLeftOver, scriptedAgent } from '@agent-mux/testkit';
import { expect, it } from 'vitest';
import { claudeStage } from './support/stages/claude.ts';
import { codexStage } from './support/stages/codex.ts';
import { copilotStage } from './support/stages/copilot.ts';
import { geminiStage } from './support/stages/gemini.ts';
import { ompStage } from './support/stages/omp.ts';
import { opencodeStage } from './support/stages/opencode.ts';
import { piStage } from './support/stages/pi.ts';

const STAGES = [claudeStage, codexStage, copilotStage, geminiStage, ompStage, opencodeStage, piStage];

it.concurrent.each(STAGES.map((stage) => [stage.adapter.agent, stage] as const))(
  '%s makes a file and says so',
  async (name, stage) => {
    const steps = [{ tools: [{ kind: 'write', path: 'made.txt', content: 'made' }] as const }, { text: 'Made it.' }];
    const agent = await scriptedAgent(name, steps, { binary: stage.binary(stage.version) });
    const { exitReason, text } = await agent.run({ prompt: 'Make a file.', approvalMode: 'yolo' });
    expect([exitReason, text]).toEqual(['completed', 'Made it.']);
    expect(readFileSync(join(agent.cwd, 'made.txt'), 'utf8')).toMatch(/^made\n?$/);
    expect(agent.server.unmatched).toEqual([]);
    await agent.close();
    expect(findLeftOver({ runIds: [], folder: agent.sandbox.root })).toEqual([]);
    expect(existsSync(agent.sandbox.root)).toBe(false);
  },
  200_000,
);
