/** From the flags that were given to the options of mux.run(), and from the names of options in messages back to flags. */
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

/** The prompt is not among them: it may stand elsewhere than in a flag. */
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

/** What a command line says, read once: a file may be one that can be read only once, such as `<(jq …)` of a shell. */
export interface ReadFlags {
  /** The options of a run, as far as they could be read. */
  readonly draft: FlagOptions;
  /** What models cost; no option of a run, but of the client. What it holds is for the validation of createClient(). */
  readonly prices?: Prices;
  /** A sentence for each value that cannot be read, and for flags that contradict each other. */
  readonly mistakes: readonly string[];
}

/** `flags`: those that the command takes. */
export function readFlags(given: GivenFlags, flags: readonly Flag[] = ALL): ReadFlags {
  const draft: OptionsDraft = {};
  let prices: unknown;
  const mistakes = EXCLUSIVE.filter(([a, b]) => given.has(a) && given.has(b)).map(
    ([a, b]) => `--${a} and --${b} exclude each other; give one.`,
  );
  for (const flag of flags) {
    const name = `--${nameOf(flag)}`;
    const values = given.get(nameOf(flag)) ?? [];
    // Of several values each is read by itself, so that each that is wrong is told.
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

/** What stands behind a flag that sets no option of a run. */
function readValue({ flags, check, choices }: Flag, value: string): unknown {
  const read = check ?? (Array.isArray(choices) ? asOneOf(...choices) : undefined);
  return read?.(value, `--${nameOf({ flags })}`);
}

// What a mode may lack, by the option that asks for it where that has another name.
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

/** Says of each thing that a mode lacks which flag asked for it: `lacks approvalMode` becomes `lacks approvalMode (--deny)`. */
export function nameLacks(message: string, given: GivenFlags): string {
  return message.replace(
    /(?<=(?:\blacks |, ))([a-zA-Z]+)( \()?(?=[,;.]|(?<=\())/g,
    (whole, capability: string, reason = '') => {
      const flag = findFlag(OPTION_OF_CAPABILITY[capability] ?? capability, given);
      return flag === undefined ? whole : `${capability} (--${flag}${reason === '' ? ')' : ': '}`;
    },
  );
}

/** One that was given, if the option has several. */
function findFlag(option: string, given: GivenFlags): string | undefined {
  const flags = ALL.filter((flag) => flag.option === option).map(nameOf);
  return flags.find((name) => given.has(name)) ?? flags[0];
}

/** Says flags where a message of the library says options: `sessionId` becomes --session, `approvalMode: 'yolo'` --yolo. */
export function nameFlags(message: string, given: GivenFlags): string {
  const values = message.replace(/`(\w+): '(\w+)'`/g, (whole, option: string, value: string) => {
    const flag = ALL.find((each) => each.option === option && each.value === value);
    return flag === undefined ? whole : `--${nameOf(flag)}`;
  });
  // What was meant is a field of what stands behind a flag, and no flag.
  return values.replace(
    /(?<!did you mean )`(\w+)((?:\[(?:\d+|"[^"`]*")\])?(?:\.\w+)*)`/g,
    (whole, option: string, rest: string) => {
      const flag = findFlag(option, given);
      return flag === undefined ? whole : `--${flag}${rest}`;
    },
  );
}
