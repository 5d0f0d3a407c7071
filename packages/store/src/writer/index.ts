/** The writing thread: the messages to it, its answers, and what its tasks report. It runs by `main.ts`, which nobody imports. */
export type { CheckOptions, CheckReport, StoreProblem } from './check.ts';
export type { FromTask, ToImport } from './import-task.ts';
export type { FromWriter, ToWriter, WriterData } from './messages.ts';
export type { PruneReport, PruneRule } from './prune.ts';
export type { ImportReport } from './staging.ts';
export type { TaskData } from './tasks.ts';
