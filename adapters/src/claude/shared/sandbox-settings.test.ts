/** How Claude Code is confined, and which grants would lead out. */
import type { ResolvedOptions } from '@agent-mux/core';
import { describe, expect, it } from 'vitest';
import { mergeSettings, sandboxSettings, wouldLeave } from './sandbox-settings.ts';

const CONFINED = {
  ...{ enabled: true, failIfUnavailable: true, allowUnsandboxedCommands: false, autoAllowBashIfSandboxed: false },
  network: { allowedDomains: [], strictAllowlist: true },
};

it.each<[string, Partial<ResolvedOptions>, object | undefined]>([
  ['nothing, and the user decides', {}, undefined],
  ['that it is off', { sandbox: 'off' }, { sandbox: { enabled: false } }],
  [
    'that nothing may be written',
    { sandbox: 'read-only' },
    {
      sandbox: { ...CONFINED, filesystem: { denyWrite: ['/w'] } },
      permissions: { deny: ['Edit', 'MultiEdit', 'NotebookEdit', 'Write', 'Monitor', 'PowerShell'] },
    },
  ],
  [
    'that only the folder may be written',
    { sandbox: 'workspace-write' },
    { sandbox: CONFINED, permissions: { deny: ['Monitor', 'PowerShell'] } },
  ],
  [
    'that all of the network may be reached',
    { sandbox: 'workspace-write', network: true },
    {
      sandbox: { ...CONFINED, network: { allowedDomains: ['*'], strictAllowlist: true } },
      permissions: { deny: ['Monitor', 'PowerShell'] },
    },
  ],
])('the settings of a sandbox say %s', (_what, options, settings) => {
  expect(sandboxSettings({ approvalMode: 'prompt', cwd: '/w', ...options })).toStrictEqual(settings);
});

describe('a grant that nobody has looked at', () => {
  const reach = { approvalMode: 'yolo', sandbox: 'workspace-write', network: false, cwd: '/w' } as const;

  it.each(['Edit', 'MultiEdit', 'NotebookEdit', 'Write'])('of %s leads out of the sandbox', (tool_name) => {
    expect(wouldLeave(reach, { tool_name })).toBe(true);
    expect(wouldLeave({ ...reach, sandbox: 'read-only' }, { tool_name })).toBe(true);
  });

  it('leads nowhere where somebody was asked, nothing is confined, or the sandbox has the tool', () => {
    const write = { tool_name: 'Write' };
    expect(wouldLeave({ ...reach, approvalMode: 'prompt' }, write)).toBe(false);
    expect(wouldLeave({ ...reach, sandbox: 'off' }, write)).toBe(false);
    expect(wouldLeave(reach, { tool_name: 'Bash' })).toBe(false);
    expect(wouldLeave(reach, {})).toBe(false);
  });
});

describe('settings of two kinds', () => {
  it.each([
    [{ a: { b: 1, c: [1] } }, { a: { c: [2], d: 2 } }, { a: { b: 1, c: [1, 2], d: 2 } }],
    [{ a: { b: 1 } }, { a: null }, { a: null }],
    [{ a: null }, { a: { b: 1 } }, { a: { b: 1 } }],
    [{ a: [1] }, { a: { b: 1 } }, { a: { b: 1 } }],
    [{ a: { b: 1 } }, { a: [1] }, { a: [1] }],
  ])('%j and %j are %j', (one, other, merged) => {
    expect(mergeSettings(one, other)).toEqual(merged);
  });
});
