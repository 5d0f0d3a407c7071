/** A copy of the repository in which sources can be changed, so that those of the user stay as they are. */
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
import { stagesOf, type TimedTest } from './stages.ts';
import type { Answer, Order } from './test-host.ts';
import { createTester, STOOD_STILL } from './tester.ts';
import { tryTogether } from './try-together.ts';

export interface Workshop extends AsyncDisposable {
  /** Of the copy. */
  readonly tree: string;
  /** The test files of a room. */
  list(room: Room): readonly string[];
  /** All tests of a room, with the time that each takes. Throws where one fails. */
  measure(room: Room): Promise<readonly TimedTest[]>;
  /** Those of the mutants that can be seen to be killed without a load of the sources for each: where tests start processes, by the others. */
  tryTogether(
    room: Room,
    mutants: readonly Mutant[],
    tests: readonly TimedTest[],
  ): Promise<ReadonlyMap<Mutant, Answer>>;
  /** Runs them until one fails; absent where all passed. */
  tryMutant(room: Room, mutant: Mutant, tests: readonly TimedTest[]): Promise<Answer>;
}

/** The last commit of the repository, with what is installed there. */
export function openWorkshop(root: string): Workshop {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'amux-mutants-')));
  const tree = join(folder, 'tree');
  git(root, 'worktree', 'add', '--detach', '--quiet', tree);
  linkModules(join(root, 'node_modules'), join(tree, 'node_modules'));
  const tester = createTester(tree);
  /** What was changed since the tests ran last. */
  const changed = new Set<string>();
  const run = (
    room: Room,
    stages: Order['stages'],
    timeouts: Timeouts & Pick<Order, 'switches' | 'isPure'>,
  ): Promise<Answer> => {
    const order = { changed: [...changed], stages, agents: room.agents ?? [], ...timeouts };
    changed.clear();
    return tester.run(order, room.startsProcesses === true && order.isPure !== true);
  };
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
      if (mutants.length === 0) return new Map();
      // A process of a test knows nothing of the switches.
      const isPure = room.startsProcesses === true;
      const own = tests.filter(({ path }) => room.wide?.includes(path) !== true).sort((a, b) => a.ms - b.ms);
      const stages = [own.map(({ path }) => path)];
      const killed = await tryTogether({
        tree,
        room,
        mutants,
        async runTests(switches, paths) {
          for (const path of paths) changed.add(path);
          const { failed, tests } = await run(room, stages, { ...PATIENCE, switches, isPure });
          if (failed !== undefined && tests[0] !== STOOD_STILL) {
            throw new Error(`With switches in the sources ${failed} fails: ${tests.join(', ')}.`);
          }
          return failed === undefined;
        },
      });
      for (const path of room.sources.flatMap((folder) => listSources(tree, folder))) changed.add(path);
      return killed;
    },
    async tryMutant(room, mutant, tests) {
      const path = join(tree, mutant.path);
      const source = readFileSync(path, 'utf8');
      const { atime, mtime } = statSync(path);
      writeFileSync(path, mutate(source, mutant));
      // The programs are built once and not for each mutant: a newer source would have them all built again.
      utimesSync(path, atime, mtime);
      changed.add(mutant.path);
      try {
        return await run(room, stagesOf(mutant.path, tests), timeoutsOf(tests));
      } finally {
        writeFileSync(path, source);
        utimesSync(path, atime, mtime);
        changed.add(mutant.path);
      }
    },
    async [Symbol.asyncDispose]() {
      await tester[Symbol.asyncDispose]();
      git(root, 'worktree', 'remove', '--force', tree);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Timeouts = Pick<Order, 'testTimeoutMs' | 'allTimeoutMs'>;

/** Of tests that are as they should be, on a machine that others use too. */
const PATIENCE: Timeouts = { testTimeoutMs: 120_000, allTimeoutMs: 900_000 };
/** A mutant that waits for ever shall not cost half a minute for each test. */
const LEAST: Timeouts = { testTimeoutMs: 15_000, allTimeoutMs: 60_000 };

/** By what the tests took without a mutant: the machine may be slow, and is not always so in the same way. */
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

/** Each package by a link, but those of the workspace: their links lead to the copy. */
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
