/** Reads a recorded command line of Codex back into options. */
import type { ResolvedOptions } from '@agent-mux/core';

/** The options; undefined where the command line does not start the app-server. */
export function recognizeAppServer(argv: readonly string[]): Partial<ResolvedOptions> | undefined {
  // The wire says what the run was asked.
  return argv.slice(1).find((word) => word === 'app-server' || word === 'exec') === 'app-server' ? {} : undefined;
}
