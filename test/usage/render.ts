/** The page of the docs that says how tokens and money are counted, and what each mode of each agent tells of them. */
import { USAGE_FACTS, type UsageFacts } from './facts.ts';

export function renderUsage(generated: string): string {
  return [
    '# Tokens and cost',
    '',
    generated,
    '',
    'Every agent is told by one convention, in `token_usage`, in each `cost`, and in `RunResult.tokenUsage` and `RunResult.cost`:',
    '',
    '| count | what it holds |',
    '|---|---|',
    '| `inputTokens` | all that was sent to the model, with what was read from a cache and what was written to one |',
    '| `outputTokens` | all that the model produced, its thinking included |',
    '| `cachedTokens` | the part of the input that was read from a cache |',
    '| `thinkingTokens` | the part of the output that was thought; absent where nothing was |',
    '| `totalUsd` | US dollars; 0 and `priced: false` where the agent tells no price |',
    '',
    'A sum is over all model requests of the run: subagents, summaries and attempts that were given up are paid for too. `cost` is',
    'the sum so far, so the last one counts; `token_usage` is one request, or the smallest number of requests that the CLI tells',
    'apart. A continued session is counted from where the run took it up.',
    '',
    'Nothing is made up, and no number is too small: a count that a CLI does not tell is absent, and where the field is required a',
    'marker stands beside it. `inputKnown: false` and `outputKnown: false` say that not all of the input or of the output is told, so',
    'that the count is a stand-in; `priced: false` says that `totalUsd` leaves out some of the tokens, or all of them. Where a CLI tells',
    'nothing, `RunResult.tokenUsage` and `RunResult.cost` are null.',
    '',
    '| agent | mode | told by | output | cached | thinking | money | where it stands |',
    '|---|---|---|---|---|---|---|---|',
    ...USAGE_FACTS.map(row),
    '',
    'Money is by the CLI’s own price list (Claude Code), by the prices in the settings of the model (none there: `priced: false`), or',
    'what GitHub bills (Copilot CLI; nothing with a model provider of one’s own, then `priced: false`).',
    '',
    '## Where less is told',
    '',
    ...USAGE_FACTS.flatMap(({ agent, mode, lacks }) => (lacks === undefined ? [] : [`- ${agent}, ${mode}: ${lacks}`])),
    '',
    '## Which model',
    '',
    '`session_start` has the `model` that the session is set to, `token_usage` the one that was asked, and `turn_end` the one that',
    'answered the last request of the main agent in that turn, each with its `provider` where that is told, in the CLI’s own words.',
    'A session may be set to a choice that is no model (`auto`), and another model may answer than the one that it is set to: then',
    '`token_usage` and `turn_end` say so. `RunResult.models` has what each model has used, and cost where money is told by model;',
    'it is absent where no usage names a model. `RunResult.model` is what was asked for.',
    '',
    '| agent | mode | `session_start` | `token_usage` | `turn_end` | why not |',
    '|---|---|---|---|---|---|',
    ...USAGE_FACTS.map(modelRow),
    '',
    '`test/usage.test.ts` holds this table, and the numbers of all recordings, against what the scripted model server was made to say.',
    'The modes of cursor and hermes were not run: their rows go by samples that others published.',
    '',
    '## What `maxTurns` counts',
    '',
    '`maxTurns` counts model requests of the main agent, for every agent: a prompt whose answer calls tools twice takes three. What',
    'subagents ask is not counted. Claude Code is given the number (its `--max-turns` counts the same). For all others the runtime',
    'counts the requests that the CLI shows, and ends the run when the one too many begins; modes that show none (Codex over exec,',
    'Cursor CLI in stream-json, OpenClaw without its gateway) ignore the option, and say so in a `debug` warn. The limits of the CLIs themselves count',
    'other things, and are not touched: `maxSessionTurns` of Gemini CLI is the number of requests of one prompt over ACP and of the',
    'whole session elsewhere; the `steps` of an opencode agent are the requests of one prompt, after which it must answer in words.',
    '',
  ].join('\n');
}

function row({ agent, mode, per, native, counts, money }: UsageFacts): string {
  const told = (count: UsageFacts['counts'][number]): string =>
    per === 'nothing' ? '–' : counts.includes(count) ? 'yes' : 'no';
  const by = per === 'nothing' ? 'nothing is told' : per;
  return `| ${agent} | ${mode} | ${by} | ${told('output')} | ${told('cached')} | ${told('thinking')} | ${per === 'nothing' ? '–' : money} | ${native} |`;
}

function modelRow({ agent, mode, models, noModel = '' }: UsageFacts): string {
  const told = (place: UsageFacts['models'][number]): string => (models.includes(place) ? 'yes' : 'no');
  return `| ${agent} | ${mode} | ${told('session')} | ${told('usage')} | ${told('turn')} | ${models.length < 3 ? noModel : ''} |`;
}
