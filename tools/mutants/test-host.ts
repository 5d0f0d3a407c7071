/**
 * A process that keeps one vitest alive and runs test files on demand, because a mutant takes one second that way and not four. It is a
 * separate process, so that its parent can end a mutant that never returns.
 */
import { join } from 'node:path';
import { inspect } from 'node:util';
import { BaseSequencer, createVitest, type TestModule, type TestSpecification } from 'vitest/node';
import { buildHosts } from '../../test/support/build-programs.ts';
import type { SHARED_PROJECT } from './stages.ts';
import { ORDER_VARIABLE } from './switches.ts';

/** An order of the parent: the stages in order, until a test fails. All paths are below the working folder. */
export interface Order {
  /** Sources that have changed since the last order: a mutant's, and that of the mutant before it. */
  readonly changed: readonly string[];
  readonly stages: readonly (readonly string[])[];
  /** The agents that tests about each agent cover. */
  readonly agents: readonly string[];
  /** The limit of a single test. */
  readonly testTimeoutMs: number;
  /** The limit of all tests. */
  readonly allTimeoutMs: number;
  /** Set to run only the tests that share their process with others, as vitest.config.ts lists them. */
  readonly only?: typeof SHARED_PROJECT;
  /** The file with the order for sources that have switches. */
  readonly switches?: string;
}

export interface Answer {
  /** The test file that failed first; absent where all passed. */
  readonly failed?: string;
  /** Names of the tests that failed, for people. */
  readonly tests: readonly string[];
  /** Why no test ran, which is no kill. */
  readonly broken?: string;
  /** How long each file of an order without a failure took, in milliseconds. */
  readonly durations: Readonly<Record<string, number>>;
}

const root = process.cwd();
/**
 * Whether the tests wait for processes: two workers run at once then, and those may contain the changed source. Other tests cost less in
 * one worker.
 */
const startsProcesses = process.argv.includes('--processes');
// Tests draw the same each time, because another draw would be another test.
process.env['AMUX_SEED'] ??= '1';
process.env['AMUX_TEST_SEED'] ??= '1';

/** The files of the running stage, in their order. */
let stageNow: readonly string[] = [];

class StageSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) => stageNow.indexOf(moduleId.slice(root.length + 1));
    return files.sort((a, b) => placeOf(a) - placeOf(b));
  }
}

if (!startsProcesses) {
  // Building them takes as long as some hundred mutants.
  process.env['AMUX_TEST_PROGRAMS'] = 'none';
}
// One worker loads the sources once for all tests that share it.
process.env['AMUX_TEST_PROJECTS'] = 'together';
const maxWorkers = startsProcesses ? 2 : 1;
const vitest = await createVitest('test', {
  root,
  watch: false,
  bail: 1,
  isolate: startsProcesses,
  maxWorkers,
  sequence: { sequencer: StageSequencer },
  // Nothing is printed, because a mutant's failures are wanted.
  reporters: [{}],
});
for (const { config } of vitest.projects) {
  // Each project has these options of the file itself.
  config.maxWorkers = maxWorkers;
  config.sequence.groupOrder = 0;
}
await vitest.standalone();
const specifications = await vitest.globTestSpecifications();

process.on('message', (order: Order) => {
  void obey(order).then(
    (answer) => process.send?.(answer),
    (error) => process.send?.({ broken: inspect(error), tests: [], durations: {} } satisfies Answer),
  );
});
process.on('disconnect', () => process.exit());
process.send?.('ready');

async function obey({ changed, stages, agents, testTimeoutMs, only, switches }: Order): Promise<Answer> {
  for (const { config } of vitest.projects) {
    config.testTimeout = testTimeoutMs;
    if (switches === undefined) {
      delete config.runner;
    } else {
      config.runner = join(root, 'tools/mutants/switch-runner.ts');
    }
  }
  process.env[ORDER_VARIABLE] = switches ?? '';
  process.env['AMUX_TEST_AGENTS'] = agents.join();
  // All cases of a few agents are tried, where `npm test` tries a share.
  process.env['AMUX_FULL'] = agents.length > 0 ? '1' : '';
  for (const path of changed) {
    vitest.invalidateFile(join(root, path));
  }
  const hosts = process.env['AMUX_TEST_HOSTS'];
  if (startsProcesses && hosts !== undefined) {
    await buildHosts(hosts);
  }
  const durations: Record<string, number> = {};
  for (const stage of stages) {
    stageNow = stage;
    const wanted = new Set(stage.map((path) => join(root, path)));
    const chosen = specifications.filter(
      ({ moduleId, project }) => wanted.has(moduleId) && (only === undefined || project.name === only),
    );
    const files = new Set(chosen.map(({ moduleId }) => moduleId));
    if (wanted.size === 0 || (files.size === 0 && only !== undefined)) {
      continue;
    }
    const ran = await vitest.runTestSpecifications(chosen);
    const { testModules } = ran;
    // The error may be that of a mutant behind a switch, which is then tried alone.
    const unhandledErrors = switches === undefined ? ran.unhandledErrors : [];
    // vitest passes all modules of its life, and only those of this stage count.
    const modules = testModules.filter(({ moduleId }) => files.has(moduleId));
    const failed = modules.find((module) => !module.ok());
    if (
      failed !== undefined ||
      unhandledErrors.length > 0 ||
      modules.length < files.size ||
      (only === undefined && files.size < wanted.size)
    ) {
      return {
        failed: pathOf(failed) ?? stage[0] ?? 'none',
        tests:
          failed === undefined
            ? unhandledErrors.map((error) => inspect(error).slice(0, 1_000))
            : namesOfFailures(failed),
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
