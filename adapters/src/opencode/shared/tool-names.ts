/** MCP tools of opencode by their names. */

import type { McpTool } from '@agent-mux/events';
import { serverIn } from '../../shared/index.ts';

/** opencode's own tools that have a line in their name. */
const OWN: ReadonlySet<string> = new Set(['apply_patch', 'plan_enter', 'plan_exit', 'multi_edit', 'lsp_hover']);

/**
 * `<server>_<tool>`, without a prefix of its own: the names of the run's servers tell where one ends. Where they are not known,
 * as in a replay, it ends at the first line, which none of opencode's own tools has but those.
 */
export function mcpOfTool(name: string, servers: readonly string[]): McpTool | undefined {
  const known = serverIn(name, servers, (server) => `${server}_`);
  const guessed = OWN.has(name) ? undefined : /^([A-Za-z0-9-]+)_./.exec(name)?.[1];
  const server = known ?? (servers.length === 0 ? guessed : undefined);
  return server === undefined ? undefined : { server, tool: name.slice(server.length + 1) };
}
