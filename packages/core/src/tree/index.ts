export {
  type AgentToolOptions,
  agentTool,
  type CalledRun,
  type HandoffToolOptions,
  handoffTool,
} from './agent-tool.ts';
export type { Ledger, LedgerRow } from './ledger.ts';
export { calledPlace, DEFAULT_MAX_DEPTH, successorPlace } from './places.ts';
export { type AbortTree, createRunTree, type RunTree } from './run-tree.ts';
export { Tree } from './tree.ts';
