/** What is known of an approval and is not itself one of the texts that the person sees: its words, its command, its changes or a value of its input. */
import { resolve } from 'node:path';
import type { ApprovalRequestEvent } from '@agent-mux/events';

/** Returns the facts by the names under which they are shown. The folder is one only where it is not that of the run. */
export function untoldFacts(
  event: ApprovalRequestEvent,
  runFolder: string | undefined,
): Readonly<Record<string, unknown>> {
  const { action, detail, context, command, changes = [], input, cwd, paths = [], url, host, mcp, reason } = event;
  const shown = textsIn([
    action,
    detail,
    context,
    command,
    changes.flatMap(({ path, movedTo }) => [path, movedTo]),
    input,
  ]);
  // A short name, such as `/` or `db`, is within many texts that say something else.
  const isShown = (text: string): boolean => shown.includes(text);
  const facts: Readonly<Record<string, string | undefined>> = {
    folder: cwd !== undefined && runFolder !== undefined && resolve(cwd) === resolve(runFolder) ? undefined : cwd,
    address: url,
    host,
    'MCP server': mcp?.server,
    'MCP tool': mcp?.tool,
    reason,
  };
  const untold = Object.entries(facts).filter(([, text]) => text !== undefined && text !== '' && !isShown(text));
  const otherPaths = paths.filter((path) => !isShown(path) && !isShown(relativeTo(path, cwd ?? runFolder)));
  return Object.fromEntries([...untold, ...(otherPaths.length === 0 ? [] : [['paths', otherPaths]])]);
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'object' && value !== null) {
    return Object.values(value).flatMap(textsIn);
  }
  return typeof value === 'string' ? [value] : [];
}

/** An agent may name a file as seen from its folder. */
function relativeTo(path: string, folder: string | undefined): string {
  return folder !== undefined && path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
}
