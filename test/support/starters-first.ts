/**
 * The order in which test files begin: first those that start processes. To start one, Node copies the tables of its own memory, which
 * takes 1 ms of a core at first, and 15 where a worker holds 500 MB. The tests that read all recordings make it hold that.
 */
import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Matches what such a test names: the library for it, or one of the helpers that start something. */
const STARTS =
  /child_process|node-pty|toy-run|toyAdapter|fakeAgent|AgentProcess|playScenario|startHost|testing\/(?:call-amux|run-amux|sit|observe-agent|killable)/;

export class StartersFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const starters = new Set(sorted.filter(({ moduleId }) => STARTS.test(readFileSync(moduleId, 'utf8'))));
    return [...starters, ...sorted.filter((file) => !starters.has(file))];
  }
}
