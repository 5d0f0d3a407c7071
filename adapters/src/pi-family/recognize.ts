/** Reads a recorded command line of pi or one of its forks back into options. */
import type { ResolvedOptions, ThinkingEffortLevel } from '@agent-mux/core';
import type { FamilyMode } from './family.ts';

/** Flags with one value; the others have none. */
const VALUED: ReadonlySet<string> = new Set([
  'mode',
  'provider',
  'model',
  'models',
  'api-key',
  'thinking',
  'session',
  'session-dir',
  'resume',
  'fork',
  'system-prompt',
  'append-system-prompt',
  'tools',
  'extension',
  'skill',
  'skills',
  'prompt-template',
  'theme',
  'hook',
  'plugin-dir',
  'config',
  'add-dir',
  'max-time',
  'approval-mode',
  'service-tier',
  'smol',
  'slow',
  'plan',
]);

const SHORT: Readonly<Record<string, string>> = {
  '-p': 'print',
  '-c': 'continue',
  '-r': 'resume',
  '-e': 'extension',
  '-t': 'tools',
};

const EFFORTS: Readonly<Record<string, ThinkingEffortLevel>> = {
  low: 'low',
  medium: 'medium',
  high: 'high',
  xhigh: 'max',
  max: 'max',
};

/** The native names of the modes. */
const MODES: Readonly<Record<FamilyMode, ReadonlySet<string | undefined>>> = {
  rpc: new Set(['rpc', 'rpc-ui']),
  json: new Set(['json']),
};

/** undefined where the command line is not one of this mode. */
export function recognizeWords(mode: FamilyMode, words: readonly string[]): Partial<ResolvedOptions> | undefined {
  const { flags, values, prompts } = readWords(words);
  if (!MODES[mode].has(values.get('mode'))) {
    return undefined;
  }
  // The id of the most recent session is not in the command line; that one was resumed is.
  const sessionId = values.get('session') ?? values.get('resume') ?? (flags.has('continue') ? 'latest' : undefined);
  const forkSessionId = values.get('fork');
  const thinkingEffort = EFFORTS[values.get('thinking') ?? ''];
  const model = values.get('model');
  const [prompt] = prompts;
  return {
    ...(mode === 'json' && prompt !== undefined ? { prompt } : {}),
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(forkSessionId === undefined ? {} : { forkSessionId }),
    ...(flags.has('no-session') ? { noSession: true } : {}),
    ...(model === undefined ? {} : { model }),
    ...(thinkingEffort === undefined ? {} : { thinkingEffort }),
  };
}

interface Words {
  readonly flags: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, string>;
  readonly prompts: readonly string[];
}

function readWords(words: readonly string[]): Words {
  const flags = new Set<string>();
  const values = new Map<string, string>();
  const prompts: string[] = [];
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? '';
    const name = word.startsWith('--') ? word.slice(2) : SHORT[word];
    if (name === undefined) {
      prompts.push(word);
    } else if (VALUED.has(name)) {
      values.set(name, words[++index] ?? '');
    } else {
      flags.add(name);
    }
  }
  return { flags, values, prompts };
}
