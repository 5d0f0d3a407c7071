export type * from './adapter/adapter.ts';
export type { AdapterDefinition, CapabilityClaims, ModeDefinition } from './adapter/complete-adapter.ts';
export { defineAdapter } from './adapter/define-adapter.ts';
export * from './adapter/dialect.ts';
export type * from './adapter/draft.ts';
export type * from './adapter/options.ts';
export type * from './adapter/prices.ts';
export type * from './adapter/session-reader.ts';
export { absolutePath, isAbsolutePath } from './assembler/index.ts';
export * from './client/index.ts';
export { type Clock, systemClock } from './clock.ts';
export * from './errors.ts';
export type {
  ApprovalDetail,
  InputDetail,
  InteractionChannel,
  PendingInteraction,
  RespondOptions,
} from './interaction/index.ts';
export {
  type AdapterRegistry,
  type AgentInfo,
  type AskVersionOptions,
  type AuthScene,
  type AuthState,
  askVersion,
  checkAuth,
  chooseMode,
  describeInstallMethod,
  findInstallMethods,
  type InstalledAgent,
  type VersionAnswer,
  type VersionFault,
} from './registry/index.ts';
export {
  type Boundary,
  type Cause,
  type EntriesOptions,
  EXIT_CODE_OF_ERROR,
  EXIT_CODE_OF_MISUSE,
  type ExitReason,
  exitCodeOf,
  exitCodeOfResult,
  type FollowUpOptions,
  type ListenOptions,
  OUTCOMES,
  type PublishOptions,
  type RunError,
  type RunHandle,
  type RunResult,
  type RunState,
  type TokenUsageSummary,
} from './run/index.ts';
export type { AnySchema, JsonSchema, OutputOf, StandardSchema } from './schema/standard-schema.ts';
export { type ToolOptions, tool } from './schema/tool.ts';
export type {
  Session,
  SessionIterateOptions,
  SessionListOptions,
  SessionLookup,
  SessionManager,
  SessionProblem,
  SessionSummary,
} from './sessions/index.ts';
export type { RunLog, RunLogOptions, RunStore, Stored, StoredRun } from './stored/store.ts';
export { createStoredHandle, type StoredHandleOptions, type StoredRunHandle } from './stored/stored-handle.ts';
export {
  type AbortTree,
  type AgentToolOptions,
  agentTool,
  type CalledRun,
  type HandoffToolOptions,
  handoffTool,
  type Ledger,
  type LedgerRow,
  type RunTree,
} from './tree/index.ts';
export type {
  Activity,
  ActivityChange,
  ActivityListener,
  AwaitableTurn,
  Delivery,
  Turn,
  TurnFile,
  TurnResult,
  TurnTool,
} from './turns/index.ts';
