/**
 * A process that keeps one vitest alive and runs test files as it is told, for a mutant costs a second that way and not four. It
 * is a process of its own, so that its parent can end a mutant that never returns.
 */
import { join } from 'node:path';
import { createVitest, type TestModule } from 'vitest/node';
import { buildHosts } from '../../test/support/build-programs.ts';

/** What the parent asks for: the stages in order, until a test fails. All paths are below the working folder. */
export interface Order {
  /** Sources that have changed since the last order: a mutant's, and that of the mutant before it. */
  readonly changed: readonly string[];
  readonly stages: readonly (readonly string[])[];
  /** After so long a single test has failed. */
  readonly testTimeoutMs: number;
  /** After so long all of them have. */
  readonly allTimeoutMs: number;
}

export interface Answer {
  /** The test file that failed first. Absent where all passed. */
  readonly failed?: string;
  /** Names of the tests that failed, for people. */
  readonly tests: readonly string[];
  /** How long each file of an order without a failure took, in milliseconds. */
  readonly durations: Readonly<Record<string, number>>;
}

const root = process.cwd();
/** Such tests wait for processes, which two do at once, and those may contain what was changed. Others cost less in one worker. */
const startsProcesses = process.argv.includes('--processes');
const vitest = await createVitest('test', {
  root,
  watch: false,
  bail: 1,
  isolate: startsProcesses,
  maxWorkers: startsProcesses ? 2 : 1,
  // Nothing is printed: a mutant's failures are what is wanted.
  reporters: [{}],
});
await vitest.standalone();
const specifications = await vitest.globTestSpecifications();

process.on('message', (order: Order) => {
  void obey(order).then((answer) => process.send?.(answer));
});
process.on('disconnect', () => process.exit());
process.send?.('ready');

async function obey({ changed, stages, testTimeoutMs }: Order): Promise<Answer> {
  for (const { config } of vitest.projects) {
    config.testTimeout = testTimeoutMs;
  }
  for (const path of changed) {
    vitest.invalidateFile(join(root, path));
  }
  const hosts = process.env['AMUX_TEST_HOSTS'];
  if (startsProcesses && hosts !== undefined) {
    await buildHosts(hosts);
  }
  const durations: Record<string, number> = {};
  for (const stage of stages) {
    const files = new Set(stage.map((path) => join(root, path)));
    const chosen = specifications.filter(({ moduleId }) => files.has(moduleId));
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(chosen);
    // It hands over all modules of its life: those of this stage alone count.
    const modules = testModules.filter(({ moduleId }) => files.has(moduleId));
    const failed = modules.find((module) => !module.ok());
    if (failed !== undefined || unhandledErrors.length > 0 || modules.length < files.size) {
      return {
        failed: pathOf(failed) ?? stage[0] ?? 'none',
        tests: failed === undefined ? unhandledErrors.map(String) : namesOfFailures(failed),
        durations,
      };
    }
    for (const module of modules) {
      durations[module.moduleId.slice(root.length + 1)] = module.diagnostic().duration;
    }
  }
  return { tests: [], durations };
}

function pathOf(module: TestModule | undefined): string | undefined {
  return module?.moduleId.slice(root.length + 1);
}

function namesOfFailures(module: TestModule): readonly string[] {
  const tests = [...module.children.allTests('failed')].map(
    (test) => `${test.fullName}: ${test.result().errors?.[0]?.message}`,
  );
  return tests.length > 0 ? tests : module.errors().map(({ message }) => message);
}
