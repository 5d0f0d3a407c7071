/** The conformance suite that every adapter runs, and its checks one by one. Needs vitest. */
export { findClaimProblems, listEventTypes, type ModeEvents } from './claims.ts';
export { type ConformanceOptions, describeAdapter, type Skip } from './describe-adapter.ts';
export { findHeaderProblems, findSecrets } from './fixture-files.ts';
export { type LoadedFixture, loadFixtures } from './load-fixtures.ts';
export { mangleEntries } from './mangle-entries.ts';
export {
  checksOf,
  checksOfOptions,
  findReplayProblems,
  findSpeechProblems,
  findViolations,
  type ReplayedFixture,
  replayFixture,
} from './replay-fixture.ts';
