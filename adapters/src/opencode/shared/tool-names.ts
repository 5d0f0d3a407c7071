/** The MCP tools that opencode's names stand for. */

import type { McpTool } from '@agent-mux/events';
import { serverIn } from '../../shared/index.ts';

/** opencode's own tools that have an underscore in their name. */
const OWN: ReadonlySet<string> = new Set(['apply_patch', 'plan_enter', 'plan_exit', 'multi_edit', 'lsp_hover']);

/**
 * The server and the tool in a name `<server>_<tool>`, which has no prefix. The names of the run's servers show where the server's ends.
 * Where they are not known, as in a replay, it ends at the first underscore, which only the tools above have among opencode's own.
 */
export function mcpOfTool(name: string, servers: readonly string[]): McpTool | undefined {
  const known = serverIn(name, servers, (server) => `${server}_`);
  const guessed = OWN.has(name) ? undefined : /^([A-Za-z0-9-]+)_./.exec(name)?.[1];
  const server = known ?? (servers.length === 0 ? guessed : undefined);
  return server === undefined ? undefined : { server, tool: name.slice(server.length + 1) };
}
