/** Reads a recorded command line of Gemini CLI back into options. */
import type { ResolvedOptions } from '@agent-mux/core';

export type GeminiMode = 'acp' | 'stream-json';

/** Flags with one value; the others have none. */
const VALUED: ReadonlySet<string> = new Set([
  'prompt',
  'prompt-interactive',
  'model',
  'output-format',
  'approval-mode',
  'resume',
  'session-id',
  'session-file',
  'policy',
  'admin-policy',
  'include-directories',
  'allowed-tools',
  'allowed-mcp-server-names',
  'extensions',
]);

/** Of those with a value; the others say nothing here. */
const SHORT: Readonly<Record<string, string>> = {
  '-p': 'prompt',
  '-i': 'prompt-interactive',
  '-m': 'model',
  '-o': 'output-format',
  '-r': 'resume',
  '-e': 'extensions',
};

/** undefined where the command line is not one of this mode. */
export function recognizeCommand(mode: GeminiMode, argv: readonly string[]): Partial<ResolvedOptions> | undefined {
  const { flags, values } = readWords(argv.slice(1));
  const isAcp = flags.has('acp') || flags.has('experimental-acp');
  if (mode === 'acp' ? !isAcp : isAcp || values.get('output-format') !== 'stream-json') {
    return undefined;
  }
  const prompt = values.get('prompt');
  const resumed = values.get('resume');
  const model = values.get('model');
  return {
    ...(prompt === undefined ? {} : { prompt }),
    ...(resumed === undefined ? {} : { sessionId: resumed }),
    ...(model === undefined ? {} : { model }),
  };
}

function readWords(words: readonly string[]): {
  readonly flags: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, string>;
} {
  const flags = new Set<string>();
  const values = new Map<string, string>();
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? '';
    const at = word.startsWith('--') ? word.indexOf('=') : -1;
    const name = word.startsWith('--') ? word.slice(2, at < 0 ? undefined : at) : SHORT[word];
    if (name === undefined) {
      continue;
    }
    if (!VALUED.has(name)) {
      flags.add(name);
    } else if (at >= 0) {
      values.set(name, word.slice(at + 1));
    } else {
      values.set(name, words[++index] ?? '');
    }
  }
  return { flags, values };
}
