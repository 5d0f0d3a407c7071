/** The unit tests that may come to another end on another version of Node: files, and folders of them. */

/** The rest is pure, or the same calls again: the recordings, for one, say the same on each Node. */
export const DEPENDS_ON_NODE: readonly string[] = [
  'packages/core/src/process/',
  'packages/core/src/readers/',
  'packages/core/src/run/',
  'packages/core/src/recording/',
  'packages/core/src/redaction/',
  'packages/core/src/replay/',
  'packages/agent-mux/src/cli/output.test.ts',
  'packages/agent-mux/src/cli/follow-run.test.ts',
  // The library of the store is compiled for each version.
  'packages/store/src/opening.test.ts',
  'packages/store/src/round-trip.test.ts',
  // What V8 lets garbage grow to differs.
  'test/flood.test.ts',
];
