/** Claude Code on the real CLI, and the most telling scenarios on the older of its two versions; and what its sandbox really lets happen. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunOptions } from '@agent-mux/core';
import { getScenario } from '@agent-mux/testkit';
import { describe, expect, it } from 'vitest';
import { describeAgent, describeOwn } from './support/describe-agent.ts';
import { changedFiles, hasPrograms, stageReach } from './support/reach.ts';
import { claudeStage, OLDER_CLAUDE_SCENARIOS } from './support/stages/claude.ts';

interface Confined {
  readonly mode: 'bidi' | 'oneshot';
  readonly approvalMode: 'yolo' | 'prompt' | 'deny';
  readonly given: Pick<RunOptions, 'sandbox' | 'network'>;
  readonly happens: readonly string[];
}

/** A change that was granted is made where it was granted, which is what the question is for. */
const GRANTED = ['tool-inside', 'tool-outside'];

const CONFINED: readonly Confined[] = [
  { mode: 'bidi', approvalMode: 'yolo', given: { sandbox: 'read-only' }, happens: [] },
  { mode: 'bidi', approvalMode: 'yolo', given: { sandbox: 'workspace-write' }, happens: ['inside', 'tool-inside'] },
  {
    mode: 'bidi',
    approvalMode: 'yolo',
    given: { sandbox: 'workspace-write', network: true },
    happens: ['inside', 'network', 'tool-inside'],
  },
  { mode: 'bidi', approvalMode: 'prompt', given: { sandbox: 'workspace-write' }, happens: ['inside', ...GRANTED] },
  { mode: 'bidi', approvalMode: 'deny', given: { sandbox: 'workspace-write' }, happens: [] },
  { mode: 'oneshot', approvalMode: 'yolo', given: { sandbox: 'read-only' }, happens: [] },
  { mode: 'oneshot', approvalMode: 'yolo', given: { sandbox: 'workspace-write' }, happens: ['inside', 'tool-inside'] },
];

/** Linux needs these programs; macOS brings its own. */
const CAN_CONFINE = process.platform === 'darwin' || hasPrograms('bwrap', 'socat');

describeAgent(claudeStage);
describeAgent(claudeStage, { scenarios: OLDER_CLAUDE_SCENARIOS.map(getScenario), version: '2.1.197' });

/** Its sandbox decides what a command and its own tools may really do; without the programs that it needs, nothing must run at all. */
describeOwn(claudeStage, 'sandbox', () => {
  describe.runIf(CAN_CONFINE)('where the system has what confines', () => {
    it.concurrent.each(CONFINED)(
      'in $mode, $approvalMode and $given only this happens: $happens',
      async ({ mode, approvalMode, given, happens }) => {
        await using reach = await stageReach(claudeStage, mode, { tools: true });
        const result = await reach.run({ approvalMode, ...given, onApprovalRequest: () => 'approve' });
        expect(result.exitReason, JSON.stringify(result)).toBe('completed');
        expect(reach.happened()).toEqual(happens);
      },
      120_000,
    );
  });

  it.concurrent.each(['bidi', 'oneshot'])(
    'in %s does nothing where it cannot be confined, and changes no settings of the user',
    async (mode) => {
      await using reach = await stageReach(claudeStage, mode, { tools: true });
      await writeFile(join(reach.sandbox.configDir, 'settings.json'), JSON.stringify({ cleanupPeriodDays: 99 }));
      const before = await reach.hashes();
      const result = await reach.runUnconfinable({ approvalMode: 'yolo', sandbox: 'workspace-write' });
      expect(changedFiles(before, await reach.hashes())).toEqual([]);
      expect(reach.happened()).toEqual([]);
      expect([result.exitReason, JSON.stringify(result)]).toEqual([
        expect.stringMatching(/failed|crashed/),
        expect.stringMatching(/sandbox/i),
      ]);
    },
    120_000,
  );

  it.concurrent('with the sandbox off everything happens', async () => {
    await using reach = await stageReach(claudeStage, 'bidi', { tools: true });
    await reach.run({ approvalMode: 'yolo', sandbox: 'off' });
    expect(reach.happened()).toEqual(['inside', 'outside', 'network', 'tool-inside', 'tool-outside']);
  }, 120_000);
});
