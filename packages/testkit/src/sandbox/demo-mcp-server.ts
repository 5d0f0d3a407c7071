/** The MCP servers of this package, in the form in which an agent is given them. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { McpServerConfig } from '@agent-mux/core';

/** The path of the program of the server `demo`. It must stay beside the package, bundled or not. */
export const demoMcpServerPath: string = join(
  dirname(createRequire(import.meta.url).resolve('@agent-mux/testkit/package.json')),
  'mcp-server/demo.mjs',
);

/** The server: `demo` has the tools `echo`, `fail`, `rpc-error`, `ask` and `image`; `dead` exits at once. */
export function demoMcpServer(name: 'demo' | 'dead'): McpServerConfig {
  const args = name === 'demo' ? [demoMcpServerPath] : [demoMcpServerPath, '--dead'];
  return { name, transport: 'stdio', command: process.execPath, args };
}
