/** What was granted to Claude Code for the rest of the session, by the rules that its answers carry. */
import { describe, expect, it } from 'vitest';
import { resolvedOptions } from '../../shared/testing/mode-parts.ts';
import { answerHook, hooksFor } from './hook-callbacks.ts';
import { SessionGrants } from './session-grants.ts';

const rules = (...list: object[]) => [{ type: 'addRules', rules: list, behavior: 'allow', destination: 'session' }];
const granted = (toolName: string, input: object, permissions: unknown): SessionGrants => {
  const grants = new SessionGrants();
  grants.add({ toolName, input }, permissions);
  return grants;
};

describe('a grant for the session', () => {
  it.each<[string, string, object, unknown, boolean]>([
    ['covers its tool', 'mcp__a__b', { x: 1 }, rules({ toolName: 'mcp__a__b' }), true],
    [
      'covers no tool of which only a part is named',
      ...(['WebFetch', { url: 'http://a' }, rules({ toolName: 'WebFetch', ruleContent: 'domain:a' }), false] as const),
    ],
    ['covers no other tool', 'mcp__a__b', { x: 1 }, rules({ toolName: 'mcp__a__c' }), false],
    ['covers nothing where it forbids', 'X', {}, [{ ...rules({ toolName: 'X' })[0], behavior: 'deny' }], false],
    ['covers edits by a mode', 'Write', {}, [{ type: 'setMode', mode: 'acceptEdits' }], true],
    ['covers no edits by another mode', 'Write', {}, [{ type: 'setMode', mode: 'plan' }], false],
    ['covers its command', 'Bash', { command: 'ls' }, rules({ toolName: 'Bash', ruleContent: 'ls' }), true],
    ['covers no command by a rule for another tool', 'Bash', { command: 'ls' }, rules({ toolName: 'Monitor' }), false],
    ['covers nothing without a rule', 'X', {}, undefined, false],
  ])('%s: %s', (_what, toolName, input, permissions, isCovered) => {
    expect(granted(toolName, input, permissions).covers({ toolName, input })).toBe(isCovered);
  });

  it.each<[object, boolean]>([
    [{ run_in_background: true, command: 'ls' }, true],
    [{ command: 'ls', run_in_background: true }, true],
    [{ command: 'ls', run_in_background: true, description: 'Lists.', timeout: 5 }, true],
    [{ command: 'ls' }, false],
    [{ command: 'ls', run_in_background: false }, false],
    [{ command: 'ls -l', run_in_background: true }, false],
  ])('covers a command with all that it is run with, in any order: %j', (input, isCovered) => {
    const given = { command: 'ls', run_in_background: true, description: 'Lists files.' };
    const grants = granted('Bash', given, rules({ toolName: 'Bash', ruleContent: 'ls' }));
    expect(grants.covers({ toolName: 'Bash', input })).toBe(isCovered);
  });
});

describe('a hook', () => {
  const ask = { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'ask' } };

  it.each<[string, object, SessionGrants, object]>([
    ['has the CLI ask', { tool_name: 'X', tool_input: {} }, new SessionGrants(), ask],
    ['has it ask about a tool without a name', {}, new SessionGrants(), ask],
    ['does not where that was granted', { tool_name: 'X' }, granted('X', {}, rules({ toolName: 'X' })), {}],
    ['has it ask where the grant names no tool', {}, granted('', {}, rules({})), ask],
  ])('%s', (_what, input, grants, response) => {
    expect(answerHook({ callback_id: 'amux-ask', input }, grants)).toEqual({ drafts: [], response });
  });

  it('that is not known has the CLI go on', () => {
    const input = { tool_name: 'X', tool_input: {} };
    expect(answerHook({ callback_id: 'other', input }, new SessionGrants())).toEqual({ drafts: [], response: {} });
  });

  it.each([
    [{ file_path: '/work/CLAUDE.md' }, [{ type: 'agentdoc_read', path: '/work/CLAUDE.md' }]],
    [{}, []],
  ])('tells which instructions were read: %j', (fields, drafts) => {
    const input = { hook_event_name: 'InstructionsLoaded', ...fields };
    const request = { callback_id: 'amux-instructions', input };
    expect(answerHook(request, new SessionGrants())).toEqual({ drafts, response: {} });
  });

  it.each(['prompt', 'deny', 'yolo'] as const)('is asked for by the mode of approvals: %s', (approvalMode) => {
    const matcher = 'Bash|PowerShell|Monitor|Write|Edit|MultiEdit|NotebookEdit|mcp__.*';
    expect(hooksFor(resolvedOptions({ approvalMode }))).toEqual({
      InstructionsLoaded: [{ hookCallbackIds: ['amux-instructions'] }],
      ...(approvalMode === 'yolo' ? {} : { PreToolUse: [{ matcher, hookCallbackIds: ['amux-ask'] }] }),
    });
  });
});
