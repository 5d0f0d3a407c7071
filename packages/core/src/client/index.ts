/** Clients: their options, how their runs are validated and started, and the tools by which agents call each other. */

export type { RunReference } from './active-runs.ts';
export {
  type AgentToolOptions,
  agentTool,
  type CalledRun,
  type HandoffToolOptions,
  handoffTool,
} from './agent-tool.ts';
export { type AgentMuxClient, type Answer, createClient } from './client.ts';
export type { CallOptions, ClientOptions, HandoffOptions } from './client-options.ts';
export { type ToolOptions, tool } from './tool.ts';
