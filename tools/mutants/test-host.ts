/**
 * A process that keeps one vitest alive and runs test files as it is told, for a mutant costs a second that way and not four. It
 * is a process of its own, so that its parent can end a mutant that never returns.
 */
import { join } from 'node:path';
import { inspect } from 'node:util';
import { BaseSequencer, createVitest, type TestModule, type TestSpecification } from 'vitest/node';
import { buildHosts } from '../../test/support/build-programs.ts';
import type { SHARED_PROJECT } from './stages.ts';
import { ORDER_VARIABLE } from './switches.ts';

/** What the parent asks for: the stages in order, until a test fails. All paths are below the working folder. */
export interface Order {
  /** Sources that have changed since the last order: a mutant's, and that of the mutant before it. */
  readonly changed: readonly string[];
  readonly stages: readonly (readonly string[])[];
  /** Those that tests ask about where they ask about each. */
  readonly agents: readonly string[];
  /** After so long a single test has failed. */
  readonly testTimeoutMs: number;
  /** After so long all of them have. */
  readonly allTimeoutMs: number;
  /** Only the tests that share their process with others, as vitest.config.ts tells them. */
  readonly only?: typeof SHARED_PROJECT;
  /** The sources have switches: what is to be done with these stands in this file. */
  readonly switches?: string;
}

export interface Answer {
  /** The test file that failed first. Absent where all passed. */
  readonly failed?: string;
  /** Names of the tests that failed, for people. */
  readonly tests: readonly string[];
  /** Why nothing was asked: that is no kill. */
  readonly broken?: string;
  /** How long each file of an order without a failure took, in milliseconds. */
  readonly durations: Readonly<Record<string, number>>;
}

const root = process.cwd();
/** Such tests wait for processes, which two do at once, and those may contain what was changed. Others cost less in one worker. */
const startsProcesses = process.argv.includes('--processes');
// What tests draw they draw the same each time: another draw would be another test.
process.env['AMUX_SEED'] ??= '1';
process.env['AMUX_TEST_SEED'] ??= '1';

/** The files of the stage that runs, as they are to be asked. */
let stageNow: readonly string[] = [];

class StageSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) => stageNow.indexOf(moduleId.slice(root.length + 1));
    return files.sort((a, b) => placeOf(a) - placeOf(b));
  }
}

if (!startsProcesses) {
  // To build them takes as long as some hundred mutants.
  process.env['AMUX_TEST_PROGRAMS'] = 'none';
}
const maxWorkers = startsProcesses ? 2 : 1;
const vitest = await createVitest('test', {
  root,
  watch: false,
  bail: 1,
  isolate: startsProcesses,
  maxWorkers,
  sequence: { sequencer: StageSequencer },
  // Nothing is printed: a mutant's failures are what is wanted.
  reporters: [{}],
});
for (const { config } of vitest.projects) {
  // Each has that of the file for itself.
  config.maxWorkers = maxWorkers;
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
  // Of a few agents all cases are tried that `npm test` tries a share of.
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
    // With switches it may be a mutant's: whether it is seen by that, it is asked alone.
    const unhandledErrors = switches === undefined ? ran.unhandledErrors : [];
    // It hands over all modules of its life: those of this stage alone count.
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
