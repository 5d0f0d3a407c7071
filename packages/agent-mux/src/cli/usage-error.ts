/** Misuse of the command line: what is wrong, a sentence each, and the exit code that goes with it. */

/** Exit code of a wrong command line. */
export const EXIT_USAGE = 2;
/** What was asked for could not be done, and no other code says why. */
export const EXIT_FAILED = 1;

export class UsageError extends Error {
  readonly messages: readonly string[];
  readonly exitCode: number;

  constructor(wrong: string | readonly string[], exitCode: number = EXIT_USAGE) {
    const messages = typeof wrong === 'string' ? [wrong] : wrong;
    super(messages.join('\n'));
    this.name = 'UsageError';
    this.messages = messages;
    this.exitCode = exitCode;
  }
}

/** For stderr: one in a line, several as a list. */
export function tellMistakes(messages: readonly string[]): string {
  const [only = ''] = messages;
  if (messages.length < 2) {
    return `amux: ${only}\n`;
  }
  const lines = messages.map((message) => `  ${message.replaceAll('\n', '\n  ')}\n`);
  return `amux: nothing was started, for ${messages.length} things are wrong:\n${lines.join('')}`;
}
