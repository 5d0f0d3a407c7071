/** A run from its first moment to its last: one driver around a machine that has no clock and no files. */
export { createRunHandle } from './create-run-handle.ts';
export { EntryLog } from './entry-log.ts';
export { readNotes } from './guarded-mode.ts';
export type { HostAction, HostSpeech } from './host-action.ts';
export { wordsOf } from './input-log.ts';
export type { OpenLog } from './keeper.ts';
export { type Lineage, type Place, rootPlace } from './lineage.ts';
export { AGENT_DEFAULTS, type PreparedRun } from './prepared-run.ts';
export { findUnpriced } from './prices.ts';
export { NOT_RECORDED, type RecordedOptions, recordOptions } from './recorded-options.ts';
export type { ExitFacts, Recorder } from './recorder.ts';
export { mergePolicies, RETRY_DEFAULTS } from './retry-policy.ts';
export { Run } from './run.ts';
export type { RunKin } from './run-deps.ts';
export { headerOf } from './run-header.ts';
export { createRunId, createRunIds } from './run-ids.ts';
export { RunMachine } from './run-machine.ts';
export type { RunLog, RunLogOptions, RunStore, Stored, StoredRun } from './store.ts';
