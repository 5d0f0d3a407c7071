/** The page docs/proof.md. */
import { GROUNDS, type Ground } from './proof-file.ts';

export interface StepEnd {
  readonly name: string;
  readonly isGood: boolean;
  readonly minutes: number;
  readonly score?: string;
}

export interface ProofReport {
  readonly commit: string;
  readonly date: string;
  readonly hashes: Readonly<Record<Ground, string>>;
  readonly machine: string;
  /** The last line of the run: `N passed, N failed, N skipped`. */
  readonly counts: string;
  /** Tests that passed at their second attempt. */
  readonly flaky: readonly string[];
  readonly ends: readonly StepEnd[];
}

export function renderProof({ commit, date, hashes, machine, counts, flaky, ends }: ProofReport): string {
  return [
    '# Proof',
    '',
    '<!-- Written by `npm run test:all`. Do not edit. -->',
    '',
    'Everything that there is to run was run on this commit, all of it on the real CLIs too. The hashes are of the files that it stands on:',
    '`npm run release:check` refuses to make a release once one of them is another.',
    '',
    '| | |',
    '|---|---|',
    `| commit | \`${commit}\` |`,
    `| date | ${date} |`,
    ...GROUNDS.map((ground) => `| hash of ${ground} | \`${hashes[ground]}\` |`),
    `| machine | ${machine.replaceAll('|', ' ')} |`,
    `| tests | ${counts} |`,
    `| flaky | ${flaky.length} |`,
    ...ends.flatMap(({ name, score }) =>
      score === undefined ? [] : [`| score of ${name} | ${score.replaceAll('|', ' ')} |`],
    ),
    '',
    '| step | minutes |',
    '|---|---|',
    ...ends.map(({ name, minutes }) => `| ${name} | ${minutes.toFixed(1)} |`),
    ...(flaky.length === 0
      ? []
      : ['', 'Flaky tests, which passed at their second attempt:', '', ...flaky.map((name) => `- ${name}`)]),
    '',
  ].join('\n');
}
