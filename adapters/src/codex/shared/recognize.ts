/** Reads a recorded command line of Codex back into options. */
import type { ResolvedOptions } from '@agent-mux/core';

/** undefined where the command line does not start the app-server. */
export function recognizeAppServer(argv: readonly string[]): Partial<ResolvedOptions> | undefined {
  // What it was asked stands on its wire.
  return argv.slice(1).find((word) => word === 'app-server' || word === 'exec') === 'app-server' ? {} : undefined;
}
