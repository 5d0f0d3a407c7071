/** Chooses the unit tests to run, from the paths that changed since all of them were run. */
import type { Changes } from '../live/choose-live.ts';

export interface UnitTest {
  readonly path: string;
  /** All files that it imports, directly or through others, itself among them. */
  readonly behind: ReadonlySet<string>;
  /** Whether it reads files of the clone, or starts programs that are built from them: no import shows which. */
  readonly readsAnything: boolean;
  /** Whether docs are among what it reads. */
  readonly readsDocs: boolean;
  /** Whether it runs at a fraction of its size unless AMUX_FULL=1 is set. */
  readonly hasFullSize: boolean;
}

export interface UnitChoice {
  /** Undefined where all of them are to run. */
  readonly files?: readonly string[];
  /** One sentence for people. */
  readonly why: string;
}

export interface ChoiceOptions {
  /** One runs of this many tests that can notice no change. */
  readonly every: number;
  /** It says which of them runs: another number takes others, and any `every` numbers in a row take all. */
  readonly seed: number;
}

/** Matches what the proof writes itself, which changes with each proof. */
const RECORDS = /^docs\/proof\.(?:json|md)$/;
/** These tests read what the proof writes. */
export const TESTS_OF_RECORDS: readonly string[] = ['test/docs.test.ts', 'tools/proof/proof.test.ts'];
const DOCS = /^(?:[^/]+|(?:packages\/[^/]+|adapters)\/README)\.md$|^docs\/|^LICENSE$/;
/** These match what decides how each test runs, what it is given, and whether it is chosen. */
const MACHINERY = [
  /^\.ci\//,
  /^(?:package|package-lock|tsconfig.*)\.json$/,
  /^(?:packages\/[^/]+|adapters|tools)\/(?:package|tsconfig.*)\.json$/,
  /^(?:vitest|tsup)\.config\.ts$/,
  /^test\/support\/(?:build-programs|drawn|find-starters)\.ts$/,
  /^tools\/(?:test-units\.ts|units\/|build\/|live\/(?:import-graph|find-changes)\.ts|proof\/(?:git|proof-file)\.ts)/,
];

export function chooseUnits(changes: Changes, tests: readonly UnitTest[], options: ChoiceOptions): UnitChoice {
  if ('unknown' in changes) {
    return { why: `${changes.unknown} So all unit tests are run.` };
  }
  const changed = changes.paths;
  const ofMachinery = changed.find((path) => MACHINERY.some((pattern) => pattern.test(path)));
  if (ofMachinery !== undefined) {
    return { why: `${ofMachinery} has changed since all unit tests were run. So all of them are run.` };
  }
  const noticing = new Set(tests.filter((test) => changed.some((path) => canNotice(test, path))));
  const others = tests.filter((test) => !noticing.has(test));
  const share = new Set(drawFiles(others, options));
  return {
    files: tests.filter((test) => noticing.has(test) || share.has(test)).map(({ path }) => path),
    why:
      `Files that have changed since all unit tests were run: ${changed.length}. ` +
      `Test files that can notice it: ${noticing.size}, which are run, and ${share.size} of the other ${others.length}.`,
  };
}

function canNotice({ path: own, behind, readsAnything, readsDocs }: UnitTest, path: string): boolean {
  if (RECORDS.test(path)) {
    return TESTS_OF_RECORDS.includes(own);
  }
  return DOCS.test(path) ? readsDocs : readsAnything || behind.has(path);
}

/** One of `every` of the slow tests and of the others, so that any `every` seeds in a row take all of them. */
function drawFiles(tests: readonly UnitTest[], { every, seed }: ChoiceOptions): readonly UnitTest[] {
  const slow = tests.filter(({ readsAnything }) => readsAnything);
  const quick = tests.filter(({ readsAnything }) => !readsAnything);
  return [slow, quick].flatMap((kind) => kind.filter((_, place) => place % every === seed % every));
}
