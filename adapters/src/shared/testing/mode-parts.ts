/** What the runtime hands to a mode, for the tests of commands and dialects. */
import type { Adapter, Mode, ModeContext, ResolvedOptions } from '@agent-mux/core';

/** The resolved options of a prompt that is given no option. */
export function resolvedOptions(given: Partial<ResolvedOptions> = {}): ResolvedOptions {
  return {
    prompt: 'hello',
    cwd: '/work',
    stream: 'auto',
    approvalMode: 'prompt',
    systemPromptMode: 'prepend',
    noSession: false,
    includeSubagents: false,
    keepOpen: false,
    ...given,
  };
}

export function modeContext(binary: string, given: Partial<ModeContext> = {}): ModeContext {
  return {
    runId: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
    dir: '/run',
    binary,
    newId: () => 'new-id',
    input: { text: 'hello' },
    ...given,
  };
}

export function modeOf({ agent, modes }: Adapter, name: string): Mode {
  const mode = modes.find((each) => each.name === name);
  if (mode === undefined) {
    throw new Error(`${agent} has no mode "${name}"`);
  }
  return mode;
}
