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

/** Throws UsageError for values that cannot be read and flags that contradict each other. */
export function readRunOptions(given: GivenFlags): FlagOptions {
  for (const [a, b] of EXCLUSIVE) {
    if (given.has(a) && given.has(b)) {
      throw new UsageError(`--${a} and --${b} exclude each other; give one.`);
    }
  }
  const draft: OptionsDraft = {};
  for (const flag of ALL) {
    const values = given.get(nameOf(flag));
    if (values !== undefined) {
      flag.apply?.(draft, values, `--${nameOf(flag)}`);
    }
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
  return values.replace(/`(\w+)((?:\[(?:\d+|"[^"`]*")\])?(?:\.\w+)*)`/g, (whole, option: string, rest: string) => {
    const flag = findFlag(option, given);
    return flag === undefined ? whole : `--${flag}${rest}`;
  });
}
