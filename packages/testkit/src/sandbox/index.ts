/** Sandboxes for agents under test. */
export { claudeEnvironment, prepareClaude } from './claude-environment.ts';
export { codexEnvironment, prepareCodex } from './codex-environment.ts';
export { copilotEnvironment, prepareCopilot } from './copilot-environment.ts';
export { createSandbox, type Sandbox } from './create-sandbox.ts';
export { demoMcpServer, demoMcpServerPath } from './demo-mcp-server.ts';
export { geminiEnvironment, prepareGemini } from './gemini-environment.ts';
export { ompEnvironment, prepareOmp } from './omp-environment.ts';
export { prepareOpenclaw } from './openclaw-environment.ts';
export { opencodeEnvironment, prepareOpencode } from './opencode-environment.ts';
export { piEnvironment, preparePi } from './pi-environment.ts';
export type { Prepared } from './prepared.ts';
