/** What the tools of Gemini CLI are, in our words. */
import { entryOf } from '../../shared/native-value.ts';
import type { ActionKind } from '../../shared/risk-level.ts';

const KINDS: Readonly<Record<string, ActionKind>> = {
  read_file: 'read',
  read_many_files: 'read',
  list_directory: 'read',
  glob: 'search',
  grep_search: 'search',
  search_file_content: 'search',
  write_file: 'edit',
  replace: 'edit',
  run_shell_command: 'execute',
  web_fetch: 'network',
  google_web_search: 'network',
  exit_plan_mode: 'permission',
};

/** undefined: none of those that mean more than their name. */
export function kindOfTool(name: string): ActionKind | undefined {
  return entryOf(KINDS, name);
}

/** Of a tool's name with its MCP server's in it. One that was given to the run is known by its name; else the first `_` parts the two. */
export function mcpOfTool(
  name: string,
  servers: readonly string[],
): { readonly server: string; readonly tool: string } | undefined {
  if (!name.startsWith('mcp_')) {
    return undefined;
  }
  const rest = name.slice('mcp_'.length);
  const known = servers
    .filter((server) => rest.startsWith(`${server}_`))
    .sort((one, other) => other.length - one.length)[0];
  const at = known === undefined ? rest.indexOf('_') : known.length;
  return at <= 0 || at === rest.length - 1 ? undefined : { server: rest.slice(0, at), tool: rest.slice(at + 1) };
}
