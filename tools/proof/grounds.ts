/** The grounds of the parts that play no real CLI and change no source. */
import { listUnitTests } from '../units/list-unit-tests.ts';
import { DEPENDS_ON_NODE } from './depends-on-node.ts';
import type { Ground } from './ground.ts';

/** Docs, which are no ground of a proof. */
const WORDS = /\.md$|^docs\/|^(?:\.gitignore|LICENSE)$/;
/** The files from which the packages are built. */
const PACKAGES = /^(?:packages|adapters|examples)\/|^(?:tsup\.config\.ts|tsconfig.*\.json|package-lock\.json)$/;
const UNIT_TEST = /\.test\.[jt]s$/;

export function groundOfEverything(): Ground {
  return { includes: (path) => !WORDS.test(path) };
}

/** The ground of the unit tests that have a full size: everything but what none of them reads, and the tests that have none. */
export function groundOfSizes(root: string): Ground {
  const tests = listUnitTests(root).filter(({ hasFullSize }) => !hasFullSize);
  const unsized = new Set(tests.map(({ path }) => path));
  const unread =
    /^(?:\.ci|bench|test\/(?:real|agents)|tools\/(?:ci|house|mutants|packed|proof))\/|^(?:biome|knip)\.json$|^tools\/test-(?!units)/;
  return { includes: (path) => !WORDS.test(path) && !unread.test(path) && !unsized.has(path) };
}

/** The ground of the tarballs that a user gets, and of the recording and the CLI on which they are tried. */
export function groundOfPackages(): Ground {
  const tried =
    /^(?:tools\/(?:test-packed|install-agents)\.mjs$|tools\/(?:packed|build)\/|fixtures\/claude\/|test\/agents\/package)/;
  return {
    includes: (path) => !WORDS.test(path) && (PACKAGES.test(path) || tried.test(path)) && !UNIT_TEST.test(path),
  };
}

/** The ground of what runs on another Node: the code, its tests, and what these read. */
export function groundOfCode(): Ground {
  const read = /^(?:fixtures|test\/support)\/|^tools\/(?:test-nodes|proof\/depends-on-node)\.ts$|^vitest\.config\.ts$/;
  const isTest = (path: string): boolean => DEPENDS_ON_NODE.some((start) => path.startsWith(start));
  // Only these tests run there, so that another one of the packages changes nothing.
  const isCode = (path: string): boolean => PACKAGES.test(path) && !UNIT_TEST.test(path);
  return { includes: (path) => !WORDS.test(path) && (isCode(path) || read.test(path) || isTest(path)) };
}
