/** Options of a run, on the real Copilot CLI: what of them reaches the model. */
import { expect, it } from 'vitest';
import { oneTurn, stageAgent } from './support/stage-agent.ts';
import { copilotStage } from './support/stages/copilot.ts';

it('instructions of the project reach the model in SDK mode', async () => {
  await using staged = await stageAgent(copilotStage, { script: oneTurn({ text: 'As you say.' }) });
  const agentsDoc = 'In this project every answer is kind.';
  const result = await staged.run({ mode: 'sdk', prompt: 'Go.', agentsDoc });
  expect([result.exitReason, result.text]).toEqual(['completed', 'As you say.']);
  expect(JSON.stringify(staged.server.modelRequests[0]?.body)).toContain(agentsDoc);
  expect(staged.leftOver()).toEqual([]);
});
