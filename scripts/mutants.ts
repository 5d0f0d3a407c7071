/**
 * `npm run mutants -- [--seed N] [--count 60] [--rooms a,b]`: changes the sources in one place at a time and runs the tests of the
 * room, which must see it. Survivors are printed; the last line is the score. Exit code 1 where a room kills fewer than nine of ten.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { drawMutants, type Equivalent, type Mutant } from './mutants/draw-mutants.ts';
import { ROOMS, type Room } from './mutants/rooms.ts';
import { openWorkshop, type Workshop } from './mutants/workshop.ts';

const ROOT = join(import.meta.dirname, '..');
const LEAST = 0.9;

const { values } = parseArgs({
  options: { seed: { type: 'string' }, count: { type: 'string', default: '60' }, rooms: { type: 'string' } },
});
const seed = demandNumber('--seed', values.seed ?? String(Date.now() % 2 ** 31));
const count = demandNumber('--count', values.count);
const equivalents: readonly Equivalent[] = JSON.parse(
  readFileSync(join(ROOT, 'scripts/mutants/equivalents.json'), 'utf8'),
);

function demandNumber(flag: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) {
    throw new Error(`${flag} takes a whole number from 1 on, and not "${text}".`);
  }
  return value;
}

function chooseRooms(names: string | undefined): readonly Room[] {
  const wanted = names?.split(',') ?? ROOMS.map(({ name }) => name);
  const unknown = wanted.filter((name) => !ROOMS.some((room) => room.name === name));
  if (unknown.length > 0) {
    throw new Error(`There is no room ${unknown.join(', ')}. There are: ${ROOMS.map(({ name }) => name).join(', ')}.`);
  }
  return ROOMS.filter(({ name }) => wanted.includes(name));
}

function survivorsOf(workshop: Workshop, room: Room, mutants: readonly Mutant[]): readonly Mutant[] {
  if (!workshop.passes(room.tests)) {
    throw new Error(
      `The tests of ${room.name} fail without a mutant: \`npx vitest run ${room.tests.join(' ')}\` says why.`,
    );
  }
  return mutants.filter((mutant) => workshop.passes(room.tests, mutant));
}

console.log(`seed ${seed}, ${count} mutants a room`);
const scores: string[] = [];
let isEnough = true;
using workshop = openWorkshop(ROOT);
for (const room of chooseRooms(values.rooms)) {
  const mutants = drawMutants(room, { root: ROOT, seed, count, equivalents });
  const survivors = survivorsOf(workshop, room, mutants);
  for (const { path, line, before, change } of survivors) {
    console.log(`lives: ${path}:${line}: ${change} (${JSON.stringify(before.slice(0, 80))})`);
  }
  const killed = mutants.length - survivors.length;
  console.log(`${room.name}: ${killed} of ${mutants.length} killed`);
  scores.push(`${room.name} ${killed}/${mutants.length}`);
  isEnough &&= killed >= mutants.length * LEAST;
}
process.exitCode = isEnough ? 0 : 1;
console.log(`seed ${seed}: ${scores.join(', ')}`);
