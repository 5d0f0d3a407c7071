/** The page docs/proof.md. */
import type { PartRecord, Proof } from './proof-record.ts';

export function renderProof({ parts }: Proof): string {
  const all = Object.entries(parts);
  const machines = [...new Set(all.map(([, { machine }]) => machine))];
  const flaky = all.flatMap(([name, part]) => part.flaky.map((test) => `- ${name}: ${test}`));
  return [
    '# Proof',
    '',
    '<!-- Written by `npm run test:all` out of docs/proof.json. Do not edit. -->',
    '',
    'What was run in full, part by part, and on what commit: no test of a part failed there. Each part stands on files of its own (its sources, its tests,',
    'the packages that it pins). It is stale once one of them is another than on that commit; `npm run test:all` then runs it again, and',
    '`npm run release:check` refuses to make a release before it did.',
    '',
    '| part | commit | date | minutes | tests | flaky | score | machine |',
    '|---|---|---|---|---|---|---|---|',
    ...all.map(([name, part]) => row(name, part, machines.indexOf(part.machine))),
    '',
    'Machines:',
    '',
    ...machines.map((machine, index) => `${index + 1}. ${machine}`),
    ...(flaky.length === 0 ? [] : ['', 'Flaky tests, which passed at their second attempt:', '', ...flaky]),
    '',
  ].join('\n');
}

function row(name: string, { commit, date, minutes, counts, flaky, score }: PartRecord, machine: number): string {
  const cells = [
    name,
    `\`${commit.slice(0, 12)}\``,
    date.replace(/\.\d+Z$/, 'Z'),
    minutes.toFixed(1),
    counts ?? '',
    counts === undefined ? '' : flaky.length,
    score ?? '',
    machine + 1,
  ];
  return `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;
}
