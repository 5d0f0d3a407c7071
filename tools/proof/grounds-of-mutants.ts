/** The ground of a room's score: its sources, its tests and what these use, and the program that draws and tries the mutants. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { filesBehind } from '../live/import-graph.ts';
import type { Room } from '../mutants/rooms.ts';
import type { Ground } from './ground.ts';

/** The files of the program, without those that all rooms share, of which each part takes its own entries. */
const PROGRAM = /^tools\/mutants(?:\.ts$|\/(?!rooms\.ts$|equivalents\.json$|mutants\.test\.ts$))|^vitest\.config\.ts$/;
const EQUIVALENTS = 'tools/mutants/equivalents.json';

export function groundOfRoom(root: string, room: Room): Ground {
  const isOfRoom = (path: string): boolean =>
    [...room.sources, ...room.tests].some((own) => path === own || path.startsWith(`${own}/`));
  const support = supportOf(root, room.tests);
  return {
    includes: (path) => !path.endsWith('.md') && (isOfRoom(path) || PROGRAM.test(path) || support.has(path)),
    extract: (read) => [JSON.stringify(room), ...equivalentsIn(read(EQUIVALENTS), room)],
  };
}

/** The files that tests import and that exist for tests alone. */
function supportOf(root: string, tests: readonly string[]): ReadonlySet<string> {
  const behind = tests.flatMap((path) => listTests(root, path)).flatMap((path) => [...filesBehind(root, path)]);
  return new Set(behind.filter((path) => /^test\/|\/testing\//.test(path)));
}

function listTests(root: string, path: string): readonly string[] {
  if (path.endsWith('.test.ts')) {
    return [path];
  }
  return existsSync(join(root, path))
    ? readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.test.ts'))
        .map((name) => join(path, name))
    : [];
}

function equivalentsIn(text: string | undefined, { sources }: Room): readonly string[] {
  const all: readonly { readonly path: string }[] = JSON.parse(text ?? '[]');
  return all
    .filter(({ path }) => sources.some((folder) => path.startsWith(`${folder}/`)))
    .map((one) => JSON.stringify(one));
}
