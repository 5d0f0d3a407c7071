/** Plays test files in the crowd, and once more alone what failed there: two attempts, and no more. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

const VITEST = join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs');

/** The part of vitest's JSON report that is read here. */
export interface Report {
  numPassedTests: number;
  numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: FileReport[];
  /** Tests that failed in the crowd and passed alone, with the message of their first attempt. */
  flaky?: readonly FlakyTest[];
  /** How many flaky tests are allowed. */
  flakyBudget?: number;
}

interface FileReport {
  readonly name: string;
  status: string;
  readonly message: string;
  assertionResults: TestReport[];
}

interface TestReport {
  readonly ancestorTitles: readonly string[];
  readonly title: string;
  readonly fullName: string;
  status: string;
  readonly failureMessages: readonly string[];
}

interface FlakyTest {
  readonly file: string;
  readonly name: string;
  readonly firstFailure: string;
}

export interface PlayOptions {
  readonly config: string;
  /** The files; all of the config where there are none. */
  readonly files: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Whether agents are played whole, which means hundreds of tests. */
  readonly isWhole: boolean;
}

/**
 * How many tests may fail once: 3. Where agents are played whole, 3 of each 200 tests begun, because a run of 980 tests differs from one of
 * 114, and each of them waits for a program that has deadlines of its own.
 */
export function flakyBudgetOf(begun: number, isWhole: boolean): number {
  return isWhole ? Math.max(FLAKY_BUDGET, Math.floor((begun * FLAKY_BUDGET) / 200)) : FLAKY_BUDGET;
}

const FLAKY_BUDGET = 3;

/** The report of both attempts. Nothing is erased from it: a test that failed first and passed then is in `flaky`. */
export function playFiles({ config, files, env = {}, isWhole }: PlayOptions): Report {
  const folder = mkdtempSync(join(tmpdir(), 'amux-real-'));
  const play = (name: string, args: readonly string[]): Report => {
    const file = join(folder, `${name}.json`);
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    // A single file has one worker, which may then do the work of the two that the config allows.
    const alone = name === 'crowd' && files.length === 1 ? ['--maxConcurrency=4'] : [];
    spawnSync(process.execPath, [VITEST, 'run', '--config', config, '--retry=0', ...reporters, ...alone, ...args], {
      stdio: 'inherit',
      env: { ...process.env, ...env },
    });
    return JSON.parse(readFileSync(file, 'utf8'));
  };
  try {
    return tryAgain(play('crowd', files), { play, isWhole });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Again {
  readonly isWhole: boolean;
  play(name: string, args: readonly string[]): Report;
}

function tryAgain(report: Report, { play, isWhole }: Again): Report {
  const failed = report.testResults.filter(({ status }) => status === 'failed');
  const begun = report.numPassedTests + report.numFailedTests;
  const flakyBudget = flakyBudgetOf(begun, isWhole);
  const count = failed.reduce((sum, file) => sum + Math.max(1, file.assertionResults.filter(isFailed).length), 0);
  if (count > flakyBudget) {
    // Even if all passed now, the run would fail for its flaky tests; and each test would wait for a broken CLI once more.
    console.log(`\n== ${count} tests failed; ${flakyBudget} may be flaky. None is tried again.`);
    return { ...report, flaky: [], flakyBudget };
  }
  const flaky: FlakyTest[] = [];
  for (const [index, file] of failed.entries()) {
    const again = play(`alone-${index}`, aloneArguments(file));
    flaky.push(...settle(report, file, again));
  }
  return { ...report, flaky, flakyBudget };
}

const isFailed = ({ status }: TestReport): boolean => status === 'failed';
const nameOf = ({ ancestorTitles, title }: TestReport): string => [...ancestorTitles, title].join(' ');

/** The arguments that play one file's failed tests alone; all of it where none of its tests was played. */
function aloneArguments({ name, assertionResults }: FileReport): readonly string[] {
  const titles = assertionResults.filter(isFailed).map(nameOf);
  const file = relative(process.cwd(), name);
  console.log(`\n== once more, alone: ${file}\n${titles.map((title) => `   ${title}\n`).join('')}`);
  const pattern = titles.map((title) => title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  return ['--maxWorkers=1', '--maxConcurrency=1', ...(titles.length > 0 ? ['-t', `^(${pattern})$`] : []), file];
}

/** Writes the second attempt over the first, and returns the tests whose results differ. */
function settle(report: Report, file: FileReport, again: Report): readonly FlakyTest[] {
  const [second] = again.testResults;
  const of = relative(process.cwd(), file.name);
  const first = file.assertionResults;
  if (!first.some(isFailed)) {
    // The file could not be loaded, so its tests were played only now.
    file.status = second?.status ?? 'failed';
    file.assertionResults = second?.assertionResults ?? [];
    report.numPassedTests += again.numPassedTests;
    report.numFailedTests += again.numFailedTests;
    return file.status === 'failed' ? [] : [{ file: of, name: '(file)', firstFailure: file.message }];
  }
  const flaky: FlakyTest[] = [];
  for (const test of first.filter(isFailed)) {
    if (second?.assertionResults.find((each) => nameOf(each) === nameOf(test))?.status === 'passed') {
      test.status = 'passed';
      report.numFailedTests -= 1;
      report.numPassedTests += 1;
      flaky.push({ file: of, name: nameOf(test), firstFailure: test.failureMessages.join('\n') });
    }
  }
  file.status = first.some(isFailed) ? 'failed' : 'passed';
  return flaky;
}
