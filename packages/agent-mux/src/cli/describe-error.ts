/** An error before or outside of a run as one sentence and an exit code. */
import { AgentMuxError, CapabilityError, EXIT_CODE_OF_MISUSE, ValidationError } from '@agent-mux/core';
import type { GivenFlags } from './flag-table.ts';
import { nameFlags, nameLacks } from './run-options.ts';
import { UsageError } from './usage-error.ts';

/** Anything that has no code of its own. */
const EXIT_GENERAL = 1;

export interface ErrorReport {
  readonly code: string;
  readonly message: string;
  readonly exitCode: number;
}

export function describeError(error: unknown, given: GivenFlags): ErrorReport {
  if (error instanceof UsageError) {
    return { code: 'VALIDATION_ERROR', message: error.message, exitCode: error.exitCode };
  }
  if (AgentMuxError.isInstance(error)) {
    const message =
      error instanceof ValidationError
        ? [...error.fields, ...error.others].map((each) => each.message).join(' ')
        : error.message;
    return {
      code: error.code,
      // A mistake of an adapter is in its own words: its `cwd` is no --cwd.
      message:
        error.code === 'INTERNAL'
          ? message
          : nameFlags(lacksSomething(error) ? nameLacks(message, given) : message, given),
      exitCode: EXIT_CODE_OF_MISUSE[error.code] ?? EXIT_GENERAL,
    };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { code: 'INTERNAL', message, exitCode: EXIT_GENERAL };
}

function lacksSomething(error: AgentMuxError): boolean {
  return (
    error instanceof CapabilityError ||
    (error instanceof ValidationError && error.others.some((other) => other instanceof CapabilityError))
  );
}
