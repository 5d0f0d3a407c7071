/** Describes, in the vocabulary of our events, what Claude Code asks to be allowed. */

import {
  type DescribedAction,
  describeAction,
  entryOf,
  type KnownActions,
  kindOf,
  objectOf,
} from '../../shared/index.ts';
import { TOOL_KINDS } from '../shared/tool-kinds.ts';
import type { NativeToolInput } from './native.ts';

const TOOLS: KnownActions<keyof NativeToolInput> = {
  Bash: { action: 'run a command', field: 'command' },
  PowerShell: { action: 'run a command', field: 'command' },
  Monitor: { action: 'run a command', field: 'command' },
  Write: { action: 'write a file', field: 'file_path' },
  Edit: { action: 'edit a file', field: 'file_path' },
  MultiEdit: { action: 'edit a file', field: 'file_path' },
  NotebookEdit: { action: 'edit a notebook', field: 'notebook_path' },
  Read: { action: 'read a file', field: 'file_path' },
  WebFetch: { action: 'fetch a web page', field: 'url' },
  WebSearch: { action: 'search the web', field: 'query' },
  ExitPlanMode: { action: 'carry out a plan', field: 'plan' },
  Skill: { action: 'use a skill', field: 'skill' },
};

export function describeApproval(toolName: string, input: unknown): DescribedAction {
  const isMcp = toolName.startsWith('mcp__');
  return describeAction({
    kind: isMcp ? 'mcp' : kindOf(TOOL_KINDS, toolName),
    known: entryOf(TOOLS, toolName),
    fields: objectOf<keyof NativeToolInput>(input) ?? {},
    whole: input,
    otherwise: isMcp ? 'call an MCP tool' : `use ${toolName}`,
  });
}
