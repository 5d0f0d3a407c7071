/** Reads a recorded command line of Gemini CLI back into options. */
import type { ResolvedOptions } from '@agent-mux/core';
import { defined, readWords } from '../../shared/index.ts';

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

/** Short flags that take a value; the others say nothing here. */
const SHORT: Readonly<Record<string, string>> = {
  '-p': 'prompt',
  '-i': 'prompt-interactive',
  '-m': 'model',
  '-o': 'output-format',
  '-r': 'resume',
  '-e': 'extensions',
};

const SPELLING = { takesValue: (name: string) => VALUED.has(name), short: SHORT };

/** The options; undefined where the command line is not one of this mode. */
export function recognizeCommand(mode: GeminiMode, argv: readonly string[]): Partial<ResolvedOptions> | undefined {
  const { flags, values } = readWords(argv.slice(1), SPELLING);
  const isAcp = flags.has('acp') || flags.has('experimental-acp');
  if (mode === 'acp' ? !isAcp : isAcp || values.get('output-format') !== 'stream-json') {
    return undefined;
  }
  const resumed = values.get('resume');
  const model = values.get('model');
  return defined({ prompt: values.get('prompt'), sessionId: resumed, model });
}
