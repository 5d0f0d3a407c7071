/** Two attempts, one in the crowd and one alone, with real runs of vitest. */
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { flakyBudgetOf, playFiles, type Report } from './play-files.ts';

/** Tests that count in a file how often they were begun. */
const TESTS = `import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
const begin = (name) => {
  const file = import.meta.dirname + '/begun';
  appendFileSync(file, name + '\\n');
  return readFileSync(file, 'utf8').split('\\n').filter((line) => line === name).length;
};
`;

function play(body: string): { readonly report: Report; readonly folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'amux-play-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  symlinkSync(join(import.meta.dirname, '../../node_modules'), join(folder, 'node_modules'), 'dir');
  writeFileSync(
    join(folder, 'vitest.config.mjs'),
    `export default { root: ${JSON.stringify(folder)}, test: { include: ['*.test.js'] } };\n`,
  );
  writeFileSync(join(folder, 'a.test.js'), `${TESTS}${body}`);
  const report = playFiles({ config: join(folder, 'vitest.config.mjs'), files: [], isWhole: false });
  return { report, folder };
}

it('tries what failed once more, and forgets no first failure', { timeout: 120_000 }, () => {
  const { report } = play(`
    it('good', () => { expect(begin('good')).toBe(1); });
    it('flaky (a+b)', () => { expect(begin('flaky')).toBe(2); });
    it('third time lucky', () => { expect(begin('third')).toBe(3); });
  `);
  expect([report.numPassedTests, report.numFailedTests, report.flakyBudget]).toEqual([2, 1, 3]);
  expect(report.flaky).toEqual([
    {
      file: expect.stringContaining('a.test.js'),
      name: 'flaky (a+b)',
      firstFailure: expect.stringContaining('expected 1 to be 2'),
    },
  ]);
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  expect(tests.map(({ title, status }) => [title, status])).toEqual([
    ['good', 'passed'],
    ['flaky (a+b)', 'passed'],
    ['third time lucky', 'failed'],
  ]);
});

it('tries nothing again where more failed than may be flaky', { timeout: 120_000 }, () => {
  const { report } = play(`
    for (const name of ['a', 'b', 'c', 'd']) it(name, () => { expect(begin(name)).toBe(2); });
  `);
  expect([report.numPassedTests, report.numFailedTests, report.flaky]).toEqual([0, 4, []]);
});

it.each([
  [114, false, 3],
  [980, false, 3],
  [60, true, 3],
  [200, true, 3],
  [400, true, 6],
  [980, true, 14],
])('of %i tests, whole agents: %s, %i may be flaky', (begun, isWhole, budget) => {
  expect(flakyBudgetOf(begun, isWhole)).toBe(budget);
});
