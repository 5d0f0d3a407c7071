/** Reads a recorded command line of opencode back into options. */
import type { ResolvedOptions } from '@agent-mux/core';

export type OpencodeMode = 'acp' | 'run';

/** The options; undefined where the command line is not one of this mode. */
export function recognizeCommand(mode: OpencodeMode, argv: readonly string[]): Partial<ResolvedOptions> | undefined {
  const words = argv.slice(1);
  if (mode === 'acp') {
    return words[0] === 'acp' ? {} : undefined;
  }
  if (words[0] !== 'run') {
    return undefined;
  }
  const at = words.findIndex((word) => word === '--session' || word === '-s');
  const session = at < 0 ? undefined : words[at + 1];
  const resumed = session ?? (words.includes('--continue') || words.includes('-c') ? 'latest' : undefined);
  return {
    approvalMode: words.includes('--auto') ? 'yolo' : 'deny',
    ...(resumed === undefined ? {} : words.includes('--fork') ? { forkSessionId: resumed } : { sessionId: resumed }),
  };
}
