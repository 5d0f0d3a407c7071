/** Keeps runs in one file, and gives them back. */
export type { Hidden, StoredEntry } from './file/index.ts';
export { openStore, type ReplayRunOptions, type Store, type StoreOptions } from './open-store.ts';
export type { ReadOptions } from './reader.ts';
export type { RunFilter, RunSummary } from './run-summary.ts';
export type { TailOptions } from './tail.ts';
export type { ExportOptions } from './transfer.ts';
export type { CheckOptions, CheckReport, ImportReport, PruneReport, PruneRule, StoreProblem } from './writer/index.ts';
