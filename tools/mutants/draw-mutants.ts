/** Draws mutants of a room by a seed: the same seed draws the same ones from the same sources. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createSeededRandom } from '@agent-mux/testkit';
import { findMutations, type Mutation } from './find-mutations.ts';
import type { Room } from './rooms.ts';

export interface Mutant extends Mutation {
  /** The path below the root. */
  readonly path: string;
  readonly line: number;
  /** The lines around it, with the changed part in guillemets. */
  readonly code: string;
}

/** A mutant that behaves like the original, with the reason. */
export interface Equivalent {
  readonly path: string;
  /** The code of the survivor as it is printed. If the code changes, the mutant is no longer recognised. */
  readonly code: string;
  readonly change: string;
  readonly reason: string;
}

export interface DrawOptions {
  readonly root: string;
  readonly seed: number;
  readonly count: number;
  readonly equivalents: readonly Equivalent[];
}

/** The mutants; fewer than `count` where the room has no more. */
export function drawMutants(room: Room, { root, seed, count, equivalents }: DrawOptions): readonly Mutant[] {
  const all = room.sources.flatMap((folder) => listSources(root, folder)).flatMap((path) => mutantsOf(root, path));
  const random = createSeededRandom(seed);
  const drawn: Mutant[] = [];
  const left = [...all];
  while (drawn.length < count && left.length > 0) {
    const [mutant] = left.splice(Math.floor(random() * left.length), 1);
    if (mutant !== undefined && !equivalents.some((known) => isSame(known, mutant))) {
      drawn.push(mutant);
    }
  }
  return drawn;
}

function isSame(known: Equivalent, { path, code, change }: Mutant): boolean {
  return known.path === path && known.code === code && known.change === change;
}

export function listSources(root: string, folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`)
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.includes('/testing/'))
    .filter((path) => statSync(join(root, path)).isFile())
    .sort();
}

function mutantsOf(root: string, path: string): readonly Mutant[] {
  const source = readFileSync(join(root, path), 'utf8');
  return findMutations(path, source).map((mutation) => ({
    ...mutation,
    path,
    line: source.slice(0, mutation.from).split('\n').length,
    code: codeOf(source, mutation),
  }));
}

function codeOf(source: string, { from, to }: Mutation): string {
  const start = source.lastIndexOf('\n', from - 1) + 1;
  const end = source.indexOf('\n', to);
  return `${source.slice(start, from)}«${source.slice(from, to)}»${source.slice(to, end < 0 ? undefined : end)}`.trim();
}
