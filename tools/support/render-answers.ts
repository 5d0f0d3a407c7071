/** Writes the page about the native form of each answer to each kind of question. */
import { fileURLToPath } from 'node:url';
import type { Adapter } from '@agent-mux/core';
import { listFixtures } from '@agent-mux/testkit';
import { type AnsweredQuestion, collectAnswers } from './collect-answers.ts';

const ROOT = fileURLToPath(new URL('../../fixtures', import.meta.url));

export async function renderAnswers(adapters: readonly Adapter[], generated: string): Promise<string> {
  const fixtures = await listFixtures(ROOT);
  const parts = await Promise.all(
    adapters.map(async (adapter) => describeAgent(adapter, await collectAnswers(adapter, fixtures))),
  );
  return [
    '# Answers',
    '',
    generated,
    '',
    'What an answer becomes on the way to the CLI, for each kind of question that a [fixture](fixtures.md) holds. The question is that of the recording; the answers are all that there are. An answer that does not fit what was asked is refused with VALIDATION_ERROR, one that a CLI cannot take with CAPABILITY_ERROR, and the question stays open. How to answer is told in [Interaction](interaction.md).',
    '',
    ...parts.flat(),
  ].join('\n');
}

function describeAgent({ displayName, agent }: Adapter, questions: readonly AnsweredQuestion[]): readonly string[] {
  return questions.length === 0
    ? []
    : [`## ${displayName} (\`${agent}\`)`, '', ...questions.flatMap((question) => describeQuestion(agent, question))];
}

function describeQuestion(
  agent: string,
  { mode, scenario, interaction, answers }: AnsweredQuestion,
): readonly string[] {
  const { kind, toolName, scopes, questions = [], schema, riskLevel, context } = interaction;
  const namesOf = (refusal: 'unfit' | 'untaken'): string =>
    answers.flatMap(({ name, write }) => (write === refusal ? [name] : [])).join('; ');
  const [unfit, untaken] = [namesOf('unfit'), namesOf('untaken')];
  const options = questions.flatMap((question) => (question.options ?? []).map(({ label }) => label));
  return [
    `### ${agent}, mode \`${mode}\`: ${kind}${toolName === undefined ? '' : ` of ${toolName}`} in \`${scenario}\``,
    '',
    `- Asked: ${shown([interaction.action, interaction.detail].filter(Boolean).join(': '))}`,
    ...(context === undefined ? [] : [`- In these words: ${shown(context)}`]),
    ...(riskLevel === undefined ? [] : [`- Risk: ${riskLevel}`]),
    ...(scopes === undefined ? [] : [`- Reach: ${scopes.join(', ')}`]),
    ...(options.length === 0 ? [] : [`- Offered: ${options.map(shown).join(', ')}`]),
    ...(schema === undefined ? [] : [`- Form: ${shown(JSON.stringify(schema))}`]),
    ...(unfit === '' ? [] : [`- Does not fit: ${unfit}`]),
    ...(untaken === '' ? [] : [`- Not taken: ${untaken}`]),
    '',
    '| answer | is said |',
    '|---|---|',
    ...answers.flatMap(({ name, write }) => (typeof write === 'string' ? [] : [`| ${name} | ${cell(write)} |`])),
    '',
  ];
}

function cell(write: readonly string[]): string {
  return write.length === 0 ? 'nothing' : write.map(shown).join('<br>').replaceAll('|', '\\|');
}

function shown(text: string): string {
  return `\`${text.replaceAll('\n', '⏎')}\``;
}
