/**
 * `test-units [options of vitest] [files…]`, which is `npm test`: runs the unit tests that can notice what changed since all of them were
 * run, as docs/proof.md says, and a share of the others, drawn anew each time. All of them are run where nobody can know what changed, with
 * AMUX_UNITS=all, and where an option or a name chooses among all of them. AMUX_FULL=1 runs all that have a full size, at that.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { DRAW_SEED, IS_FULL } from '../test/support/drawn.ts';
import type { Changes } from './live/choose-live.ts';
import { findChanges } from './live/find-changes.ts';
import { chooseUnits } from './units/choose-units.ts';
import { listUnitTests } from './units/list-unit-tests.ts';

const ROOT = join(import.meta.dirname, '..');
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs');
/** The share takes two minutes on two cores. */
const EVERY = 6;
/** The remainder of the seed draws a share of the cases within a file. It must say nothing of the files. */
const SEED_OF_FILES = Math.floor(DRAW_SEED / 5_040);
/** Matches a name or the value of an option, and the options that choose tests or say where they are. */
const CHOOSES = /^(?!-)|^(?:-t|--(?:testNamePattern|shard|config|root|dir|project|changed|related))(?:$|=)/;

const args = process.argv.slice(2);

function changesSinceProof(): Changes {
  try {
    return findChanges(ROOT, 'unit');
  } catch (error) {
    return { unknown: error instanceof Error ? error.message : String(error) };
  }
}

function choose(): readonly string[] {
  if (!Number.isSafeInteger(DRAW_SEED) || DRAW_SEED < 0) {
    throw new Error(`AMUX_SEED is "${process.env['AMUX_SEED']}". It must be a whole number, such as 1.`);
  }
  if (process.env['AMUX_UNITS'] === 'all' || args.some((arg) => CHOOSES.test(arg))) {
    return [];
  }
  if (IS_FULL) {
    const tests = listUnitTests(ROOT);
    const sized = tests.filter(({ hasFullSize }) => hasFullSize);
    console.log(`Test files that have a full size: ${sized.length} of ${tests.length}, which are run at that.`);
    return sized.map(({ path }) => path);
  }
  const { files = [], why } = chooseUnits(changesSinceProof(), listUnitTests(ROOT), {
    every: EVERY,
    seed: SEED_OF_FILES,
  });
  console.log(`${why}${files.length > 0 ? ` AMUX_SEED=${DRAW_SEED} draws the same; AMUX_UNITS=all runs all.` : ''}`);
  return files;
}

const vitest = spawn(process.execPath, [VITEST, 'run', ...args, ...choose()], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, AMUX_SEED: String(DRAW_SEED) },
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => vitest.kill(signal));
}
vitest.on('close', (code) => {
  process.exitCode = code ?? 1;
});
