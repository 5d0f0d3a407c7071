/**
 * `node count-runs.mjs FOLDER [failed step…]`: sums up all runs whose JSON reports are in FOLDER, each named for its step. Prints what
 * failed and what was flaky, and the counts as the last line. It imports nothing, so that it can even report that the installation failed.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const MAX_FLAKY = 3;
const MAX_WORDS = 6_000;
const LAST_ROWS = 60;

const [folder = '.', ...failedSteps] = process.argv.slice(2);
const sum = { passed: 0, failed: 0, skipped: 0 };
const flaky = [];
let maxFlaky = MAX_FLAKY;
const stepsWithFailures = new Set();

/** Tests that passed at last: those with a message of their first attempt, and those in the list of tests that were played again alone. */
function findFlaky({ testResults, flaky: playedAlone = [] }) {
  const retried = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages = [] }) => status === 'passed' && failureMessages.length > 0)
      .map(({ fullName, failureMessages }) => ({
        file: name,
        name: fullName,
        firstFailure: failureMessages.join('\n'),
      })),
  );
  const isKnown = ({ name }) => playedAlone.some((each) => name.endsWith(each.name) || each.name === name);
  return [...playedAlone, ...retried.filter((test) => !isKnown(test))];
}

for (const file of existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : []) {
  const step = file.slice(0, -'.json'.length);
  const report = JSON.parse(readFileSync(join(folder, file), 'utf8'));
  let failures = 0;
  for (const { name, status, message, assertionResults } of report.testResults) {
    const tests = assertionResults.filter((test) => test.status === 'failed');
    // A file that fails without a failed test could not be loaded.
    const found =
      tests.length > 0 || status !== 'failed' ? tests : [{ fullName: '(file)', failureMessages: [message] }];
    failures += found.length;
    for (const { fullName, failureMessages = [] } of found) {
      console.log(`failed: ${step}: ${name}: ${fullName}\n${failureMessages.join('\n').slice(0, MAX_WORDS)}`);
    }
  }
  sum.passed += report.numPassedTests;
  sum.failed += failures;
  sum.skipped += report.numPendingTests + report.numTodoTests;
  flaky.push(...findFlaky(report).map((test) => ({ step, ...test })));
  maxFlaky = Math.max(maxFlaky, report.flakyBudget ?? 0);
  if (failures > 0) {
    stepsWithFailures.add(step);
  }
}
for (const { step, file, name, firstFailure } of flaky) {
  console.log(`flaky: ${step}: ${file}: ${name}\n${firstFailure.slice(0, MAX_WORDS)}`);
}
const isTooFlaky = flaky.length > maxFlaky;
if (flaky.length > 0) {
  console.log(`${flaky.length} flaky, of at most ${maxFlaky}${isTooFlaky ? ': too many' : ''}.`);
}
// A step without a failed test counts as one failure, and so do too many tests that passed only at their second attempt.
const bare = failedSteps.filter((step) => !stepsWithFailures.has(step));
for (const step of bare) {
  // Repeated, because the output of later steps may hide it from who reads the end of a log only.
  const output = join(folder, `${step}.txt`);
  const rows = existsSync(output) ? readFileSync(output, 'utf8').trimEnd().split('\n').slice(-LAST_ROWS) : [];
  console.log(`failed without a failed test: ${step}\n${rows.join('\n').slice(-MAX_WORDS)}`);
}
for (const step of failedSteps) {
  console.log(`failed step: ${step}`);
}
sum.failed += bare.length + (isTooFlaky ? 1 : 0);
console.log(`${sum.passed} passed, ${sum.failed} failed${sum.skipped > 0 ? `, ${sum.skipped} skipped` : ''}`);
process.exitCode = sum.failed > 0 ? 1 : 0;
