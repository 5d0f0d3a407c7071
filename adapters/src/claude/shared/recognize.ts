/** Reads a recorded command line of Claude Code back into options. */
import type { ResolvedOptions, ThinkingEffortLevel } from '@agent-mux/core';
import type { ClaudeMode } from '../stream-json/parts.ts';

/** Flags with one value; the others but the lists have none. */
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

/** undefined where the command line is not one of this mode. */
export function recognizeCommand(mode: ClaudeMode, argv: readonly string[]): Partial<ResolvedOptions> | undefined {
  const { flags, values, prompt } = readWords(argv.slice(1));
  const isConversation = values.get('input-format') === 'stream-json';
  if (values.get('output-format') !== 'stream-json' || isConversation !== (mode === 'bidi')) {
    return undefined;
  }
  // The id of the most recent conversation is not in the command line; that one was resumed is.
  const resumed = values.get('resume') ?? (flags.has('continue') ? 'latest' : undefined);
  const effort = EFFORTS.find((level) => level === values.get('effort'));
  const model = values.get('model');
  const maxTurns = values.get('max-turns');
  const maxCostUsd = values.get('max-budget-usd');
  return {
    ...(mode === 'oneshot' && prompt !== undefined ? { prompt } : {}),
    ...(resumed === undefined ? {} : flags.has('fork-session') ? { forkSessionId: resumed } : { sessionId: resumed }),
    ...(flags.has('no-session-persistence') ? { noSession: true } : {}),
    ...(model === undefined ? {} : { model }),
    ...(effort === undefined ? {} : { thinkingEffort: effort }),
    ...(maxTurns === undefined ? {} : { maxTurns: Number(maxTurns) }),
    ...(maxCostUsd === undefined ? {} : { maxCostUsd: Number(maxCostUsd) }),
  };
}

interface Words {
  readonly flags: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, string>;
  readonly prompt: string | undefined;
}

function readWords(words: readonly string[]): Words {
  const flags = new Set<string>();
  const values = new Map<string, string>();
  let prompt: string | undefined;
  let index = 0;
  while (index < words.length) {
    const word = words[index++] ?? '';
    if (word === '--') {
      return { flags, values, prompt: words[index] ?? prompt };
    }
    const name = word.startsWith('--') ? word.slice(2) : SHORT[word];
    if (name === undefined) {
      prompt = word;
    } else if (VALUED.has(name)) {
      values.set(name, words[index++] ?? '');
    } else if (LISTS.has(name)) {
      while (index < words.length && !(words[index] ?? '').startsWith('-')) {
        index++;
      }
    } else {
      flags.add(name);
    }
  }
  return { flags, values, prompt };
}
