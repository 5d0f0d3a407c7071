/** Keeps runs in one file, and gives them back. */
export type { Hidden } from './chunks.ts';
export { openStore, type ReplayRunOptions, type Store, type StoreOptions } from './open-store.ts';
export type { ReadOptions } from './reader.ts';
export type { RunFilter, RunSummary } from './run-summary.ts';
export type { StoredEntry } from './stored-entry.ts';
export type { TailOptions } from './tail.ts';
export type { ExportOptions } from './transfer.ts';
export type { CheckOptions, CheckReport, StoreProblem } from './writer/check.ts';
export type { PruneReport, PruneRule } from './writer/prune.ts';
export type { ImportReport } from './writer/staging.ts';
