/** The runtime: everything that a program, or the author of an adapter, needs of it. */
export * from './adapter/index.ts';
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
export type {
  AbortTree,
  Activity,
  ActivityChange,
  ActivityListener,
  AwaitableTurn,
  Boundary,
  Delivery,
  EntriesOptions,
  FollowUpOptions,
  ListenOptions,
  PublishOptions,
  RunHandle,
  RunTree,
  Turn,
} from './readers/index.ts';
export {
  type AdapterDefinition,
  type AdapterRegistry,
  type AgentInfo,
  type AskVersionOptions,
  askVersion,
  type CapabilityClaims,
  chooseMode,
  defineAdapter,
  describeInstallMethod,
  findInstallMethods,
  type InstalledAgent,
  type ModeDefinition,
  type VersionAnswer,
  type VersionFault,
} from './registry/index.ts';
export {
  type Cause,
  type ExitReason,
  type Ledger,
  type LedgerRow,
  OUTCOMES,
  type RunError,
  type RunResult,
  type RunState,
  type TokenUsageSummary,
  type TurnFile,
  type TurnResult,
  type TurnTool,
} from './results/index.ts';
export type { RunLog, RunLogOptions, RunStore, Stored, StoredRun } from './run/index.ts';
export type { AnySchema, JsonSchema, OutputOf, StandardSchema } from './schema/index.ts';
export type {
  Session,
  SessionIterateOptions,
  SessionListOptions,
  SessionLookup,
  SessionManager,
  SessionProblem,
  SessionSummary,
} from './sessions/index.ts';
export { createStoredHandle, type StoredHandleOptions, type StoredRunHandle } from './stored/index.ts';
