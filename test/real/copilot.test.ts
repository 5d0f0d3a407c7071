/** Copilot CLI on the real one, in each of its modes; and which options reach its model. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeAgent, describeOwn } from './support/describe-agent.ts';
import { oneTurn, stageAgent } from './support/stage-agent.ts';
import { copilotStage } from './support/stages/copilot.ts';

describeAgent(copilotStage);

describeOwn(copilotStage, 'options', () => {
  it('instructions of the project reach the model in SDK mode', async () => {
    await using staged = await stageAgent(copilotStage, { script: oneTurn({ text: 'As you say.' }) });
    const agentsDoc = 'In this project every answer is kind.';
    const result = await staged.run({ mode: 'sdk', prompt: 'Go.', agentsDoc });
    expect([result.exitReason, result.text]).toEqual(['completed', 'As you say.']);
    expect(JSON.stringify(staged.server.modelRequests[0]?.body)).toContain(agentsDoc);
    expect(staged.leftOver()).toEqual([]);
  });

  it('names a file that goes with the prompt in the mode of lines, which would end at its flag', async () => {
    await using staged = await stageAgent(copilotStage, { script: oneTurn({ text: 'I see.' }) });
    const filePath = join(staged.sandbox.cwd, 'notes.txt');
    writeFileSync(filePath, 'What was agreed.');
    const result = await staged.run({
      mode: 'jsonl',
      approvalMode: 'yolo',
      prompt: 'Read it.',
      attachments: [{ filePath }],
    });
    expect([result.exitReason, result.text]).toEqual(['completed', 'I see.']);
    expect(JSON.stringify(staged.server.modelRequests[0]?.body)).toContain('notes.txt');
    expect(staged.leftOver()).toEqual([]);
  });
});
