/** The facts in the last entry of a run beyond its events; a reader of both has the result. */
import type { CloseFacts } from '@agent-mux/events/journal';
import { given } from '../given.ts';
import type { RunResult } from './run-result.ts';

/**
 * Returns these facts. `textOf` is the number of the event that has the text of the result, and `output` is as the
 * agent gave it.
 */
export function closeFacts(result: RunResult, textOf: number | undefined, output?: unknown): CloseFacts {
  const { durationMs, exitCode, signal, attempts, sessionId, error, diagnostics, leftRunning } = result;
  const told =
    error === null ? undefined : { code: error.code, message: error.message, recoverable: error.recoverable };
  return {
    durationMs,
    exitCode,
    signal,
    attempts,
    ...given({ sessionId, textOf, error: told, output }),
    stderr: error?.stderr ?? '',
    ...given({ leftRunning: leftRunning?.map(({ pid, command }) => ({ pid, command })) }),
    diagnostics,
  };
}
