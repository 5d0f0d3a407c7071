/** The page of the docs that says how far the streams of the agents are alike. */
import { compareAgents, explain } from './compare.ts';
import { DIFFERENCES } from './differences.ts';
import { NOT_COMPARED } from './shape.ts';

export async function renderUniformity(fixtures: string, generated: string): Promise<string> {
  const comparisons = await compareAgents(fixtures);
  const agents = [...new Set(comparisons.map(({ agent }) => agent))].sort();
  const counts = agents.map((agent) => {
    const own = comparisons.filter((each) => each.agent === agent);
    return `| ${agent} | ${own.length} | ${own.filter(({ lines }) => lines.length === 0).length} |`;
  });
  const rows = DIFFERENCES.map((row) => {
    const used = comparisons.filter((each) => each.lines.some((line) => explain(line, each) === row));
    const who = [...new Set(used.map(({ agent }) => agent))].join(', ');
    const where = [...new Set(used.map(({ scenario }) => scenario))].join(', ');
    return `| ${who} | ${where} | ${row.why} |`;
  });
  const left = Object.entries(NOT_COMPARED).map(([type, why]) => `| \`${type}\` | ${why} |`);
  return [
    '# How alike the streams are',
    '',
    generated,
    '',
    'The same scenario is played on each agent. Its stream is reduced to what was done and what came of it: turns, texts, calls,',
    'commands and exit codes, files, questions and answers, agents and their lanes, outcomes, in their order. That shape is held',
    'against the one of claude, or of the first agent that can do the scenario. `test/uniformity.test.ts` fails where a shape',
    'differs and no row here says why, and where a row is not needed.',
    '',
    '| agent (first mode) | scenarios compared | the same to the line |',
    '|---|--:|--:|',
    ...counts,
    '',
    '## Differences',
    '',
    '| agent | scenario | why |',
    '|---|---|---|',
    ...rows,
    '',
    '## What is not compared',
    '',
    '| type | why |',
    '|---|---|',
    ...left,
    '',
  ].join('\n');
}
