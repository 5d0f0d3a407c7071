/** What each agent tells of tokens and money, in each of its modes: the test holds the fixtures against it, and the docs print it. */
import type { Usage } from '@agent-mux/testkit';

export interface UsageFacts {
  readonly agent: string;
  readonly mode: string;
  /** What one `token_usage` is the sum of. */
  readonly per: 'request' | 'prompt' | 'run' | 'nothing';
  /** Where it stands, in the CLI's own words. */
  readonly native: string;
  /** Counts that are told; input is, wherever anything is. */
  readonly counts: readonly ('output' | 'cached' | 'thinking')[];
  readonly money: 'own prices' | 'prices of the model' | 'when billed' | 'none';
  /** Which events name the model. */
  readonly models: readonly ('session' | 'usage' | 'turn')[];
  /** Why fewer do than could. */
  readonly noModel?: string;
  /** Where the recordings say `model` all the same, and what of. Nothing else in them may. */
  readonly modelElsewhere?: Readonly<Record<string, string>>;
  /** In which cases less is told, and what stands there then. */
  readonly lacks?: string;
}

const ALL = ['output', 'cached', 'thinking'] as const;
const EVERYWHERE = ['session', 'usage', 'turn'] as const;

const CLAUDE = {
  agent: 'claude',
  per: 'request',
  native:
    '`message_delta.usage`; `result.modelUsage` for what stands in no answer of its own (subagents, summaries, answers that were cut)',
  counts: ALL,
  money: 'own prices',
  models: EVERYWHERE,
} as const;

const PI_FAMILY = {
  models: ['usage', 'turn'],
  noModel: 'The model is first named by its first answer.',
  per: 'request',
  native: '`message_end.message.usage`',
  counts: ['output', 'cached'],
  money: 'prices of the model',
} as const;

const OPENCLAW = {
  models: EVERYWHERE,
  agent: 'openclaw',
  per: 'run',
  counts: ['output', 'cached'],
  money: 'prices of the model',
} as const;

export const USAGE_FACTS: readonly UsageFacts[] = [
  { ...CLAUDE, mode: 'bidi' },
  { ...CLAUDE, mode: 'oneshot' },
  { ...CLAUDE, mode: 'oneshot-whole', per: 'prompt', native: '`result.usage` and `result.modelUsage`' },
  {
    agent: 'codex',
    mode: 'app-server',
    models: EVERYWHERE,
    per: 'request',
    native: '`thread/tokenUsage/updated`, a total of the thread',
    counts: ALL,
    money: 'none',
  },
  {
    agent: 'codex',
    mode: 'exec',
    models: [],
    noModel: 'No line names one.',
    per: 'run',
    native: '`turn.completed.usage`',
    counts: ALL,
    money: 'none',
    lacks: 'A resumed or forked session counts its earlier runs too: nothing is told then.',
  },
  {
    agent: 'copilot',
    mode: 'sdk',
    models: EVERYWHERE,
    per: 'request',
    native: '`assistant.usage`',
    counts: ALL,
    money: 'when billed',
  },
  {
    agent: 'copilot',
    mode: 'jsonl',
    models: ['turn'],
    noModel: 'Its answers name their model; the session is open before, and usage is not told.',
    per: 'nothing',
    native: '–',
    counts: [],
    money: 'none',
  },
  {
    agent: 'copilot',
    mode: 'acp',
    models: [],
    noModel: 'No line names one.',
    per: 'prompt',
    native: '`usage` of the answer to `session/prompt`, a total of the session',
    counts: ALL,
    money: 'none',
    lacks: 'A prompt that is cancelled tells nothing; the next one tells what both have used.',
  },
  {
    agent: 'cursor',
    mode: 'acp',
    models: [],
    noModel: 'No line names one.',
    per: 'nothing',
    native: '–',
    counts: [],
    money: 'none',
  },
  {
    agent: 'cursor',
    mode: 'stream-json',
    models: ['session'],
    noModel: 'Its first line names the choice, which may be `Auto`; which model answered is not told.',
    per: 'prompt',
    native: '`result.usage`',
    counts: ['output', 'cached'],
    money: 'none',
  },
  {
    agent: 'gemini',
    mode: 'acp',
    models: EVERYWHERE,
    per: 'prompt',
    native: '`_meta.quota.token_count` of the answer to `session/prompt`',
    counts: [],
    money: 'none',
    lacks:
      'Its count of the output leaves out what was thought: the output is unknown. A prompt that is cancelled tells nothing: the sum is unknown.',
  },
  {
    agent: 'gemini',
    mode: 'stream-json',
    models: EVERYWHERE,
    per: 'run',
    native: '`result.stats`',
    counts: ALL,
    money: 'none',
  },
  {
    agent: 'hermes',
    mode: 'acp',
    models: ['session'],
    noModel: 'The session names the model that it begins with; which one answered is not told.',
    per: 'prompt',
    native: '`usage` of the answer to `session/prompt`',
    counts: ALL,
    money: 'none',
  },
  { ...PI_FAMILY, agent: 'omp', mode: 'rpc' },
  { ...PI_FAMILY, agent: 'omp', mode: 'json' },
  {
    ...OPENCLAW,
    mode: 'acp',
    models: [],
    noModel: 'No line names one.',
    per: 'nothing',
    native: '–',
    counts: [],
    money: 'none',
  },
  { ...OPENCLAW, mode: 'local', native: '`meta.agentMeta.usage` and `costUsd`' },
  { ...OPENCLAW, mode: 'exec', native: '`usage` and `costUsd`' },
  {
    agent: 'opencode',
    mode: 'acp',
    models: ['session'],
    noModel: 'The session names the model that it begins with; which one answered is not told.',
    per: 'prompt',
    native: '`usage` of the answer to `session/prompt`; `usage_update.cost`',
    counts: ALL,
    money: 'prices of the model',
    lacks:
      'Its usage is that of the last request: of a prompt that took several ones, or was cancelled, the tokens are unknown. The money is that of all.',
  },
  {
    agent: 'opencode',
    mode: 'run',
    models: [],
    noModel: 'No line names the model that answers.',
    modelElsewhere: {
      'part.state.metadata.model': 'The model of a subagent, in what its tool gave back.',
      'part.state.metadata.model.modelID': 'The same.',
    },
    per: 'request',
    native: '`step_finish.tokens` and `cost`',
    counts: ALL,
    money: 'prices of the model',
  },
  { ...PI_FAMILY, agent: 'pi', mode: 'rpc', models: EVERYWHERE },
  { ...PI_FAMILY, agent: 'pi', mode: 'json' },
];

