/** Says in our words what Copilot CLI wants to be allowed, by the kind of its permission or by the tool. */
import type { Interaction } from '@agent-mux/core';
import { objectOf, textOf } from '../../shared/native-value.ts';
import { type ActionKind, riskLevel } from '../../shared/risk-level.ts';
import type { NativePermission, NativeToolInput } from '../native.ts';

export type Described = Required<Pick<Interaction, 'action' | 'detail' | 'riskLevel'>>;

interface Asked {
  readonly action: string;
  readonly kind: ActionKind;
  readonly field: keyof NativePermission;
}

const KINDS: Readonly<Record<string, Asked>> = {
  shell: { action: 'run a command', kind: 'execute', field: 'fullCommandText' },
  write: { action: 'write a file', kind: 'edit', field: 'fileName' },
  read: { action: 'read a file', kind: 'read', field: 'path' },
  url: { action: 'fetch a web page', kind: 'network', field: 'url' },
  mcp: { action: 'call an MCP tool', kind: 'mcp', field: 'toolName' },
  memory: { action: 'remember something', kind: 'edit', field: 'intention' },
  hook: { action: 'go past a hook', kind: 'permission', field: 'toolName' },
  workflow: { action: 'run a workflow', kind: 'execute', field: 'intention' },
};

const TOOL_KINDS: Readonly<Record<string, string>> = {
  bash: 'shell',
  powershell: 'shell',
  create: 'write',
  edit: 'write',
  apply_patch: 'write',
  view: 'read',
  web_fetch: 'url',
};

const MAX_DETAIL = 2_000;

/** `permission.requested`. */
export function describePermission(permission: NativePermission): Described {
  const kind = textOf(permission.kind) ?? 'other';
  const known = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
  const detail = known === undefined ? undefined : textOf(permission[known.field]);
  return {
    action: known?.action ?? `use ${textOf(permission.toolName) ?? kind}`,
    detail: detail ?? JSON.stringify(permission.args ?? permission).slice(0, MAX_DETAIL),
    riskLevel: riskLevel(known?.kind ?? 'other'),
  };
}

/** A call that was refused without a question. */
export function describeCall(toolName: string, input: unknown, isMcp: boolean): Described {
  const kind = isMcp ? 'mcp' : Object.hasOwn(TOOL_KINDS, toolName) ? TOOL_KINDS[toolName] : undefined;
  const known = kind === undefined ? undefined : KINDS[kind];
  const fields: NativeToolInput = objectOf(input) ?? {};
  const detail = isMcp ? undefined : (textOf(fields.command) ?? textOf(fields.path) ?? textOf(fields.url));
  return {
    action: known?.action ?? `use ${toolName}`,
    detail: detail ?? JSON.stringify(input ?? {}).slice(0, MAX_DETAIL),
    riskLevel: riskLevel(known?.kind ?? 'other'),
  };
}
