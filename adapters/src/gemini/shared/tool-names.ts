/** MCP tools of Gemini CLI by their names. */

import type { McpTool } from '@agent-mux/events';
import { serverIn } from '../../shared/index.ts';

/** Of a tool's name with its MCP server's in it. One that was given to the run is known by its name; else the first `_` parts the two. */
export function mcpOfTool(name: string, servers: readonly string[]): McpTool | undefined {
  if (!name.startsWith('mcp_')) {
    return undefined;
  }
  const rest = name.slice('mcp_'.length);
  const at = serverIn(rest, servers, (server) => `${server}_`)?.length ?? rest.indexOf('_');
  return at <= 0 || at === rest.length - 1 ? undefined : { server: rest.slice(0, at), tool: rest.slice(at + 1) };
}
