/** Real CLIs are kept to what a run may use and cost: by their own option, or by what they tell of each model request. */
import { createClient, type RunOptions, type RunResult } from '@agent-mux/core';
import type { ModelScript, ToolCall } from '@agent-mux/testkit';
import { expect, it } from 'vitest';
import type { AgentStage } from './support/stage.ts';
import { stageAgent } from './support/stage-agent.ts';
import { claudeStage } from './support/stages/claude.ts';
import { codexStage } from './support/stages/codex.ts';
import { copilotStage } from './support/stages/copilot.ts';
import { ompStage } from './support/stages/omp.ts';
import { opencodeStage } from './support/stages/opencode.ts';
import { piStage } from './support/stages/pi.ts';

const ONE = { input: 1_000, output: 100 };
/** Longer than it takes to hear what a request has used. */
const command: ToolCall = { kind: 'shell', command: 'sleep 2' };
/** Each answer asks for another command: who is not kept to a budget asks for all of them. */
const ENDLESS: ModelScript = {
  turns: [
    { steps: [...Array.from({ length: 7 }, () => ({ tools: [command], usage: ONE })), { text: 'Done.', usage: ONE }] },
  ],
};
const PRICE = { inputPerMillion: 10_000, outputPerMillion: 10_000 };
/** The models that the CLIs say they have asked; omp, opencode and pi know prices of their own. */
const PRICES = { 'gpt-5.5': PRICE, 'claude-sonnet-4.5': PRICE };

interface Kept {
  readonly stage: AgentStage;
  readonly mode: string;
  readonly run: Pick<RunOptions, 'maxTokens' | 'maxCostUsd'>;
}

async function play(
  { stage, mode, run }: Kept,
  script: ModelScript,
): Promise<{ readonly result: RunResult; readonly answers: number }> {
  await using staged = await stageAgent(stage, { script, mode });
  await using client = createClient({ adapters: [stage.adapter], prices: PRICES });
  const result = await client.run({
    ...staged.options,
    mode,
    prompt: 'Go on until you are told to stop.',
    approvalMode: 'yolo',
    collectEvents: true,
    ...run,
  });
  return { result, answers: staged.server.modelRequests.length };
}

// Two requests use 2,200 tokens.
const TOKENS = { maxTokens: 2_000 };
const KEPT: readonly Kept[] = [
  { stage: claudeStage, mode: 'bidi', run: TOKENS },
  { stage: claudeStage, mode: 'bidi', run: { maxCostUsd: 0.01 } },
  { stage: claudeStage, mode: 'oneshot', run: { maxCostUsd: 0.01 } },
  { stage: claudeStage, mode: 'oneshot-whole', run: { maxCostUsd: 0.01 } },
  { stage: codexStage, mode: 'app-server', run: TOKENS },
  { stage: codexStage, mode: 'app-server', run: { maxCostUsd: 20 } },
  { stage: copilotStage, mode: 'sdk', run: TOKENS },
  { stage: copilotStage, mode: 'sdk', run: { maxCostUsd: 20 } },
  { stage: ompStage, mode: 'rpc', run: { maxCostUsd: 0.008 } },
  { stage: ompStage, mode: 'json', run: TOKENS },
  { stage: opencodeStage, mode: 'run', run: { maxCostUsd: 0.002 } },
  { stage: piStage, mode: 'rpc', run: TOKENS },
  { stage: piStage, mode: 'json', run: { maxCostUsd: 0.008 } },
];

it.each(KEPT)('$stage.adapter.agent, $mode: ends by its budget, with $run', async (kept) => {
  const { result, answers } = await play(kept, ENDLESS);
  expect(result, JSON.stringify(result.error)).toMatchObject({
    exitReason: 'budget',
    error: { code: 'BUDGET_EXCEEDED' },
  });
  expect(answers).toBe(2);
  expect(result.tokenUsage?.totalTokens).toBe(2_200);
});
