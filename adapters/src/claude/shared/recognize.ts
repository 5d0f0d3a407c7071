/** Reads a recorded command line of Claude Code back into options. */
import type { ResolvedOptions, ThinkingEffortLevel } from '@agent-mux/core';
import { defined, readWords } from '../../shared/index.ts';
import type { ClaudeMode } from '../stream-json/parts.ts';

/** Flags with one value; the others have none, except for the lists. */
const VALUED: ReadonlySet<string> = new Set([
  'input-format',
  'output-format',
  'model',
  'effort',
  'permission-mode',
  'permission-prompt-tool',
  'permission-prompts',
  'mcp-config',
  'session-id',
  'resume',
  'resume-session-at',
  'max-turns',
  'max-budget-usd',
  'fallback-model',
  'agent',
  'agents',
  'append-system-prompt',
  'append-system-prompt-file',
  'system-prompt',
  'system-prompt-file',
  'settings',
  'setting-sources',
  'plugin-dir',
  'json-schema',
  'debug-file',
  'thinking',
  'max-thinking-tokens',
  'thinking-display',
  'name',
  'prompt-suggestions',
]);

/** Flags that take all words up to the next flag. */
const LISTS: ReadonlySet<string> = new Set([
  'allowedTools',
  'allowed-tools',
  'disallowedTools',
  'disallowed-tools',
  'tools',
  'add-dir',
  'betas',
]);

const SHORT: Readonly<Record<string, string>> = {
  '-p': 'print',
  '-c': 'continue',
  '-r': 'resume',
  '-d': 'debug',
  '-n': 'name',
};

const EFFORTS: readonly ThinkingEffortLevel[] = ['low', 'medium', 'high', 'max'];

const SPELLING = { takesValue: (name: string) => VALUED.has(name), lists: LISTS, short: SHORT };

/** The options; undefined where the command line is not one of this mode. */
export function recognizeCommand(mode: ClaudeMode, argv: readonly string[]): Partial<ResolvedOptions> | undefined {
  const { flags, values, others } = readWords(argv.slice(1), SPELLING);
  const prompt = others.at(-1);
  const isConversation = values.get('input-format') === 'stream-json';
  if (values.get('output-format') !== 'stream-json' || isConversation !== (mode === 'bidi')) {
    return undefined;
  }
  // The command line does not contain the id of the most recent conversation, only that one was resumed.
  const resumed = values.get('resume') ?? (flags.has('continue') ? 'latest' : undefined);
  const effort = EFFORTS.find((level) => level === values.get('effort'));
  const maxTurns = values.get('max-turns');
  const maxCostUsd = values.get('max-budget-usd');
  return {
    ...(mode === 'oneshot' && prompt !== undefined ? { prompt } : {}),
    ...(resumed === undefined ? {} : flags.has('fork-session') ? { forkSessionId: resumed } : { sessionId: resumed }),
    ...(flags.has('no-session-persistence') ? { noSession: true } : {}),
    ...defined({ model: values.get('model'), thinkingEffort: effort }),
    ...(maxTurns === undefined ? {} : { maxTurns: Number(maxTurns) }),
    ...(maxCostUsd === undefined ? {} : { maxCostUsd: Number(maxCostUsd) }),
  };
}
