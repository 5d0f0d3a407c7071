/** The words of .ci/run, in a bash of their own. */
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const WORDS = join(import.meta.dirname, 'steps.sh');
const ROOT = join(import.meta.dirname, '../..');

function run(...rows: readonly string[]): readonly string[] {
  const { stdout, stderr } = spawnSync('bash', ['-c', ['source "$0" || exit 1', ...rows].join('\n'), WORDS], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return stdout
    .trimEnd()
    .split('\n')
    .map((row) => row.replace(/\(\d+ s\)/, '(N s)'));
}

it('begins with a program, prints what each step prints, and counts a step that failed', () => {
  expect(
    run("step first env printf 'one\\n'", 'step second sh -c "echo two; echo three >&2; exit 3"', 'count'),
  ).toEqual([
    '== first',
    'one',
    '== first: ok (N s)',
    '== second',
    'two',
    'three',
    '== second: FAILED (N s)',
    'failed without a failed test: second',
    'two',
    'three',
    'failed step: second',
    '0 passed, 1 failed',
  ]);
});

it('prints all of a step before the next one', () => {
  const printed = run('step long seq 20000', 'step next true', 'count');
  expect(printed.slice(-5)).toEqual([
    '20000',
    '== long: ok (N s)',
    '== next',
    '== next: ok (N s)',
    '0 passed, 0 failed',
  ]);
});

it('waits for no process that a step has left behind', () => {
  const folder = mkdtempSync(join(tmpdir(), 'amux-steps-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'printed');
  const printed = openSync(path, 'w');
  // Into a file, since a pipe would not end before that process does.
  const { status } = spawnSync('bash', ['-c', `source "$0"\nstep leaving sh -c 'sleep 60 & echo $!'\ncount`, WORDS], {
    cwd: ROOT,
    stdio: ['ignore', printed, printed],
  });
  closeSync(printed);
  const rows = readFileSync(path, 'utf8').trimEnd().split('\n');
  expect([status, rows.at(-1)]).toEqual([0, '0 passed, 0 failed']);
  expect(process.kill(Number(rows[1]), 'SIGKILL'), 'it was alive').toBe(true);
}, 60_000);

it('prints what went on beside other steps where it is joined', () => {
  expect(run('beside far sh -c "echo far"', 'step near env echo near', 'join far', 'count')).toEqual([
    '== near',
    'near',
    '== near: ok (N s)',
    '== far, which went on beside the others',
    'far',
    '== far: ok (N s)',
    '0 passed, 0 failed',
  ]);
});
