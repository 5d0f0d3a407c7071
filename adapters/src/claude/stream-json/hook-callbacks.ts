/** Our hooks in Claude Code: it asks before a tool writes or runs something, and says which instructions it has read. */
import type { EventDraft, ResolvedOptions } from '@agent-mux/core';
import { objectOf, textOf } from '../../shared/index.ts';
import type { NativeRequest } from './native.ts';
import type { SessionGrants } from './session-grants.ts';

const ASK = 'amux-ask';
const INSTRUCTIONS = 'amux-instructions';

/**
 * Tools that write or run. The hook is needed because the user's own rules, and the CLI's idea of harmless commands, let some of them pass.
 */
const WRITES_OR_RUNS = 'Bash|PowerShell|Monitor|Write|Edit|MultiEdit|NotebookEdit|mcp__.*';

/** The `hooks` of the `initialize` request. */
export function hooksFor({ approvalMode }: ResolvedOptions): Readonly<Record<string, unknown>> {
  return {
    InstructionsLoaded: [{ hookCallbackIds: [INSTRUCTIONS] }],
    ...(approvalMode === 'yolo' ? {} : { PreToolUse: [{ matcher: WRITES_OR_RUNS, hookCallbackIds: [ASK] }] }),
  };
}

type HookInput = { readonly hook_event_name?: unknown; readonly file_path?: unknown } & {
  readonly tool_name?: unknown;
  readonly tool_input?: unknown;
};

/** The events of a called hook, and our answer: every hook is answered at once. */
export function answerHook(
  request: NativeRequest,
  grants: SessionGrants,
): { readonly drafts: readonly EventDraft[]; readonly response: unknown } {
  const input: HookInput = objectOf<keyof HookInput>(request.input) ?? {};
  if (input.hook_event_name === 'InstructionsLoaded') {
    const path = textOf(input.file_path);
    return { drafts: path === undefined ? [] : [{ type: 'agentdoc_read', path }], response: {} };
  }
  const use = { toolName: textOf(input.tool_name) ?? '', input: input.tool_input };
  const isAsked = request.callback_id === ASK && !grants.covers(use);
  return {
    drafts: [],
    response: isAsked ? { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'ask' } } : {},
  };
}
