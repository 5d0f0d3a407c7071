/** Reads a recorded command line of Copilot CLI back into options. */
import type { ResolvedOptions, ThinkingEffortLevel } from '@agent-mux/core';
import { type CommandWords, defined, readWords } from '../../shared/index.ts';

/** Stands for the session that was used last, whose id is not in the command line. */
export const LATEST = 'latest';

/** Flags that take all words up to the next flag. */
const LISTS: ReadonlySet<string> = new Set([
  'allow-tool',
  'deny-tool',
  'available-tools',
  'excluded-tools',
  'allow-url',
  'deny-url',
  'secret-env-vars',
]);

/** Flags without a value; all others but the lists have one. */
const BARE: ReadonlySet<string> = new Set([
  'headless',
  'stdio',
  'acp',
  'no-auto-update',
  'no-auto-login',
  'no-color',
  'no-ask-user',
  'no-custom-instructions',
  'allow-all',
  'allow-all-tools',
  'allow-all-paths',
  'allow-all-urls',
  'yolo',
  'continue',
  'silent',
  'plan',
  'autopilot',
  'trust-folder',
  'disable-client-telemetry',
  'experimental',
  'disable-builtin-mcps',
  'banner',
]);

const SHORT: Readonly<Record<string, string>> = { '-p': 'prompt', '-r': 'resume', '-n': 'name', '-s': 'silent' };
const EFFORTS: readonly ThinkingEffortLevel[] = ['low', 'medium', 'high', 'max'];

export type CopilotMode = 'sdk' | 'jsonl' | 'acp';

/** The options; undefined where the command line is not one of this mode. */
export function recognizeCommand(mode: CopilotMode, argv: readonly string[]): Partial<ResolvedOptions> | undefined {
  const words = wordsOf(argv);
  if (modeOf(words) !== mode) {
    return undefined;
  }
  if (mode !== 'jsonl') {
    return {};
  }
  const { flags, values } = words;
  const sessionId = values.get('resume') ?? (flags.has('continue') ? LATEST : undefined);
  const model = values.get('model');
  const effort = EFFORTS.find((level) => level === values.get('reasoning-effort'));
  const mayAct = ['allow-all', 'allow-all-tools', 'yolo'].some((name) => flags.has(name));
  return {
    approvalMode: mayAct ? 'yolo' : 'deny',
    ...defined({ prompt: values.get('prompt'), sessionId, model, thinkingEffort: effort }),
    ...(values.get('stream') === 'off' ? { stream: false } : {}),
  };
}

function modeOf({ flags, values }: CommandWords): CopilotMode | undefined {
  if (flags.has('acp')) {
    return 'acp';
  }
  if (flags.has('headless')) {
    return flags.has('stdio') ? 'sdk' : undefined;
  }
  return values.get('output-format') === 'json' ? 'jsonl' : undefined;
}

/** Splits a command line: an option takes a value unless it is known to take none. */
export function wordsOf(argv: readonly string[]): CommandWords {
  return readWords(argv.slice(1), { takesValue: (name) => !BARE.has(name), lists: LISTS, short: SHORT });
}
