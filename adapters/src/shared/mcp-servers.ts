/** MCP servers: how a CLI is given them, and how it names their tools. */
import type { McpServerConfig } from '@agent-mux/core';

/** The servers by name, each in the form that most CLIs read. `more` has the fields that one of them needs in addition. */
export function mcpEntries(servers: readonly McpServerConfig[], more: object = {}): Readonly<Record<string, unknown>> {
  return Object.fromEntries(servers.map((server) => [server.name, { ...mcpEntry(server), ...more }]));
}

function mcpEntry({ transport, command, args = [], env = {}, url, headers = {} }: McpServerConfig): object {
  return transport === 'stdio'
    ? { type: 'stdio', command, args, env }
    : { type: transport === 'sse' ? 'sse' : 'http', url, headers };
}

/**
 * The server whose name begins the name of a tool; the longest, where one name is the beginning of another. `wired` gives its name within
 * the tool's.
 */
export function serverIn(
  toolName: string,
  servers: readonly string[],
  wired: (server: string) => string,
): string | undefined {
  return servers
    .filter((server) => toolName.startsWith(wired(server)))
    .sort((one, other) => wired(other).length - wired(one).length)[0];
}
