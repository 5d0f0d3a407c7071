/** MCP tools by the names that omp gives them. */
import type { ResolvedOptions } from '@agent-mux/core';
import type { McpTool } from '@agent-mux/events';
import { serverIn } from '../../shared/index.ts';

/** The folder of the plugin by which a run is given its MCP servers; its name stands before those of the servers. */
export const PLUGIN = 'amux';

/** The server and the tool in a name such as `mcp__amux_demo_echo`, whose separator may also be part of either name. */
export function mcpOf(toolName: string, { mcpServers = [] }: ResolvedOptions): McpTool | undefined {
  const rest = /^mcp__(.+)$/.exec(toolName)?.[1];
  if (rest === undefined) {
    return undefined;
  }
  const prefixOf = (server: string): string => `${PLUGIN}_${wireName(server)}_`;
  const names = mcpServers.map(({ name }) => name);
  const given = serverIn(rest, names, prefixOf);
  if (given !== undefined) {
    return { server: given, tool: rest.slice(prefixOf(given).length) };
  }
  // The name may be of a server of the user's own, or of a recording, which does not contain what the run was given.
  const name = rest.startsWith(`${PLUGIN}_`) ? rest.slice(PLUGIN.length + 1) : rest;
  const at = name.indexOf('_');
  return at <= 0 ? undefined : { server: name.slice(0, at), tool: name.slice(at + 1) };
}

function wireName(server: string): string {
  return server.toLowerCase().replace(/[^a-z0-9]+/g, '_');
}
