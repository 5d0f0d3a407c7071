/** The MCP tools that Gemini CLI's names stand for. */

import type { McpTool } from '@agent-mux/events';
import { serverIn } from '../../shared/index.ts';

/**
 * The server and the tool in a name that contains both. A server that the run was given is recognised by its name; otherwise the first `_`
 * separates the two.
 */
export function mcpOfTool(name: string, servers: readonly string[]): McpTool | undefined {
  if (!name.startsWith('mcp_')) {
    return undefined;
  }
  const rest = name.slice('mcp_'.length);
  const at = serverIn(rest, servers, (server) => `${server}_`)?.length ?? rest.indexOf('_');
  return at <= 0 || at === rest.length - 1 ? undefined : { server: rest.slice(0, at), tool: rest.slice(at + 1) };
}
