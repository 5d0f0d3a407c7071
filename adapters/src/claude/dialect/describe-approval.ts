/** Says in our words what Claude Code asks to be allowed. */

import { type DescribedAction, describeAction, type KnownActions } from '../../shared/described-action.ts';
import { entryOf, objectOf } from '../../shared/native-value.ts';
import type { NativeToolInput } from '../native.ts';

const TOOLS: KnownActions<keyof NativeToolInput> = {
  Bash: { action: 'run a command', kind: 'execute', field: 'command' },
  PowerShell: { action: 'run a command', kind: 'execute', field: 'command' },
  Monitor: { action: 'run a command', kind: 'execute', field: 'command' },
  Write: { action: 'write a file', kind: 'edit', field: 'file_path' },
  Edit: { action: 'edit a file', kind: 'edit', field: 'file_path' },
  MultiEdit: { action: 'edit a file', kind: 'edit', field: 'file_path' },
  NotebookEdit: { action: 'edit a notebook', kind: 'edit', field: 'notebook_path' },
  Read: { action: 'read a file', kind: 'read', field: 'file_path' },
  WebFetch: { action: 'fetch a web page', kind: 'network', field: 'url' },
  WebSearch: { action: 'search the web', kind: 'network', field: 'query' },
  ExitPlanMode: { action: 'carry out a plan', kind: 'permission', field: 'plan' },
  Skill: { action: 'use a skill', kind: 'other', field: 'skill' },
};

export function describeApproval(toolName: string, input: unknown): DescribedAction {
  const isMcp = toolName.startsWith('mcp__');
  return describeAction({
    known: entryOf(TOOLS, toolName),
    fields: objectOf<keyof NativeToolInput>(input) ?? {},
    whole: input,
    otherwise: isMcp ? { action: 'call an MCP tool', kind: 'mcp' } : { action: `use ${toolName}`, kind: 'other' },
  });
}
