export type { Boundary } from './follow-ups.ts';
export type { EntriesOptions } from './journal-reader.ts';
export type { ListenOptions } from './listeners.ts';
export * from './outcome.ts';
export type { PreparedRun } from './prepared-run.ts';
export { Run } from './run.ts';
export { createRunHandle, type FollowUpOptions, type PublishOptions, type RunHandle } from './run-handle.ts';
export * from './run-result.ts';
export type { RunState } from './run-state.ts';
