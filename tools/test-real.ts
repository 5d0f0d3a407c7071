/**
 * `test-real [--all] [--minutes N] [--config FILE] [--output-file FILE] [files…]`: plays the tests on the real CLIs. Without `--all` and
 * without files, it plays what the changes since the last proof ask for. After N minutes, only the most telling scenarios begin. FILE gets
 * the counts, the failures and the flaky tests, in the form of vitest's JSON report.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chooseLive, type LiveChoice } from './live/choose-live.ts';
import { findChanges } from './live/find-changes.ts';
import { listLiveAgents, listLiveTests } from './live/list-live-agents.ts';
import { playFiles } from './live/play-files.ts';

const ROOT = join(import.meta.dirname, '..');

const { values, positionals } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    minutes: { type: 'string' },
    config: { type: 'string', default: 'vitest.real.config.ts' },
    'output-file': { type: 'string' },
  },
  allowPositionals: true,
});

/** Chooses the files. Those that play an agent's scenarios check its level themselves; the others are played or not. */
function chooseFiles({ levels, isSharedPlayed }: LiveChoice): readonly string[] {
  return listLiveTests(ROOT).filter((path) => {
    const agent = Object.keys(levels).find((name) => new RegExp(`/${name}[-.]`).test(path));
    if (agent === undefined) {
      return isSharedPlayed;
    }
    return levels[agent] !== 'smoke' || readFileSync(join(ROOT, path), 'utf8').includes('describeAgent(');
  });
}

function plan(): {
  readonly files: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly isWhole: boolean;
} {
  if (values.all || positionals.length > 0) {
    return { files: positionals, env: {}, isWhole: values.all };
  }
  const choice = chooseLive((name) => findChanges(ROOT, `live:${name}`), listLiveAgents(ROOT));
  console.log(choice.why.map((line) => `   ${line}`).join('\n'));
  return {
    files: chooseFiles(choice),
    env: { AMUX_LIVE: JSON.stringify(choice.levels) },
    isWhole: Object.values(choice.levels).includes('whole'),
  };
}

const { files, env, isWhole } = plan();
const limit =
  values.minutes === undefined ? {} : { AMUX_LIVE_UNTIL: String(Date.now() + Number(values.minutes) * 60_000) };
const report = playFiles({ config: values.config, files, isWhole, env: { ...env, ...limit } });
if (values['output-file'] !== undefined) {
  writeFileSync(values['output-file'], JSON.stringify(report));
}
const { flaky = [], flakyBudget = 0, numFailedTests, testResults } = report;
for (const { file, name } of flaky) {
  console.log(`flaky: ${file}: ${name}`);
}
if (flaky.length > 0) {
  console.log(`${flaky.length} flaky, of at most ${flakyBudget}.`);
}
const isGreen = numFailedTests === 0 && testResults.every(({ status }) => status !== 'failed');
process.exitCode = isGreen && flaky.length <= flakyBudget ? 0 : 1;
