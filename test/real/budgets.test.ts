/** Real CLIs are kept to what a run may use and cost: by their own option, or by what they tell of each model request. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, type RunHandle, type RunOptions, type RunResult } from '@agent-mux/core';
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
  readonly run: Pick<RunOptions, 'maxTokens' | 'maxCostUsd' | 'highWaterMark'>;
}

async function play(
  { stage, mode, run }: Kept,
  script: ModelScript,
  read: (handle: RunHandle) => Promise<void> = async () => {},
): Promise<{ readonly result: RunResult; readonly answers: number }> {
  await using staged = await stageAgent(stage, { script, mode });
  await using client = createClient({ adapters: [stage.adapter], prices: PRICES });
  const handle = client.run({
    ...staged.options,
    mode,
    prompt: 'Go on until you are told to stop.',
    approvalMode: 'yolo',
    collectEvents: true,
    ...run,
  });
  await read(handle);
  const result = await handle;
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
  // The second goes over it; one more may be on its way by the time that is known.
  expect([2, 3]).toContain(answers);
  expect([2_200, 3_300]).toContain(result.tokenUsage?.totalTokens);
});

/** Nothing but the runtime keeps this agent waiting. */
const HASTY: ModelScript = {
  turns: [
    {
      steps: [
        ...Array.from({ length: 80 }, () => ({ tools: [{ ...command, command: 'true' }], usage: ONE })),
        { text: 'Done.', usage: ONE },
      ],
    },
  ],
};

async function readSlowly(handle: RunHandle): Promise<void> {
  for await (const { seq } of handle) {
    if (seq % 50 === 25) {
      await sleep(1_000);
    }
  }
}

/** Twenty requests use it up, by when more has been told than a reader may be behind. */
const SLOWLY = { maxTokens: 22_000, highWaterMark: 100 };

it.each([
  { stage: claudeStage, mode: 'bidi', run: SLOWLY },
  { stage: codexStage, mode: 'app-server', run: SLOWLY },
  { stage: copilotStage, mode: 'sdk', run: SLOWLY },
  { stage: piStage, mode: 'rpc', run: SLOWLY },
])('$stage.adapter.agent, $mode: asks no further while its events are read slowly', async (kept) => {
  const { result, answers } = await play(kept, HASTY, readSlowly);
  expect(result, JSON.stringify(result.error)).toMatchObject({ exitReason: 'budget' });
  expect([21, 22]).toContain(answers);
});

const lane = (name: string): ToolCall => ({ kind: 'subagent', lane: name, task: `Go ${name}.`, id: name });
const CROWD: ModelScript = {
  turns: [{ steps: [{ tools: [lane('left'), lane('right')], usage: ONE }, ...(ENDLESS.turns[0]?.steps ?? [])] }],
  subagents: { left: ENDLESS.turns[0]?.steps ?? [], right: ENDLESS.turns[0]?.steps ?? [] },
};

it.each([
  { stage: claudeStage, mode: 'bidi', run: { maxCostUsd: 0.025 }, allowed: 4 },
  { stage: claudeStage, mode: 'bidi', run: { maxTokens: 4_500 }, allowed: 4 },
  { stage: codexStage, mode: 'app-server', run: { maxTokens: 4_500 }, allowed: 4 },
  { stage: copilotStage, mode: 'sdk', run: { maxTokens: 4_500 }, allowed: 4 },
])(
  '$stage.adapter.agent, $mode: asks at most once more for each agent at work, with $run',
  async ({ allowed, ...kept }) => {
    const { result, answers } = await play(kept, CROWD);
    expect(result, JSON.stringify(result.error)).toMatchObject({ exitReason: 'budget' });
    expect(answers).toBeGreaterThan(allowed);
    expect(answers).toBeLessThanOrEqual(allowed + 3);
  },
);

it('opencode, run: starts no subagent under a budget, since it would not tell what that uses', async () => {
  const kept = { stage: opencodeStage, mode: 'run', run: { maxTokens: 1_000_000 } };
  const script: ModelScript = {
    turns: [
      {
        steps: [
          { tools: [lane('left')], usage: ONE },
          { text: 'Nobody went.', usage: ONE },
        ],
      },
    ],
    subagents: { left: [{ text: 'I went.' }] },
  };
  const { result, answers } = await play(kept, script);
  expect(result, JSON.stringify(result.error)).toMatchObject({ exitReason: 'completed', text: 'Nobody went.' });
  expect([answers, result.events.some(({ type }) => type === 'subagent_result')]).toEqual([2, false]);
  expect(result.events).toContainEqual(
    expect.objectContaining({ type: 'debug', message: expect.stringMatching(/subagents use/) }),
  );
});
