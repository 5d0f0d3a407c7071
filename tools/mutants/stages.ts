/** Orders the tests of a room so that a mutant is most likely seen soon. */
import { dirname } from 'node:path';

export interface TimedTest {
  readonly path: string;
  readonly ms: number;
}

/** The project of the tests that leave nothing behind in their process, in vitest.config.ts. */
export const SHARED_PROJECT = 'shared';

/** The limit of a quick test. */
const QUICK_MS = 1_500;

/**
 * The stages: first the quick tests beside the mutated source, then the other quick ones, then the rest, the slowest last. No test is left
 * out.
 */
export function stagesOf(source: string, tests: readonly TimedTest[]): readonly (readonly string[])[] {
  const isBeside = ({ path }: TimedTest) => dirname(path) === dirname(source);
  const isQuick = ({ ms }: TimedTest) => ms < QUICK_MS;
  const slow = tests.filter((test) => !isQuick(test)).sort((a, b) => a.ms - b.ms);
  return [
    tests.filter((test) => isQuick(test) && isBeside(test)),
    tests.filter((test) => isQuick(test) && !isBeside(test)),
    slow.filter(isBeside),
    slow.filter((test) => !isBeside(test)),
  ]
    .map((stage) => stage.map(({ path }) => path))
    .filter((stage) => stage.length > 0);
}
