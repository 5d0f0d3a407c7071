/** A copy of the repository in which sources can be changed, so that the user's stay as they are. */
import { spawnSync } from 'node:child_process';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listSources, type Mutant } from './draw-mutants.ts';
import { mutate } from './find-mutations.ts';
import type { Room } from './rooms.ts';
import { SHARED_PROJECT, stagesOf, type TimedTest } from './stages.ts';
import type { Answer, Order } from './test-host.ts';
import { createTester, STOOD_STILL } from './tester.ts';
import { tryTogether } from './try-together.ts';

export interface Workshop extends AsyncDisposable {
  /** The path of the copy. */
  readonly tree: string;
  /** The test files of a room. */
  list(room: Room): readonly string[];
  /** All tests of a room, with the time that each takes. Throws where one fails. */
  measure(room: Room): Promise<readonly TimedTest[]>;
  /** The mutants that are killed without a load of the sources for each; where tests start processes, only the other tests run. */
  tryTogether(
    room: Room,
    mutants: readonly Mutant[],
    tests: readonly TimedTest[],
  ): Promise<ReadonlyMap<Mutant, Answer>>;
  /** Runs the tests until one fails; absent where all passed. */
  tryMutant(room: Room, mutant: Mutant, tests: readonly TimedTest[]): Promise<Answer>;
}

