export type { RunReference } from './active-runs.ts';
export {
  type AgentMuxClient,
  type Answer,
  type CallOptions,
  type ClientOptions,
  createClient,
  type HandoffOptions,
} from './client.ts';
