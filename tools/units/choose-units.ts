/** Chooses the unit tests to run, from the paths that changed since all of them were run at full size. */
import type { Changes } from '../live/choose-live.ts';

export interface UnitTest {
  readonly path: string;
  /** All files that it imports, directly or through others, itself among them. */
  readonly behind: ReadonlySet<string>;
  /** Whether it reads files of the clone, or starts programs that are built from them: no import shows which. */
  readonly readsAnything: boolean;
  /** Whether docs are among what it reads. */
  readonly readsDocs: boolean;
}

export interface UnitChoice {
  /** Undefined where all of them are to run. */
  readonly files?: readonly string[];
  /** One sentence for people. */
  readonly why: string;
}

export interface ChoiceOptions {
  /** Of the tests that can notice no change, one of `every` runs. */
  readonly every: number;
  /** Which of them: another number takes others, and any `every` numbers in a row take all. */
  readonly seed: number;
}

/** What the proof writes itself. */
const RECORDS = /^docs\/proof\.(?:json|md)$/;
const DOCS = /\.md$|^docs\/|^LICENSE$/;
/** What decides how each test runs, and what it is given. */
const MACHINERY =
  /^(?:\.ci\/|(?:package|package-lock|tsconfig.*)\.json$|(?:vitest|tsup)\.config\.ts$|(?:packages\/[^/]+|adapters|tools)\/package\.json$|test\/support\/(?:build-programs|find-starters)\.ts$|tools\/(?:test-units\.ts$|units\/))/;

export function chooseUnits(changes: Changes, tests: readonly UnitTest[], options: ChoiceOptions): UnitChoice {
  if ('unknown' in changes) {
    return { why: `${changes.unknown} So all unit tests are run.` };
  }
  const changed = changes.paths.filter((path) => !RECORDS.test(path));
  const ofMachinery = changed.find((path) => MACHINERY.test(path));
  if (ofMachinery !== undefined) {
    return { why: `${ofMachinery} has changed since all unit tests were run at full size. So all of them are run.` };
  }
  const noticing = tests.filter(({ behind, readsAnything, readsDocs }) =>
    changed.some((path) => (DOCS.test(path) ? readsDocs : readsAnything || behind.has(path))),
  );
  const others = tests.filter((test) => !noticing.includes(test));
  const share = drawFiles(others, options);
  const chosen = new Set([...noticing, ...share].map(({ path }) => path));
  return {
    files: tests.map(({ path }) => path).filter((path) => chosen.has(path)),
    why:
      `Files that have changed since all unit tests were run at full size: ${changed.length}. ` +
      `Test files that can notice it: ${noticing.length}, which are run, and ${share.length} of the other ${others.length}.`,
  };
}

/** One of `every` of the slow tests and of the others, so that any `every` seeds in a row take all of them. */
function drawFiles(tests: readonly UnitTest[], { every, seed }: ChoiceOptions): readonly UnitTest[] {
  const slow = tests.filter(({ readsAnything }) => readsAnything);
  const quick = tests.filter(({ readsAnything }) => !readsAnything);
  return [slow, quick].flatMap((kind) => kind.filter((_, place) => place % every === seed % every));
}
