/** The page of the docs that says how far the streams of the agents are alike. */
import { compareGoldens, readGoldens, WRITTEN_BY_HAND } from './compare.ts';
import { DIFFERENCES, type Difference } from './differences.ts';
import { NOT_COMPARED } from './shape.ts';
import { VALUE_DIFFERENCES } from './value-differences.ts';
import { VALUES } from './values.ts';

export async function renderUniformity(fixtures: string, generated: string): Promise<string> {
  const comparisons = compareGoldens(await readGoldens(fixtures));
  const counts = [...new Set(comparisons.map(({ who }) => who))].sort().map((who) => {
    const own = comparisons.filter((each) => each.who === who);
    return `| ${who} | ${own.length} | ${own.filter(({ lines }) => lines.length === 0).length} |`;
  });
  const left = Object.entries(NOT_COMPARED).map(([type, why]) => `| \`${type}\` | ${why} |`);
  return [
    '# How alike the streams are',
    '',
    generated,
    '',
    'The same scenario is played on each agent, in each of its modes. Its stream is reduced to what was done and what came of it, in',
    'its order: turns, texts, thoughts, calls, commands and exit codes, files, questions and their answers, approvals (of which call,',
    'how risky, for which command or path, and why not), subagents with their prompts, reports and lanes, limits, outcomes. A second',
    'mode (`codex.exec`) is held against the first one of its agent, all else against claude, or the first agent that can do the',
    'scenario. `test/uniformity.test.ts` fails where a line is lost, added or moved and no row says why, and where a row says what is',
    'not so. The rows, with their lines, stand in `test/uniformity/differences.txt`. Of each agent it is the newest version;',
    `${[...WRITTEN_BY_HAND].join(' and ')} are left out, as their fixtures are written by hand.`,
    '',
    '| agent | scenarios compared | the same to the line |',
    '|---|--:|--:|',
    ...counts,
    '',
    '## Differences',
    '',
    '| where | why |',
    '|---|---|',
    ...DIFFERENCES.map((row) => `| ${whereOf(row)} | ${row.why} |`),
    '',
    '## Values',
    '',
    'Besides the lines these values are compared, with the same streams (`test/uniformity-values.test.ts`):',
    '',
    '| value | how |',
    '|---|---|',
    ...Object.entries(VALUES).map(([what, how]) => `| ${what} | ${how} |`),
    '',
    'They differ only here; “more” and “less” say which of the two says more, or has counted more tokens:',
    '',
    '| value | where | how | why |',
    '|---|---|---|---|',
    ...VALUE_DIFFERENCES.map(
      ({ what, who, scenarios, how, why }) =>
        `| ${what} | ${who.join(', ')}: ${scenarios.join(', ')} | ${how.join(', ')} | ${why} |`,
    ),
    '',
    '## What is not compared',
    '',
    'Ids, times and what a CLI words in its own way: the names of its tools and agents, how it confirms an edit, the messages of its',
    'errors. Of these the codes are compared, and `test/error-words.test.ts` demands that each says what the service has said, or stands in',
    'its list of those that do not. Besides that these types are left out:',
    '',
    '| type | why |',
    '|---|---|',
    ...left,
    '',
  ].join('\n');
}

function whereOf({ cases }: Difference): string {
  const everybody = [...new Set(cases.map(({ who }) => who))].sort();
  return everybody
    .map((who) => `${who}: ${cases.flatMap((each) => (each.who === who ? each.scenario : [])).join(', ')}`)
    .join('; ');
}
