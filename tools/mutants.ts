/**
 * `npm run mutants -- [--seed N] [--count 60] [--rooms a,b] [--resume FILE]`: changes the sources of the last commit in one place at a time
 * and runs the tests of the room, which must fail. Each survivor is printed as soon as it is known, the score of a room at its end, all
 * scores in the last line. A file keeps the results, and a second run does not repeat what is in it. Exit code 1 where a room kills fewer
 * than nine of ten.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { drawMutants, type Equivalent, type Mutant } from './mutants/draw-mutants.ts';
import { ROOMS, type Room } from './mutants/rooms.ts';
import type { TimedTest } from './mutants/stages.ts';
import type { Answer } from './mutants/test-host.ts';
import { openVerdicts, type Verdict } from './mutants/verdicts.ts';
import { openWorkshop } from './mutants/workshop.ts';

const ROOT = join(import.meta.dirname, '..');
const LEAST = 0.9;

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    count: { type: 'string', default: '60' },
    rooms: { type: 'string' },
    resume: { type: 'string' },
  },
});
const seed = demandNumber('--seed', values.seed ?? String(Date.now() % 2 ** 31));
const count = demandNumber('--count', values.count);
const equivalents: readonly Equivalent[] = JSON.parse(
  readFileSync(join(ROOT, 'tools/mutants/equivalents.json'), 'utf8'),
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

console.log(`seed ${seed}, ${count} mutants a room`);
const scores: string[] = [];
let isEnough = true;
await using workshop = openWorkshop(ROOT);
const verdicts = openVerdicts(workshop.tree, values.resume);
for (const room of chooseRooms(values.rooms)) {
  const startedAt = performance.now();
  const mutants = drawMutants(room, { root: workshop.tree, seed, count, equivalents });
  const killed = await countKilled(room, mutants);
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
  console.log(`${room.name}: ${killed} of ${mutants.length} killed, in ${minutes} minutes`);
  scores.push(`${room.name} ${killed}/${mutants.length}`);
  isEnough &&= killed >= mutants.length * LEAST;
}
process.exitCode = isEnough ? 0 : 1;
console.log(`seed ${seed}: ${scores.join(', ')}`);

async function countKilled(room: Room, mutants: readonly Mutant[]): Promise<number> {
  const paths = workshop.list(room);
  let measured: readonly TimedTest[] | undefined;
  const unknown = mutants.filter((mutant) => verdicts.find(mutant, paths) === undefined);
  if (!room.startsProcesses) {
    measured = await workshop.measure(room);
  }
  // Tests that start processes take minutes, so they run only for mutants that the others have not seen.
  const together = await workshop.tryTogether(room, unknown, measured ?? paths.map((path) => ({ path, ms: 0 })));
  for (const [mutant, answer] of together) {
    verdicts.keep(mutant, paths, verdictOf(answer));
  }
  let killed = 0;
  for (const mutant of mutants) {
    const answer = together.get(mutant);
    let verdict = answer === undefined ? verdicts.find(mutant, paths) : verdictOf(answer);
    if (verdict === undefined) {
      measured ??= await workshop.measure(room);
      verdict = verdictOf(await workshop.tryMutant(room, mutant, measured));
      verdicts.keep(mutant, paths, verdict);
    }
    if (verdict.killedBy === undefined) {
      const { path, line, code, change } = mutant;
      console.log(`lives: ${path}:${line}: ${change}\n  ${code}`);
    } else {
      killed += 1;
    }
  }
  // A mutant that was left in place would have killed those after it.
  if (measured !== undefined) {
    await workshop.measure(room);
  }
  return killed;
}

function verdictOf({ failed, tests }: Answer): Verdict {
  return failed === undefined ? {} : { killedBy: failed, why: tests };
}
