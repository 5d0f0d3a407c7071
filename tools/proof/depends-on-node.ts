/** The unit tests whose results may depend on the version of Node: files, and folders of them. */

/** Tests that depend on Node. The rest is pure, or repeats the same calls: the recordings, for one, give the same on each Node. */
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
  // The growth of garbage differs between versions of V8.
  'test/flood.test.ts',
];
