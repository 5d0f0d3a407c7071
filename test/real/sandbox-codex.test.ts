/** What Codex's sandbox really lets a command do, in each approval mode; and that choosing it writes nothing into the user's configuration. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunOptions } from '@agent-mux/core';
import { expect, it } from 'vitest';
import { changedFiles, stageReach } from './support/reach.ts';
import { codexStage } from './support/stages/codex.ts';

interface Row {
  readonly mode: 'app-server' | 'exec';
  readonly approvalMode: 'yolo' | 'prompt' | 'deny';
  readonly given: Pick<RunOptions, 'sandbox' | 'network'>;
  readonly happens: readonly string[];
}

const EVERYTHING = ['inside', 'outside', 'network', 'tool-inside', 'tool-outside'];
/** A change that was granted is made where it was granted, which is what the question is for. */
const GRANTED = ['tool-inside', 'tool-outside'];

const ROWS: readonly Row[] = [
  { mode: 'app-server', approvalMode: 'yolo', given: {}, happens: EVERYTHING },
  { mode: 'app-server', approvalMode: 'yolo', given: { sandbox: 'read-only' }, happens: [] },
  { mode: 'app-server', approvalMode: 'yolo', given: { sandbox: 'read-only', network: true }, happens: ['network'] },
  {
    mode: 'app-server',
    approvalMode: 'yolo',
    given: { sandbox: 'workspace-write' },
    happens: ['inside', 'tool-inside'],
  },
  {
    mode: 'app-server',
    approvalMode: 'yolo',
    given: { sandbox: 'workspace-write', network: true },
    happens: ['inside', 'network', 'tool-inside'],
  },
  { mode: 'app-server', approvalMode: 'yolo', given: { sandbox: 'off' }, happens: EVERYTHING },
  { mode: 'app-server', approvalMode: 'prompt', given: { sandbox: 'off' }, happens: EVERYTHING },
  {
    mode: 'app-server',
    approvalMode: 'prompt',
    given: { sandbox: 'workspace-write' },
    happens: ['inside', ...GRANTED],
  },
  { mode: 'app-server', approvalMode: 'prompt', given: { sandbox: 'read-only' }, happens: [...GRANTED] },
  { mode: 'app-server', approvalMode: 'deny', given: { sandbox: 'off' }, happens: [] },
  { mode: 'exec', approvalMode: 'yolo', given: {}, happens: EVERYTHING },
  { mode: 'exec', approvalMode: 'yolo', given: { sandbox: 'read-only' }, happens: [] },
  { mode: 'exec', approvalMode: 'yolo', given: { sandbox: 'workspace-write' }, happens: ['inside', 'tool-inside'] },
  {
    mode: 'exec',
    approvalMode: 'yolo',
    given: { sandbox: 'workspace-write', network: true },
    happens: ['inside', 'network', 'tool-inside'],
  },
  { mode: 'exec', approvalMode: 'yolo', given: { sandbox: 'off' }, happens: EVERYTHING },
  { mode: 'exec', approvalMode: 'deny', given: { sandbox: 'off' }, happens: [] },
];

it.concurrent.each(ROWS)(
  'in $mode, $approvalMode and $given only this happens: $happens',
  async ({ mode, approvalMode, given, happens }) => {
    await using reach = await stageReach(codexStage, mode, { tools: true });
    const config = join(reach.sandbox.configDir, 'config.toml');
    // Nobody has said that the folder is trusted: Codex would write so by itself.
    await writeFile(config, (await readFile(config, 'utf8')).replace(/\[projects[\s\S]*$/, ''));
    const before = await reach.hashes();
    const result = await reach.run({ approvalMode, ...given, onApprovalRequest: () => 'approve' });
    expect(result.exitReason, JSON.stringify(result)).toBe('completed');
    expect(reach.happened()).toEqual(happens);
    expect(changedFiles(before, await reach.hashes())).toEqual([]);
  },
  120_000,
);
