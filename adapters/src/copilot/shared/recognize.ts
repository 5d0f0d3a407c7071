/** Reads a recorded command line of Copilot CLI back into options. */
import type { ResolvedOptions, ThinkingEffortLevel } from '@agent-mux/core';

/** Stands for the session that was used last: its id is not in the command line. */
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

/** undefined where the command line is not one of this mode. */
export function recognizeCommand(mode: CopilotMode, argv: readonly string[]): Partial<ResolvedOptions> | undefined {
  const words = readWords(argv);
  if (modeOf(words) !== mode) {
    return undefined;
  }
  if (mode !== 'jsonl') {
    return {};
  }
  const prompt = words.get('prompt');
  const sessionId = words.get('resume') ?? (words.has('continue') ? LATEST : undefined);
  const model = words.get('model');
  const effort = EFFORTS.find((level) => level === words.get('reasoning-effort'));
  const mayAct = ['allow-all', 'allow-all-tools', 'yolo'].some((name) => words.has(name));
  return {
    approvalMode: mayAct ? 'yolo' : 'deny',
    ...(prompt === undefined ? {} : { prompt }),
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(model === undefined ? {} : { model }),
    ...(effort === undefined ? {} : { thinkingEffort: effort }),
    ...(words.get('stream') === 'off' ? { stream: false } : {}),
  };
}

function modeOf(words: ReadonlyMap<string, string>): CopilotMode | undefined {
  if (words.has('acp')) {
    return 'acp';
  }
  if (words.has('headless')) {
    return words.has('stdio') ? 'sdk' : undefined;
  }
  return words.get('output-format') === 'json' ? 'jsonl' : undefined;
}

/** Flags by name, with their values; a flag without one has an empty value. */
export function readWords(argv: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (let index = 1; index < argv.length; index++) {
    const word = argv[index] ?? '';
    const [flag = '', inline] = word.startsWith('--') ? cut(word.slice(2)) : [SHORT[word] ?? ''];
    if (flag === '') {
      continue;
    }
    if (inline !== undefined || BARE.has(flag)) {
      found.set(flag, inline ?? '');
    } else if (LISTS.has(flag)) {
      while (index + 1 < argv.length && !(argv[index + 1] ?? '').startsWith('-')) {
        index++;
      }
    } else {
      found.set(flag, argv[++index] ?? '');
    }
  }
  return found;
}

function cut(word: string): [string, string?] {
  const at = word.indexOf('=');
  return at < 0 ? [word] : [word.slice(0, at), word.slice(at + 1)];
}
