/** Plays scenarios on a real CLI. */
export { findLeftOver, type LeftOver } from './find-left-over.ts';
export type { HostWords, PlayedFollowUp } from './host.ts';
export { type Environment, type Played, type PlayedRun, type PlayOptions, playScenario } from './play-scenario.ts';
