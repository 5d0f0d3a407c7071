/** Copilot CLI on the real one, in each of its modes; which options reach its model, and what its sandbox really lets happen. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunOptions } from '@agent-mux/core';
import { describe, expect, it } from 'vitest';
import { describeAgent, describeOwn } from './support/describe-agent.ts';
import { changedFiles, hasPrograms, stageReach } from './support/reach.ts';
import { oneTurn, stageAgent } from './support/stage-agent.ts';
import { copilotStage } from './support/stages/copilot.ts';

interface Confined {
  readonly approvalMode: 'yolo' | 'prompt' | 'deny';
  readonly given: Pick<RunOptions, 'sandbox' | 'network'>;
  readonly happens: readonly string[];
}

const CONFINED: readonly Confined[] = [
  { approvalMode: 'yolo', given: { sandbox: 'read-only' }, happens: [] },
  { approvalMode: 'yolo', given: { sandbox: 'workspace-write' }, happens: ['inside', 'tool-inside'] },
  { approvalMode: 'prompt', given: { sandbox: 'workspace-write' }, happens: ['inside', 'tool-inside'] },
  { approvalMode: 'deny', given: { sandbox: 'workspace-write' }, happens: [] },
];

/** Linux needs this program; macOS brings its own. For a network it needs /dev/net/tun too, which is not on every machine. */
const CAN_CONFINE = process.platform === 'darwin' || hasPrograms('bwrap');

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

/** Its sandbox decides what a command and its own tools may really do; without the programs that it needs, no command runs. */
describeOwn(copilotStage, 'sandbox', () => {
  describe.runIf(CAN_CONFINE)('where the system has what confines', () => {
    it.concurrent.each(CONFINED)(
      'in $approvalMode and $given only this happens: $happens',
      async ({ approvalMode, given, happens }) => {
        await using reach = await stageReach(copilotStage, 'sdk', { tools: true });
        const result = await reach.run({ approvalMode, ...given, onApprovalRequest: () => 'approve' });
        expect(result.exitReason, JSON.stringify(result)).toBe('completed');
        expect(reach.happened()).toEqual(happens);
      },
      120_000,
    );
  });

  it.concurrent('runs no command where it cannot be confined, and changes no settings of the user', async () => {
    await using reach = await stageReach(copilotStage, 'sdk', { tools: true });
    const before = await reach.hashes();
    await reach.runUnconfinable({ approvalMode: 'yolo', sandbox: 'read-only' });
    expect(changedFiles(before, await reach.hashes())).toEqual([]);
    expect(reach.happened()).toEqual([]);
  }, 120_000);

  it.concurrent('with the sandbox off everything happens', async () => {
    await using reach = await stageReach(copilotStage, 'sdk', { tools: true });
    await reach.run({ approvalMode: 'yolo', sandbox: 'off' });
    expect(reach.happened()).toEqual(['inside', 'outside', 'network', 'tool-inside', 'tool-outside']);
  }, 120_000);
});
