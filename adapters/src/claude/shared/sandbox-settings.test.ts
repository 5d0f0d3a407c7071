/** How Claude Code is confined, and which grants would lead out. */
import { describe, expect, it } from 'vitest';
import { mergeSettings, wouldLeave } from './sandbox-settings.ts';

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
