/** The MCP servers of this package, as an agent is told of them. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { McpServerConfig } from '@agent-mux/core';

/** Path of the program of the server `demo`. It must stay beside the package, bundled or not. */
export const demoMcpServerPath: string = join(
  dirname(createRequire(import.meta.url).resolve('@agent-mux/testkit/package.json')),
  'mcp-server/demo.mjs',
);

/** `demo`: tools `echo`, `fail`, `rpc-error`, `ask` and `image`. `dead`: leaves at once. */
export function demoMcpServer(name: 'demo' | 'dead'): McpServerConfig {
  const args = name === 'demo' ? [demoMcpServerPath] : [demoMcpServerPath, '--dead'];
  return { name, transport: 'stdio', command: process.execPath, args };
}
