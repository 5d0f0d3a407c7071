/** Says in our words what Copilot CLI wants to be allowed, by the kind of its permission or by the tool. */

import { type DescribedAction, describeAction, type KnownActions, shortJson } from '../../shared/described-action.ts';
import { entryOf, objectOf, textOf } from '../../shared/native-value.ts';
import { riskLevel } from '../../shared/risk-level.ts';
import type { NativePermission, NativeToolInput } from '../native.ts';

const KINDS: KnownActions<keyof NativePermission> = {
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

/** `permission.requested`. */
export function describePermission(permission: NativePermission): DescribedAction {
  const kind = textOf(permission.kind) ?? 'other';
  return describeAction({
    known: entryOf(KINDS, kind),
    fields: permission,
    whole: permission.args ?? permission,
    otherwise: { action: `use ${textOf(permission.toolName) ?? kind}`, kind: 'other' },
  });
}

/** A call that was refused without a question. */
export function describeCall(toolName: string, input: unknown, isMcp: boolean): DescribedAction {
  const kind = isMcp ? 'mcp' : entryOf(TOOL_KINDS, toolName);
  const { action, kind: risk } = (kind === undefined ? undefined : KINDS[kind]) ?? {
    action: `use ${toolName}`,
    kind: 'other',
  };
  const fields: NativeToolInput = objectOf(input) ?? {};
  const detail = isMcp ? undefined : (textOf(fields.command) ?? textOf(fields.path) ?? textOf(fields.url));
  return { action, detail: detail ?? shortJson(input), riskLevel: riskLevel(risk) };
}
