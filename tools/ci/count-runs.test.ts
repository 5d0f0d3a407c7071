/** The last line of CI, and what it counts, from the program that .ci/run ends with. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const PROGRAM = join(import.meta.dirname, 'count-runs.mjs');

interface Test {
  readonly fullName: string;
  readonly status: string;
  readonly failureMessages?: readonly string[];
}

const passed = (fullName: string): Test => ({ fullName, status: 'passed', failureMessages: [] });
const failed = (fullName: string): Test => ({ fullName, status: 'failed', failureMessages: ['it is not so'] });
const flaky = (fullName: string): Test => ({ fullName, status: 'passed', failureMessages: ['it was late'] });

function report(tests: readonly Test[], more: object = {}): object {
  const count = (status: string): number => tests.filter((test) => test.status === status).length;
  return {
    numPassedTests: count('passed'),
    numFailedTests: count('failed'),
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [
      { name: 'a.test.ts', status: count('failed') > 0 ? 'failed' : 'passed', message: '', assertionResults: tests },
    ],
    ...more,
  };
}

const UNLOADED = report([], {
  testResults: [{ name: 'b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] }],
});
const alone = (count: number): object => ({
  flaky: Array.from({ length: count }, (_, index) => ({
    file: 'r.test.ts',
    name: `r${index}`,
    firstFailure: 'it was late',
  })),
});
const four = ['a', 'b', 'c', 'd'].map(flaky);

type Case = [
  what: string,
  reports: Readonly<Record<string, object>>,
  failedSteps: readonly string[],
  last: string,
  words: readonly string[],
  output?: Readonly<Record<string, string>>,
];

it.each<Case>([
  ['nothing', {}, [], '0 passed, 0 failed', []],
  ['two runs', { unit: report([passed('a')]), real: report([passed('b'), passed('c')]) }, [], '3 passed, 0 failed', []],
  [
    'skipped tests',
    { unit: report([passed('a')], { numPendingTests: 2, numTodoTests: 1 }) },
    [],
    '1 passed, 0 failed, 3 skipped',
    [],
  ],
  [
    'a failed test once, not also as its step',
    { unit: report([passed('a'), failed('b')]) },
    ['unit'],
    '1 passed, 1 failed',
    ['failed: unit: a.test.ts: b\nit is not so', 'failed step: unit'],
  ],
  [
    'a file that could not be loaded',
    { unit: UNLOADED },
    ['unit'],
    '0 passed, 1 failed',
    ['failed: unit: b.test.ts: (file)\nno such module'],
  ],
  ['a step without tests', { unit: report([passed('a')]) }, ['check'], '1 passed, 1 failed', ['failed step: check']],
  [
    'a step that failed beside its tests, with the end of what it printed',
    { unit: report([passed('a')]) },
    ['unit'],
    '1 passed, 1 failed',
    ['failed without a failed test: unit\nrow 41\n', 'row 100\nfailed step: unit'],
    { unit: Array.from({ length: 100 }, (_, row) => `row ${row + 1}\n`).join('') },
  ],
  ['a step that left no report', {}, ['install', 'unit'], '0 passed, 2 failed', []],
  [
    'flaky tests',
    { unit: report(four.slice(0, 3)) },
    [],
    '3 passed, 0 failed',
    ['flaky: unit: a.test.ts: a\nit was late', '3 flaky, of at most 3.'],
  ],
  ['too many of them', { unit: report(four) }, [], '4 passed, 1 failed', ['4 flaky, of at most 3: too many.']],
  [
    'too many of them over all runs',
    { unit: report(four.slice(0, 2)), real: report([], alone(2)) },
    [],
    '2 passed, 1 failed',
    ['too many'],
  ],
  [
    'more of them where whole agents were played',
    { real: report([], { ...alone(14), flakyBudget: 14 }) },
    [],
    '0 passed, 0 failed',
    ['14 flaky, of at most 14.'],
  ],
])('counts %s', (_, reports, steps, last, words, output = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'amux-count-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, content] of Object.entries(reports)) {
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(content));
  }
  for (const [name, content] of Object.entries(output)) {
    writeFileSync(join(folder, `${name}.txt`), content);
  }
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, folder, ...steps], { encoding: 'utf8' });
  expect([stdout.trimEnd().split('\n').at(-1), status, stderr]).toEqual([last, last.includes(' 0 failed') ? 0 : 1, '']);
  for (const word of words) {
    expect(stdout).toContain(word);
  }
});
