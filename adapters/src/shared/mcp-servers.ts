/** MCP servers, as a CLI is told of them, and as it names their tools. */
import type { McpServerConfig } from '@agent-mux/core';

/** By name, each in the form that most CLIs read. `more`: what one of them wants beside it. */
export function mcpEntries(servers: readonly McpServerConfig[], more: object = {}): Readonly<Record<string, unknown>> {
  return Object.fromEntries(servers.map((server) => [server.name, { ...mcpEntry(server), ...more }]));
}

function mcpEntry({ transport, command, args = [], env = {}, url, headers = {} }: McpServerConfig): object {
  return transport === 'stdio'
    ? { type: 'stdio', command, args, env }
    : { type: transport === 'sse' ? 'sse' : 'http', url, headers };
}

/** The server with which the name of a tool begins; the longest, where one is the beginning of another. `wired`: its name in the tool's. */
export function serverIn(
  toolName: string,
  servers: readonly string[],
  wired: (server: string) => string,
): string | undefined {
  return servers
    .filter((server) => toolName.startsWith(wired(server)))
    .sort((one, other) => wired(other).length - wired(one).length)[0];
}