/** Dollars for a million tokens: as the sandboxes set them for an agent, and as Claude Code 2.1.329 has them for a model. */
const PRICES: Readonly<Record<string, Required<Omit<Usage, 'reasoning'>>>> = {
  'claude-opus-4-8[1m]': { input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25 },
  'claude-opus-5-5': { input: 4, output: 20, cacheRead: 0.2, cacheWrite: 5 },
  'claude-haiku-4-5-20251001': { input: 1, output: 5, cacheRead: 0.1, cacheWrite: 1.25 },
  opencode: { input: 1, output: 2, cacheRead: 0.1, cacheWrite: 1 },
  pi: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
  omp: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
  openclaw: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
};

/** What the answers cost with this model of this agent; undefined where nobody here knows its prices. */
export function priceOf(agent: string, model: string | undefined, usages: readonly Usage[]): number | undefined {
  const prices = PRICES[agent] ?? PRICES[model ?? ''];
  if (prices === undefined) {
    return undefined;
  }
  const each = ({ input, output, cacheRead = 0, cacheWrite = 0 }: Usage): number =>
    input * prices.input + output * prices.output + cacheRead * prices.cacheRead + cacheWrite * prices.cacheWrite;
  return usages.reduce((sum, usage) => sum + each(usage), 0) / 1_000_000;
}

/** Recordings whose script holds answers that nobody asked for, or that were not given whole. */
export const NOT_TO_THE_END: readonly {
  readonly why: string;
  readonly scenarios: readonly string[];
  /** `codex` in any mode, `copilot.acp` in that one. */
  readonly who: readonly string[];
}[] = [
  {
    why: 'the first answer is cut, so that the service does not say what it used',
    scenarios: ['interrupt-continue'],
    who: ['claude', 'codex', 'copilot', 'omp', 'pi'],
  },
  {
    why: 'the script holds answers for each course that the conversation may take',
    scenarios: ['steer'],
    who: ['claude', 'codex', 'copilot', 'omp', 'pi'],
  },
  {
    why: 'the script holds an answer to the end of the background command, which begins no turn here',
    scenarios: ['tool-background'],
    who: ['codex', 'copilot'],
  },
  {
    why: 'a refusal ends the turn before the last answer',
    scenarios: ['approval-denied', 'approval-fetch', 'approval-timeout'],
    who: ['copilot.acp'],
  },
  {
    why: 'a refusal ends the turn before the last answer',
    scenarios: ['approval-headless'],
    who: ['copilot.acp', 'opencode.run'],
  },
];
