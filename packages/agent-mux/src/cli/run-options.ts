/** Turns the given flags into the options of mux.run(), and the names of options in messages back into flags. */
import type { Prices, RunOptions } from '@agent-mux/core';
import {
  type Flag,
  type GivenFlags,
  nameOf,
  type OptionsDraft,
  OUT_FLAG,
  PRICES_FLAG,
  RECORD_FLAG,
  RUN_FLAGS,
} from './flag-table.ts';
import { asOneOf } from './read-value.ts';
import { UsageError } from './usage-error.ts';

/** The options without the prompt, which may stand elsewhere than in a flag. */
export type FlagOptions = Partial<RunOptions>;

const ALL: readonly Flag[] = [...RUN_FLAGS, RECORD_FLAG, OUT_FLAG, PRICES_FLAG];

// Each pair sets one option to two values; run() would only ever see the last.
const EXCLUSIVE: readonly (readonly [string, string])[] = [
  ['yolo', 'deny'],
  ['policy', 'yolo'],
  ['policy', 'deny'],
  ['approval-mode', 'yolo'],
  ['approval-mode', 'deny'],
  ['stream', 'no-stream'],
];

/** The values of a command line, which are read once: a file may be readable only once, such as `<(jq …)` of a shell. */
export interface ReadFlags {
  /** The options of a run, as far as they could be read. */
  readonly draft: FlagOptions;
  /** The prices of models, an option of the client, whose validation checks them. */
  readonly prices?: Prices;
  /** A sentence for each value that cannot be read, and for flags that contradict each other. */
  readonly mistakes: readonly string[];
}

/** Reads the flags; `flags` are those that the command takes. */
export function readFlags(given: GivenFlags, flags: readonly Flag[] = ALL): ReadFlags {
  const draft: OptionsDraft = {};
  let prices: unknown;
  const mistakes = EXCLUSIVE.filter(([a, b]) => given.has(a) && given.has(b)).map(
    ([a, b]) => `--${a} and --${b} exclude each other; give one.`,
  );
  for (const flag of flags) {
    const name = `--${nameOf(flag)}`;
    const values = given.get(nameOf(flag)) ?? [];
    // Each of several values is read by itself, so that each wrong one is reported.
    const attempts =
      flag.apply === undefined
        ? values.map((value) => () => {
            const found = readValue(flag, value);
            prices = flag === PRICES_FLAG ? found : prices;
          })
        : [() => values.length > 0 && flag.apply?.(draft, values, name)];
    for (const attempt of attempts) {
      try {
        attempt();
      } catch (error) {
        if (!(error instanceof UsageError)) {
          throw error;
        }
        mistakes.push(...error.messages);
      }
    }
  }
  return { draft, mistakes, ...(prices === undefined ? {} : { prices: prices as Prices }) };
}

/** Reads the value of a flag that sets no option of a run. */
function readValue({ flags, check, choices }: Flag, value: string): unknown {
  const read = check ?? (Array.isArray(choices) ? asOneOf(...choices) : undefined);
  return read?.(value, `--${nameOf({ flags })}`);
}

// A mode names what it lacks by these words where the option has another name.
const OPTION_OF_CAPABILITY: Readonly<Record<string, keyof RunOptions>> = {
  textStreaming: 'stream',
  sessionResume: 'sessionId',
  sessionFork: 'forkSessionId',
  checkpoint: 'checkpointId',
  mcp: 'mcpServers',
  agentsMd: 'agentsDoc',
  nativeArgs: 'native',
  imageInput: 'attachments',
  urlAttachments: 'attachments',
  dataAttachments: 'attachments',
  fileAttachments: 'attachments',
};

/** Names, for each thing that a mode lacks, the flag that asked for it: `lacks approvalMode` becomes `lacks approvalMode (--deny)`. */
export function nameLacks(message: string, given: GivenFlags): string {
  return message.replace(
    /(?<=(?:\blacks |, ))([a-zA-Z]+)( \()?(?=[,;.]|(?<=\())/g,
    (whole, capability: string, reason = '') => {
      const flag = findFlag(OPTION_OF_CAPABILITY[capability] ?? capability, given);
      return flag === undefined ? whole : `${capability} (--${flag}${reason === '' ? ')' : ': '}`;
    },
  );
}

/** The flag of an option; a given one, if the option has several. */
function findFlag(option: string, given: GivenFlags): string | undefined {
  const flags = ALL.filter((flag) => flag.option === option).map(nameOf);
  return flags.find((name) => given.has(name)) ?? flags[0];
}

/**
 * Replaces the names of options in a message of the library by flags: `sessionId` becomes --session, `approvalMode: 'yolo'` becomes --yolo.
 */
export function nameFlags(message: string, given: GivenFlags): string {
  const values = message.replace(/`(\w+): '(\w+)'`/g, (whole, option: string, value: string) => {
    const flag = ALL.find((each) => each.option === option && each.value === value);
    return flag === undefined ? whole : `--${nameOf(flag)}`;
  });
  // The name is a field of a flag's value, and no flag.
  return inWordsOfPaths(
    values.replace(/(?<!did you mean )`(\w+)((?:\.|\[)[^`]*)?`/g, (whole, option: string, rest = '') => {
      const flag = findFlag(option, given);
      return flag === undefined ? whole : `--${flag}${nameField(option, rest)}`;
    }),
  );
}

/** The field of an option as it is typed: a part of JSON, the name of a variable, and else nothing, since the flag has one value. */
function nameField(option: string, rest: string): string {
  if (option === 'mcpServers' || option === 'prices') {
    return rest;
  }
  return option === 'env' && rest !== '' ? ` ${rest.replace(/^\.|^\["|"\]$/g, '')}` : '';
}

/** A path may be typed from the current folder on, while the library is told the whole of it. */
function inWordsOfPaths(message: string): string {
  return message.replace(/\ban absolute path of (?=an existing |a file )/g, '');
}
