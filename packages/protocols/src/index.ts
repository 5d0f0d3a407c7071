/** A run as events of other systems. */
export type { SourceEntry } from './model/index.ts';
export { project, projectAll } from './project.ts';
export type { EntrySource, Projection } from './projection.ts';
export type { Rules, Violation } from './rules.ts';
