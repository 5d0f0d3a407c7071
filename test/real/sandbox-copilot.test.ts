/** What Copilot CLI's sandbox really lets a command and its own tools do; without the programs that it needs, no command runs. */
import type { RunOptions } from '@agent-mux/core';
import { describe, expect, it } from 'vitest';
import { changedFiles, hasPrograms, stageReach } from './support/reach.ts';
import { copilotStage } from './support/stages/copilot.ts';

interface Row {
  readonly approvalMode: 'yolo' | 'prompt' | 'deny';
  readonly given: Pick<RunOptions, 'sandbox' | 'network'>;
  readonly happens: readonly string[];
}

const ROWS: readonly Row[] = [
  { approvalMode: 'yolo', given: { sandbox: 'read-only' }, happens: [] },
  { approvalMode: 'yolo', given: { sandbox: 'workspace-write' }, happens: ['inside', 'tool-inside'] },
  { approvalMode: 'prompt', given: { sandbox: 'workspace-write' }, happens: ['inside', 'tool-inside'] },
  { approvalMode: 'deny', given: { sandbox: 'workspace-write' }, happens: [] },
];

/** Of Linux; macOS brings its own. For a network it needs /dev/net/tun too, which is not on every machine. */
const CAN_CONFINE = process.platform === 'darwin' || hasPrograms('bwrap');

describe.runIf(CAN_CONFINE)('where the system has what confines', () => {
  it.concurrent.each(ROWS)(
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
