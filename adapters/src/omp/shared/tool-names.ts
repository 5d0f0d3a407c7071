/** MCP tools by the names that omp gives them. */
import type { ResolvedOptions } from '@agent-mux/core';

/** The plugin by which a run is given its MCP servers: a folder of that name. It stands before the names of its servers. */
export const PLUGIN = 'amux';

/** `mcp__amux_demo_echo`: between its parts stands the same sign that each of them may have in it. */
export function mcpOf(
  toolName: string,
  { mcpServers = [] }: ResolvedOptions,
): { readonly server: string; readonly tool: string } | undefined {
  const rest = /^mcp__(.+)$/.exec(toolName)?.[1];
  if (rest === undefined) {
    return undefined;
  }
  const given = mcpServers
    .map(({ name }) => ({ name, prefix: `${PLUGIN}_${wireName(name)}_` }))
    .filter(({ prefix }) => rest.startsWith(prefix))
    .sort((one, other) => other.prefix.length - one.prefix.length)[0];
  if (given !== undefined) {
    return { server: given.name, tool: rest.slice(given.prefix.length) };
  }
  // A server of the user's own, or of a recording, which does not tell what the run was given.
  const name = rest.startsWith(`${PLUGIN}_`) ? rest.slice(PLUGIN.length + 1) : rest;
  const at = name.indexOf('_');
  return at <= 0 ? undefined : { server: name.slice(0, at), tool: name.slice(at + 1) };
}

function wireName(server: string): string {
  return server.toLowerCase().replace(/[^a-z0-9]+/g, '_');
}
