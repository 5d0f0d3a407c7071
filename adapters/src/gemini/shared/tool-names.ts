/** MCP tools of Gemini CLI by their names. */

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
