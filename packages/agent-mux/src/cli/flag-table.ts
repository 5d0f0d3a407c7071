/** The flags of a run: one table from what is typed to the options of mux.run(). */
import type { RunOptions } from '@agent-mux/core';
import { asPolicy } from './read-policy.ts';
import {
  asDuration,
  asFileText,
  asJson,
  asNumber,
  asOneOf,
  asPair,
  asPath,
  asText,
  type Reader,
  readEach,
} from './read-value.ts';

/** The flags that were given, by their long name without dashes, each with its values in order. */
export type GivenFlags = ReadonlyMap<string, readonly string[]>;

/** Options that are being gathered. */
export type OptionsDraft = { -readonly [K in keyof RunOptions]?: RunOptions[K] };

/** How a run can be shown. */
export const OUTPUT_FORMS = ['text', 'final', 'json'] as const;

export interface Flag {
  /** The flag in the notation of commander: `-m, --model <name>`. */
  readonly flags: string;
  readonly help: string;
  /** The option that it sets, for messages. */
  readonly option?: keyof RunOptions | 'prices';
  /** All values of the flag, where they are known, for completion. `agents` and `modes` stand for the names of those. */
  readonly choices?: readonly string[] | 'agents' | 'modes';
  /** Reads the value of a flag that sets no option of a run, to find what is wrong with it. */
  readonly check?: Reader<unknown>;
  /** The value that the flag gives to its option, where it takes none itself. */
  readonly value?: unknown;
  readonly apply?: (draft: OptionsDraft, values: readonly string[], flag: string) => void;
}

/** The long name, without dashes. */
export function nameOf({ flags }: Pick<Flag, 'flags'>): string {
  return /--([\w-]+)/.exec(flags)?.[1] ?? flags;
}

type Scalar<K extends keyof RunOptions> = Exclude<RunOptions[K], undefined>;

// The last one given counts, as everywhere.
function one<K extends keyof RunOptions>(flags: string, option: K, read: Reader<Scalar<K>>, help: string): Flag {
  return {
    flags,
    option,
    help,
    apply(draft, values, flag) {
      draft[option] = read(values.at(-1) ?? '', flag);
    },
  };
}

function oneOf<K extends keyof RunOptions>(
  flags: string,
  option: K,
  choices: readonly (Scalar<K> & string)[],
  help: string,
): Flag {
  return { ...one(flags, option, asOneOf(...choices), help), choices };
}

function fixed<K extends keyof RunOptions>(flags: string, option: K, value: Scalar<K>, help: string): Flag {
  return {
    flags,
    option,
    value,
    help,
    apply(draft) {
      draft[option] = value;
    },
  };
}

function each<K extends keyof RunOptions>(
  flags: string,
  option: K,
  read: (values: readonly string[], flag: string) => Scalar<K>,
  help: string,
): Flag {
  return {
    flags,
    option,
    help: `${help} (repeatable)`,
    apply(draft, values, flag) {
      draft[option] = read(values, flag);
    },
  };
}

// The validation of run() checks the JSON and names each wrong field.
const asServers = (values: readonly string[], flag: string): NonNullable<RunOptions['mcpServers']> =>
  readEach(values, flag, asJson).flatMap((value) => value as NonNullable<RunOptions['mcpServers']>);

