/**
 * Finds the test files that start processes. To start one, Node copies the tables of its own memory, which takes 1 ms of a core at
 * first, and 15 where a worker holds 500 MB, as the tests that read all recordings make it. So these run before those, in other workers.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { globSync } from 'tinyglobby';

const ROOT = join(import.meta.dirname, '../..');

/** Matches what such a test names: the library for it, or one of the helpers that start something. */
export const STARTS =
  /child_process|node-pty|toy-run|toyAdapter|fakeAgent|AgentProcess|playScenario|startHost|testing\/(?:call-amux|run-amux|sit|observe-agent|killable)/;

/** Paths from the root, of those that the patterns match. */
export function findStarters(patterns: readonly string[]): string[] {
  return globSync([...patterns], { cwd: ROOT, ignore: ['**/node_modules/**'] }).filter((path) =>
    STARTS.test(readFileSync(join(ROOT, path), 'utf8')),
  );
}
