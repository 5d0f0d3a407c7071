/** Exit codes of `amux`: those of the end of a run, and of what is refused before there is one. */
import { type Cause, type ExitReason, OUTCOMES } from '@agent-mux/core';
import type { ErrorCode } from '@agent-mux/events';

/** Exit codes of `amux` for error codes that say more than that the run failed (17). */
export const EXIT_CODE_OF_ERROR: Partial<Record<ErrorCode, number>> = {
  SESSION_NOT_FOUND: 8,
  STORE_ERROR: 9,
  SPAWN_ERROR: 1,
  INTERNAL: 1,
};

/** Gives the exit code of `amux run` for an end. */
export function exitCodeOf(cause: Cause, code: ErrorCode | undefined): number {
  return (cause === 'error' && code !== undefined ? EXIT_CODE_OF_ERROR[code] : undefined) ?? OUTCOMES[cause].exitCode;
}

/** Gives the exit code of `amux run` for the result of a run. */
export function exitCodeOfResult({
  exitReason,
  error,
}: {
  readonly exitReason: ExitReason;
  readonly error: { readonly code: ErrorCode } | null;
}): number {
  const rows = Object.entries(OUTCOMES) as [Cause, (typeof OUTCOMES)[Cause]][];
  const found = rows.find(
    ([, row]) => row.exitReason === exitReason && (row.code === undefined || row.code === error?.code),
  );
  return exitCodeOf(found?.[0] ?? 'error', error?.code);
}

/** Exit codes of `amux` for errors that are thrown before a run exists. */
export const EXIT_CODE_OF_MISUSE: Partial<Record<ErrorCode, number>> = {
  VALIDATION_ERROR: 2,
  AGENT_NOT_FOUND: 3,
  AGENT_NOT_INSTALLED: 4,
  CAPABILITY_ERROR: 6,
  SESSION_NOT_FOUND: 8,
  RUN_NOT_FOUND: 8,
  STORE_ERROR: 9,
};
