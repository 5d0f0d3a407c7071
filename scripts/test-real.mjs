/**
 * `node scripts/test-real.mjs [--outputFile FILE] [files…]`: plays the end-to-end tests on the real CLIs, two files at a time.
 * What failed there is played once more with nothing beside it: a CLI on a busy machine misses deadlines of its own. What fails
 * then too is a fault. FILE gets the counts and the failures of both, in the form of vitest's JSON report.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';

const VITEST = join(import.meta.dirname, '../node_modules/vitest/vitest.mjs');

const { values, positionals } = parseArgs({ options: { outputFile: { type: 'string' } }, allowPositionals: true });
const folder = mkdtempSync(join(tmpdir(), 'amux-real-'));

function play(name, filters) {
  const file = join(folder, `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const args = [VITEST, 'run', '--config', 'vitest.real.config.ts', ...reporters, ...filters];
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  return { status, report: JSON.parse(readFileSync(file, 'utf8')) };
}

const isFailed = ({ status }) => status === 'failed';
const nameOf = ({ ancestorTitles, title }) => [...ancestorTitles, title].join(' ');

/** One file's failed tests by themselves; all of it where none of its tests came to be played. */
function playAlone({ name, assertionResults }, index) {
  const failed = assertionResults.filter(isFailed).map(nameOf);
  const pattern = failed.map((title) => title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  console.log(
    `\n== once more, alone: ${relative(process.cwd(), name)}\n${failed.map((title) => `   ${title}\n`).join('')}`,
  );
  const alone = ['--maxWorkers=1', '--maxConcurrency=1', ...(failed.length > 0 ? ['-t', `^(${pattern})$`] : [])];
  return play(`alone-${index}`, [...alone, relative(process.cwd(), name)]);
}

try {
  const first = play('all', positionals);
  const merged = first.report;
  const failedFiles = merged.testResults.filter((file) => file.status === 'failed');
  let isGreen = first.status === 0;
  if (failedFiles.length > 0) {
    isGreen = true;
    for (const [index, file] of failedFiles.entries()) {
      const { status, report } = playAlone(file, index);
      isGreen &&= status === 0;
      const again = report.testResults[0]?.assertionResults.filter(({ status: state }) => state !== 'skipped') ?? [];
      const passed = again.filter(({ status: state }) => state === 'passed').length;
      merged.numPassedTests += passed;
      merged.numFailedTests -= file.assertionResults.filter(isFailed).length - again.filter(isFailed).length;
      file.status = report.testResults[0]?.status ?? 'failed';
      file.assertionResults = again;
    }
  }
  if (values.outputFile !== undefined) {
    writeFileSync(values.outputFile, JSON.stringify(merged));
  }
  process.exitCode = isGreen ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