/** Copies the last commit of the repository, with its installed packages. */
export function openWorkshop(root: string): Workshop {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'amux-mutants-')));
  const tree = join(folder, 'tree');
  git(root, 'worktree', 'add', '--detach', '--quiet', tree);
  linkModules(join(root, 'node_modules'), join(tree, 'node_modules'));
  const { run, noteChange, close } = openTesters(tree);
  return {
    tree,
    list: (room) => listTests(tree, room),
    async measure(room) {
      const paths = listTests(tree, room);
      const { failed, tests, durations } = await run(room, [paths], PATIENCE);
      if (failed !== undefined) {
        throw new Error(`Without a mutant ${failed} fails: ${tests.join(', ')}.`);
      }
      return paths.map((path) => ({ path, ms: durations[path] ?? 0 }));
    },
    async tryTogether(room, mutants, tests) {
      if (mutants.length === 0) {
        return new Map();
      }
      // A process that a test starts does not see the switches.
      const own = tests.filter((test) => isNear(room, test)).sort((a, b) => a.ms - b.ms);
      const stages = [own.map(({ path }) => path)];
      const killed = await tryTogether({
        tree,
        room,
        mutants,
        ...(room.startsProcesses ? { longestMs: LONGEST_MS } : {}),
        async runTests(switches, paths) {
          paths.forEach(noteChange);
          const { failed, tests } = await run(room, stages, {
            ...PATIENCE,
            switches,
            ...(room.startsProcesses ? { only: SHARED_PROJECT } : {}),
          });
          // A file that failed without a test that failed is one whose process has died of the mutant that was on.
          if (failed !== undefined && tests.length > 0 && tests[0] !== STOOD_STILL) {
            throw new Error(`With switches in the sources ${failed} fails: ${tests.join(', ')}.`);
          }
          return failed === undefined;
        },
      });
      for (const path of room.sources.flatMap((folder) => listSources(tree, folder))) {
        noteChange(path);
      }
      return killed;
    },
    async tryMutant(room, mutant, tests) {
      const stages = stagesOf(mutant.path, tests);
      const timeouts = timeoutsOf(tests);
      return withMutant(tree, mutant, noteChange, async () => {
        if (!room.startsProcesses) {
          return run(room, stages, timeouts);
        }
        // Tests that share a worker and need no programs cost a fraction of the others.
        const near = stages.map((stage) => stage.filter((test) => isNear(room, { path: test })));
        const answer = await run(room, near, { ...timeouts, only: SHARED_PROJECT });
        const rest = stages.map((stage) => stage.filter((test) => !Object.hasOwn(answer.durations, test)));
        return answer.failed === undefined ? run(room, rest, timeouts) : answer;
      });
    },
    async [Symbol.asyncDispose]() {
      await close();
      git(root, 'worktree', 'remove', '--force', tree);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Testers {
  readonly run: (
    room: Room,
    stages: Order['stages'],
    timeouts: Timeouts & Pick<Order, 'switches' | 'only'>,
  ) => Promise<Answer>;
  /** Records that a file has changed since the last run of the tests. */
  readonly noteChange: (path: string) => void;
  readonly close: () => Promise<void>;
}

/** The testers: one for the rooms whose tests start processes, and one for the others. */
function openTesters(tree: string): Testers {
  const tester = createTester(tree);
  const sharedTester = createTester(tree);
  /** The changes since the tests of each kind ran last. */
  const changed = { shared: new Set<string>(), processes: new Set<string>() };
  return {
    run(room, stages, timeouts) {
      // A room whose tests start processes has a separate process, which lives on for its other tests.
      const isForProcesses = room.startsProcesses === true && timeouts.only === undefined;
      const stale = changed[isForProcesses ? 'processes' : 'shared'];
      const order = { changed: [...stale], stages, agents: room.agents ?? [], ...timeouts };
      stale.clear();
      return (isForProcesses ? tester : sharedTester).run(order, isForProcesses);
    },
    noteChange(path) {
      changed.shared.add(path);
      changed.processes.add(path);
    },
    async close() {
      await tester[Symbol.asyncDispose]();
      await sharedTester[Symbol.asyncDispose]();
    },
  };
}

async function withMutant<T>(
  tree: string,
  mutant: Mutant,
  noteChange: (path: string) => void,
  act: () => Promise<T>,
): Promise<T> {
  const path = join(tree, mutant.path);
  const source = readFileSync(path, 'utf8');
  const { atime, mtime } = statSync(path);
  const put = (text: string): void => {
    writeFileSync(path, text);
    // The programs are built once and not for each mutant, so the source keeps its time, or all would be built again.
    utimesSync(path, atime, mtime);
    noteChange(mutant.path);
  };
  put(mutate(source, mutant));
  try {
    return await act();
  } finally {
    put(source);
  }
}

type Timeouts = Pick<Order, 'testTimeoutMs' | 'allTimeoutMs'>;

/** The limits of tests without a mutant, on a busy machine. */
const PATIENCE: Timeouts = { testTimeoutMs: 120_000, allTimeoutMs: 900_000 };
/** The least limits, so that a mutant that waits for ever does not cost half a minute for each test. */
const LEAST: Timeouts = { testTimeoutMs: 15_000, allTimeoutMs: 60_000 };

/** The longest test that runs for each mutant by itself, because a few hundred tests that wait for processes would take hours. */
const LONGEST_MS = 150;

/** Whether the test runs before all others: where tests start processes, those of the room itself that need no built program. */
function isNear({ startsProcesses, needsPrograms, sources, wide }: Room, { path }: Pick<TimedTest, 'path'>): boolean {
  return startsProcesses
    ? sources.some((folder) => path.startsWith(`${folder}/`)) && needsPrograms?.includes(path) !== true
    : wide?.includes(path) !== true;
}

/** The limits, derived from the times without a mutant, because the machine may be slow, and not always in the same way. */
function timeoutsOf(tests: readonly TimedTest[]): Timeouts {
  const all = tests.reduce((sum, { ms }) => sum + ms, 0);
  return {
    testTimeoutMs: Math.max(LEAST.testTimeoutMs, ...tests.map(({ ms }) => 2 * ms)),
    allTimeoutMs: Math.max(LEAST.allTimeoutMs, 5 * all),
  };
}

function listTests(tree: string, { tests }: Room): readonly string[] {
  return tests.flatMap((path) =>
    path.endsWith('.test.ts')
      ? [path]
      : readdirSync(join(tree, path), { recursive: true, encoding: 'utf8' })
          .filter((name) => name.endsWith('.test.ts'))
          .map((name) => join(path, name))
          .sort(),
  );
}

/** Links each package, except for those of the workspace, whose links lead to the copy. */
function linkModules(from: string, to: string): void {
  mkdirSync(to);
  for (const name of readdirSync(from)) {
    const source = join(from, name);
    if (name === '@agent-mux') {
      linkModules(source, join(to, name));
    } else if (lstatSync(source).isSymbolicLink()) {
      symlinkSync(readlinkSync(source), join(to, name));
    } else {
      symlinkSync(source, join(to, name));
    }
  }
}

function git(root: string, ...args: readonly string[]): void {
  const { status, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) {
    throw new Error(`\`git ${args.join(' ')}\` in ${root} failed: ${stderr}`);
  }
}
