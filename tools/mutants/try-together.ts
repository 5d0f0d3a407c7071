/** Tries many mutants in one load of the sources, each behind a switch: one test then costs what a process would cost otherwise. */
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { listSources, type Mutant } from './draw-mutants.ts';
import { findMutations } from './find-mutations.ts';
import type { Room } from './rooms.ts';
import { readReport, type SwitchOrder, withSwitches } from './switches.ts';
import type { Answer } from './test-host.ts';

export interface Together {
  readonly tree: string;
  readonly room: Room;
  readonly mutants: readonly Mutant[];
  /** The longest time of a test that runs. @defaultValue no limit */
  readonly longestMs?: number;
  /** Runs the tests; false where their process has ended before they had. */
  runTests(switches: string, changed: readonly string[]): Promise<boolean>;
}

/**
 * The mutants that a test saw. Nothing is known about the others: the code of a source that runs while it is loaded runs before a mutant is
 * on, and tests may keep what they have found.
 */
export async function tryTogether({
  tree,
  room,
  mutants,
  longestMs,
  runTests,
}: Together): Promise<ReadonlyMap<Mutant, Answer>> {
  const { ids, texts } = switchAll(tree, room);
  const folder = mkdtempSync(join(tmpdir(), 'amux-switches-'));
  const report = join(folder, 'report.jsonl');
  const order = join(folder, 'order.json');
  const byId = new Map(mutants.map((mutant) => [ids.get(nameOf(mutant)) ?? 0, mutant]));
  const longest = longestMs === undefined ? {} : { longestMs };
  writeFileSync(report, '');
  writeFileSync(order, JSON.stringify({ wanted: [...byId.keys()], report, ...longest } satisfies SwitchOrder));
  const restore = replaceAll(tree, texts);
  try {
    while (!(await runTests(order, [...texts.keys()]))) {
      const last = readReport(report).at(-1);
      if (last?.is === 'spoiling') {
        continue;
      }
      if (last?.is !== 'tried') {
        throw new Error('The tests ended while no mutant was on.');
      }
      const killed = { is: 'killed', id: last.id, by: last.by, why: 'it never ended, or ended the process' };
      appendFileSync(report, `${JSON.stringify(killed)}\n`);
    }
    return collectKilled(report, byId, tree);
  } finally {
    restore();
    rmSync(folder, { recursive: true });
  }
}

const nameOf = ({ path, from, to, by }: Pick<Mutant, 'path' | 'from' | 'to' | 'by'>): string =>
  JSON.stringify([path, from, to, by]);

/** Numbers all mutants of the room, and puts the switches into its sources. */
function switchAll(tree: string, room: Room) {
  const ids = new Map<string, number>();
  const texts = new Map<string, string>();
  for (const path of room.sources.flatMap((folder) => listSources(tree, folder))) {
    const source = readFileSync(join(tree, path), 'utf8');
    const mutations = findMutations(path, source);
    // 0 stands for no mutant.
    texts.set(path, withSwitches(source, mutations, ids.size + 1));
    for (const mutation of mutations) {
      ids.set(nameOf({ path, ...mutation }), ids.size + 1);
    }
  }
  return { ids, texts };
}

/** Replaces the texts, and returns a function that restores them. */
function replaceAll(tree: string, texts: ReadonlyMap<string, string>): () => void {
  const before = [...texts].map(([path, text]) => {
    const file = join(tree, path);
    const was = { file, text: readFileSync(file, 'utf8'), ...statSync(file) };
    writeFileSync(file, text);
    utimesSync(file, was.atime, was.mtime);
    return was;
  });
  return () => {
    for (const { file, text, atime, mtime } of before) {
      writeFileSync(file, text);
      utimesSync(file, atime, mtime);
    }
  };
}

function collectKilled(report: string, byId: ReadonlyMap<number, Mutant>, tree: string): ReadonlyMap<Mutant, Answer> {
  return new Map(
    readReport(report).flatMap((line): [Mutant, Answer][] => {
      const mutant = line.is === 'killed' ? byId.get(line.id) : undefined;
      return line.is !== 'killed' || mutant === undefined
        ? []
        : [[mutant, { failed: relative(tree, line.by), tests: [line.why], durations: {} }]];
    }),
  );
}
