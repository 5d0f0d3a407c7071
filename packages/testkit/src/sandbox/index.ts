/** Sandboxes for agents under test. */
export { claudeEnvironment, type Prepared, prepareClaude } from './claude-environment.ts';
export { createSandbox, type Sandbox } from './create-sandbox.ts';
export { demoMcpServer, demoMcpServerPath } from './demo-mcp-server.ts';
