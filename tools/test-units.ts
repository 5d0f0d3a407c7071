/**
 * `test-units [options of vitest] [files…]`, which is `npm test`: runs the unit tests that can notice what changed since all of them were
 * run at full size, as docs/proof.md says, and a share of the others, another one each time. Where files are named, it runs those. All of
 * them are run where nobody can know what changed, and with AMUX_UNITS=all.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { DRAW_SEED } from '../test/support/drawn.ts';
import { findChanges } from './live/find-changes.ts';
import { chooseUnits } from './units/choose-units.ts';
import { listUnitTests } from './units/list-unit-tests.ts';

const ROOT = join(import.meta.dirname, '..');
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs');
/** The share takes two minutes on two cores. */
const EVERY = 6;
/** Within a file, a share of the cases is drawn by the remainder of the seed, which must say nothing of the files. */
const SEED_OF_FILES = Math.floor(DRAW_SEED / 5_040);

const args = process.argv.slice(2);

function choose(): readonly string[] {
  if (process.env['AMUX_UNITS'] === 'all' || args.some((arg) => !arg.startsWith('-'))) {
    return [];
  }
  const { files = [], why } = chooseUnits(findChanges(ROOT, 'unit'), listUnitTests(ROOT), {
    every: EVERY,
    seed: SEED_OF_FILES,
  });
  console.log(`${why}${files.length > 0 ? ` AMUX_SEED=${DRAW_SEED} chooses the same; AMUX_UNITS=all runs all.` : ''}`);
  return files;
}

const { status } = spawnSync(process.execPath, [VITEST, 'run', ...args, ...choose()], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, AMUX_SEED: String(DRAW_SEED) },
});
process.exitCode = status ?? 1;