export const RUN_FLAGS: readonly Flag[] = [
  { flags: '-p, --prompt <text>', option: 'prompt', help: 'the prompt; else the second argument, else stdin' },
  { flags: '--stdin', help: 'stdin belongs to the prompt too, below what is given' },
  one('-m, --model <name>', 'model', asText, 'model to use'),
  { ...one('--mode <name>', 'mode', asText, 'force a mode of the agent (see: amux agents)'), choices: 'modes' },
  one('--binary <path>', 'binary', asPath, 'the CLI to start; else it is looked up on PATH'),
  one('--cwd <folder>', 'cwd', asPath, 'working folder of the agent'),
  each(
    '--env <K=V>',
    'env',
    (values, flag) => Object.fromEntries(readEach(values, flag, asPair)),
    'environment variable for the agent',
  ),
  one('--system <text>', 'systemPrompt', asText, 'system prompt'),
  oneOf('--system-mode <mode>', 'systemPromptMode', ['prepend', 'append', 'replace'], 'prepend, append or replace'),
  oneOf('--thinking-effort <level>', 'thinkingEffort', ['low', 'medium', 'high', 'max'], 'low, medium, high or max'),
  one('--thinking-budget <tokens>', 'thinkingBudgetTokens', asNumber, 'thinking tokens, at least 1024'),
  one('--temperature <n>', 'temperature', asNumber, '0 to 2'),
  one('--top-p <n>', 'topP', asNumber, '0 to 1'),
  one('--top-k <n>', 'topK', asNumber, 'at least 1'),
  one('--max-cost-usd <n>', 'maxCostUsd', asNumber, 'US dollars of the whole run; with more it ends (docs/budgets.md)'),
  one('--max-tokens <n>', 'maxTokens', asNumber, 'tokens of the whole run, input and output; with more it ends'),
  one('--max-output-tokens <n>', 'maxOutputTokens', asNumber, 'tokens of one answer'),
  one('--max-turns <n>', 'maxTurns', asNumber, 'model requests'),
  one('--session <id>', 'sessionId', asText, 'session to continue'),
  { flags: '-c, --continue', help: 'continue the last session of the agent in this folder; without an agent, of any' },
  one('--fork <id>', 'forkSessionId', asText, 'session to copy and continue'),
  one('--checkpoint <id>', 'checkpointId', asText, 'go back to before this prompt of that session'),
  fixed('--no-session', 'noSession', true, 'leave no session behind'),
  fixed('--stream', 'stream', true, 'demand text streaming'),
  fixed('--no-stream', 'stream', false, 'no streaming: output as a whole, per step or turn'),
  one('--timeout <time>', 'timeout', asDuration(), 'of the whole run, such as 90s, 5m or 1h30m'),
  one('--inactivity-timeout <time>', 'inactivityTimeout', asDuration(), 'without any event'),
  one('--interaction-timeout <time>', 'interactionTimeoutMs', asDuration(), 'of an open question, then it is denied'),
  oneOf(
    '--approval-mode <mode>',
    'approvalMode',
    ['prompt', 'deny', 'yolo'],
    'prompt (ask, the default), deny or yolo',
  ),
  one('--policy <file>', 'onApprovalRequest', asPolicy, 'rules that decide about approvals (docs/approvals.md)'),
  fixed('--yolo', 'approvalMode', 'yolo', 'grant everything without asking: --approval-mode yolo'),
  fixed('--deny', 'approvalMode', 'deny', 'deny everything that would be asked: --approval-mode deny'),
  oneOf(
    '--sandbox <mode>',
    'sandbox',
    ['read-only', 'workspace-write', 'off'],
    "the CLI's own sandbox: read-only, workspace-write or off",
  ),
  fixed('--network', 'network', true, 'let commands in the sandbox reach the network'),
  fixed('--no-network', 'network', false, 'keep them from it, as a sandbox does by itself'),
  each(
    '--native-arg <word>',
    'native',
    (args) => ({ args }),
    "a word for the CLI's own command line, as --native-arg=--flag",
  ),
  each(
    '--attach <file>',
    'attachments',
    (values, flag) => readEach(values, flag, asPath).map((filePath) => ({ filePath })),
    'image or file for the prompt',
  ),
  each('--skill <name>', 'skills', (values) => values, 'skill to use'),
  one('--agents-doc <file>', 'agentsDoc', asFileText, 'an AGENTS.md for this run'),
  each('--mcp-server <json|file>', 'mcpServers', asServers, 'MCP server, or a list of them'),
  fixed('--include-subagents', 'includeSubagents', true, "show the subagents' own activity"),
  one(
    '--retry <n>',
    'retryPolicy',
    (text, flag) => ({ maxAttempts: asNumber(text, flag) }),
    'retries after a rate limit or a crash',
  ),
  each('--tag <text>', 'tags', (values) => values, 'tag of the run'),
  one('--run-id <ulid>', 'runId', asText, 'id of the run'),
  one('--name <text>', 'name', asText, 'name of the run'),
  one('--context <id>', 'contextId', asText, 'what the run belongs to, such as a chat'),
  fixed('--store-required', 'storeRequired', true, 'end the run where its store cannot keep it'),
];

/** The flag for the folder of the recording: `--record` of run, `--out` of record. */
export const RECORD_FLAG: Flag = one('--record <folder>', 'record', asPath, 'record the conversation in this folder');
export const OUT_FLAG: Flag = one('--out <folder>', 'record', asPath, 'folder for the recording; empty or missing');

/** The flag for the store, an option of the client. */
export const STORE_FLAG: Flag = {
  flags: '--store [file]',
  check: (text, flag) => (text === '' ? undefined : asPath(text, flag)),
  help: 'keep runs in this file (default: AMUX_STORE, else runs.db where the system keeps the state of programs)',
};

/** The flag for the prices of models, an option of the client. */
export const PRICES_FLAG: Flag = {
  flags: '--prices <json|file>',
  option: 'prices',
  check: asJson,
  help: 'what models cost, for --max-cost-usd with agents that tell no money (docs/budgets.md)',
};

/** The flag for adapters from outside, an option of the client. */
export const ADAPTER_FLAG: Flag = {
  flags: '--adapter <package or path>',
  help: 'use the adapters of this package or file too (repeatable)',
};

export const NO_COLOR_FLAG: Flag = { flags: '--no-color', help: 'no colours (as NO_COLOR=1)' };

/** Flags that show a run in the format of another system; they are no options of a run. */
export const FORMAT_FLAGS: readonly Flag[] = [
  {
    flags: '--format <name>',
    choices: ['cagent', 'looopy', 'afk', 'agentic', 'a2a', 'ag-ui', 'ui-messages'],
    help: 'as the events of another system, one per line: cagent, looopy, afk, agentic, a2a, ag-ui or ui-messages',
  },
  { flags: '--sse', help: 'with --format looopy, a2a, ag-ui or ui-messages: as server-sent events' },
];

/** Flags that say how a stream is shown; they are no options of a run. */
export const VIEW_FLAGS: readonly Flag[] = [
  {
    flags: '--output <how>',
    choices: OUTPUT_FORMS,
    help: 'text (the default), final (only the last text, once the run has completed) or json (one event per line, then the result)',
  },
  { flags: '--json', help: 'as --output json' },
  { flags: '--json-full', help: 'as --json, with the accumulated text on each delta' },
  { flags: '--final', help: 'as --output final' },
  { flags: '-q, --quiet', help: 'only the text, and what went wrong' },
  NO_COLOR_FLAG,
];
