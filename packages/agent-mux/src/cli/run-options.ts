/** From the flags that were given to the options of mux.run(), and from the names of options in messages back to flags. */
import type { RunOptions } from '@agent-mux/core';
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

export interface ReadFlags {
  /** What could be read. */
  readonly draft: FlagOptions;
  /** A sentence for each value that cannot be read, and for flags that contradict each other. */
  readonly mistakes: readonly string[];
}

/** `flags`: those that the command takes. */
export function readFlags(given: GivenFlags, flags: readonly Flag[] = ALL): ReadFlags {
  const draft: OptionsDraft = {};
  const mistakes = EXCLUSIVE.filter(([a, b]) => given.has(a) && given.has(b)).map(
    ([a, b]) => `--${a} and --${b} exclude each other; give one.`,
  );
  for (const flag of flags) {
    const name = `--${nameOf(flag)}`;
    const values = given.get(nameOf(flag)) ?? [];
    // Of several values each is read by itself, so that each that is wrong is told.
    const attempts =
      flag.apply === undefined
        ? values.map((value) => () => checkValue(flag, value))
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
  return { draft, mistakes };
}

/** What stands behind a flag that sets no option of a run. */
function checkValue({ flags, check, choices }: Flag, value: string): void {
  const read = check ?? (Array.isArray(choices) ? asOneOf(...choices) : undefined);
  read?.(value, `--${nameOf({ flags })}`);
}

/** Throws UsageError with all values that cannot be read and flags that contradict each other. */
export function readRunOptions(given: GivenFlags): FlagOptions {
  const { draft, mistakes } = readFlags(given);
  if (mistakes.length > 0) {
    throw new UsageError(mistakes);
  }
  return draft;
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
