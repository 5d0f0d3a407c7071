/** Describes, in the vocabulary of our events, what Copilot CLI wants to be allowed, by the kind of its permission or by the tool. */
import type { ApprovalFacts, McpTool, ToolKind } from '@agent-mux/events';
import {
  changeOfDiff,
  type DescribedAction,
  describeAction,
  describeMcpCall,
  entryOf,
  idOf,
  type KindTable,
  type KnownActions,
  kindOf,
  objectOf,
  RISK_OF_LEAVE,
  riskLevel,
  shortJson,
  textOf,
} from '../../shared/index.ts';
import type { NativePermission, NativeToolInput } from './native.ts';
import { TOOL_KINDS } from './tool-kinds.ts';

const ACTIONS: KnownActions<keyof NativePermission> = {
  shell: { action: 'run a command', field: 'fullCommandText' },
  write: { action: 'write a file', field: 'fileName' },
  read: { action: 'read a file', field: 'path' },
  url: { action: 'fetch a web page', field: 'url' },
  mcp: { action: 'call an MCP tool', field: 'toolName' },
  memory: { action: 'remember something', field: 'intention' },
  hook: { action: 'go past a hook', field: 'toolName', risk: RISK_OF_LEAVE },
  workflow: { action: 'run a workflow', field: 'intention', risk: 'high' },
};

/** The kinds of its permissions as kinds of tools. */
const KINDS: KindTable = {
  shell: 'execute',
  write: 'edit',
  read: 'read',
  url: 'fetch',
  mcp: 'mcp',
  memory: 'other',
  hook: 'other',
  workflow: 'think',
};

/** The kind of the permission that such a call would have needed. */
const PERMISSIONS: Partial<Record<ToolKind, string>> = {
  execute: 'shell',
  edit: 'write',
  read: 'read',
  fetch: 'url',
  mcp: 'mcp',
};

/** Describes a `permission.requested`. */
export function describePermission(permission: NativePermission): DescribedAction {
  const kind = textOf(permission.kind) ?? 'other';
  const mcp = mcpOf(permission);
  const described = describeAction({
    kind: kindOf(KINDS, kind),
    known: entryOf(ACTIONS, kind),
    fields: permission,
    whole: permission.args ?? permission,
    otherwise: `use ${textOf(permission.toolName) ?? kind}`,
  });
  return mcp === undefined ? described : { ...described, detail: describeMcpCall(mcp, permission.args) };
}

function mcpOf({ kind, serverName, toolName }: NativePermission): McpTool | undefined {
  const server = kind === 'mcp' ? idOf(serverName) : undefined;
  const name = idOf(toolName);
  if (server === undefined || name === undefined) {
    return undefined;
  }
  // The model calls the tool `demo-echo`.
  return { server, tool: name.startsWith(`${server}-`) ? name.slice(server.length + 1) : name };
}

/** The facts of a permission; `folder` is where a command would begin, if that is known. */
export function factsOf(permission: NativePermission, folder: string | undefined): ApprovalFacts {
  const path = idOf(permission.kind === 'write' ? permission.fileName : permission.path);
  const diff = permission.kind === 'write' ? idOf(permission.diff) : undefined;
  const command = permission.kind === 'shell' ? textOf(permission.fullCommandText) : undefined;
  const url = textOf(permission.url);
  const mcp = mcpOf(permission);
  return {
    ...(command === undefined ? {} : { command }),
    ...(command === undefined || folder === undefined ? {} : { cwd: folder }),
    ...(path === undefined ? {} : { paths: [path] }),
    ...(path === undefined || diff === undefined ? {} : { changes: [changeOfDiff(path, diff)] }),
    ...(url === undefined ? {} : { url }),
    ...(mcp === undefined ? {} : { mcp }),
  };
}

/** Describes a call that was refused without a question. */
export function describeCall(toolName: string, input: unknown, isMcp: boolean): DescribedAction {
  const toolKind = isMcp ? 'mcp' : kindOf(TOOL_KINDS, toolName);
  const { action } = ACTIONS[PERMISSIONS[toolKind] ?? ''] ?? { action: `use ${toolName}` };
  const fields: NativeToolInput = objectOf(input) ?? {};
  const detail = isMcp ? undefined : (textOf(fields.command) ?? textOf(fields.path) ?? textOf(fields.url));
  return { action, detail: detail ?? shortJson(input), riskLevel: riskLevel(toolKind, detail), toolKind };
}

/** The facts of such a call, according to its input. */
export function callFacts({ command: native, path: place, url: address }: NativeToolInput): ApprovalFacts {
  const command = textOf(native);
  const path = idOf(place);
  const url = textOf(address);
  return {
    ...(command === undefined ? {} : { command }),
    ...(path === undefined ? {} : { paths: [path] }),
    ...(url === undefined ? {} : { url }),
  };
}
