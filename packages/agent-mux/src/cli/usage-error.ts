/** Misuse of the command line: the mistakes, a sentence each, and their exit code. */
import type { ErrorCode } from '@agent-mux/events';
import { linesOf, quoteLines } from './terminal.ts';

/** Exit code of a wrong command line. */
export const EXIT_USAGE = 2;
/** The exit code of a command that failed for a reason without a code of its own. */
export const EXIT_FAILED = 1;

export class UsageError extends Error {
  readonly messages: readonly string[];
  readonly exitCode: number;
  /** The code for programs, where the exit code says too little. */
  readonly code: ErrorCode | undefined;

  constructor(wrong: string | readonly string[], exitCode: number = EXIT_USAGE, code?: ErrorCode) {
    const messages = typeof wrong === 'string' ? [wrong] : wrong;
    super(messages.join('\n'));
    this.name = 'UsageError';
    this.messages = messages;
    this.exitCode = exitCode;
    this.code = code;
  }
}

/**
 * The text for stderr: one mistake in a line, several as a list. A mistake may quote an agent, a file or git, so that only its first line
 * counts as ours.
 */
export function tellMistakes(messages: readonly string[]): string {
  const [only = '', ...more] = messages.map((message) => {
    const [first = '', ...others] = linesOf(message.trimEnd());
    return others.length === 0 ? first : `${first}\n${quoteLines(others)}`;
  });
  if (more.length === 0) {
    return `amux: ${only}\n`;
  }
  const lines = [only, ...more].map((message) => `  ${message}\n`);
  return `amux: nothing was started, for ${messages.length} things are wrong:\n${lines.join('')}`;
}
