/** Says in our words what Claude Code asks to be allowed. */
import type { Interaction } from '@agent-mux/core';
import { objectOf, textOf } from '../../shared/native-value.ts';
import { type ActionKind, riskLevel } from '../../shared/risk-level.ts';
import type { NativeToolInput } from '../native.ts';

interface Asked {
  readonly action: string;
  readonly kind: ActionKind;
  readonly field: keyof NativeToolInput;
}

const TOOLS: Readonly<Record<string, Asked>> = {
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

const MAX_DETAIL = 2_000;

export function describeApproval(
  toolName: string,
  input: unknown,
): Required<Pick<Interaction, 'action' | 'detail' | 'riskLevel'>> {
  const known = Object.hasOwn(TOOLS, toolName) ? TOOLS[toolName] : undefined;
  const fields: NativeToolInput = objectOf(input) ?? {};
  const isMcp = toolName.startsWith('mcp__');
  const detail = known === undefined ? undefined : textOf(fields[known.field]);
  return {
    action: known?.action ?? (isMcp ? 'call an MCP tool' : `use ${toolName}`),
    detail: detail ?? JSON.stringify(input ?? {}).slice(0, MAX_DETAIL),
    riskLevel: riskLevel(known?.kind ?? (isMcp ? 'mcp' : 'other')),
  };
}
