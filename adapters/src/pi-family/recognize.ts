/** Reads a recorded command line of pi or one of its forks back into options. */
import type { ResolvedOptions, ThinkingEffortLevel } from '@agent-mux/core';
import { defined, readWords } from '../shared/index.ts';
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

const SPELLING = { takesValue: (name: string) => VALUED.has(name), short: SHORT };

/** The options; undefined where the command line is not one of this mode. */
export function recognizeWords(mode: FamilyMode, words: readonly string[]): Partial<ResolvedOptions> | undefined {
  const { flags, values, others } = readWords(words, SPELLING);
  if (!MODES[mode].has(values.get('mode'))) {
    return undefined;
  }
  // The command line does not contain the id of the most recent session, only that one was resumed.
  const sessionId = values.get('session') ?? values.get('resume') ?? (flags.has('continue') ? 'latest' : undefined);
  const thinkingEffort = EFFORTS[values.get('thinking') ?? ''];
  const model = values.get('model');
  const [prompt] = others;
  return {
    ...(mode === 'json' && prompt !== undefined ? { prompt } : {}),
    ...defined({ sessionId, forkSessionId: values.get('fork') }),
    ...(flags.has('no-session') ? { noSession: true } : {}),
    ...defined({ model, thinkingEffort }),
  };
}
