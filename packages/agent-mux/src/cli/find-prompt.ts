/** Finds the prompt: --prompt or the argument, with stdin below it if --stdin is given; else stdin alone. */
import { text } from 'node:stream/consumers';
import { UsageError } from './usage-error.ts';

export interface PromptSources {
  readonly flag: string | undefined;
  readonly argument: string | undefined;
  /** Whether --stdin is given, so that stdin belongs to the prompt too. */
  readonly isStdinWanted: boolean;
  readonly stdin: NodeJS.ReadStream;
}

/**
 * Finds the prompt; throws UsageError where there is none, or two. A prompt is followed by stdin only on request: a pipe that nobody ends,
 * which many parents pass down, would never let the run begin, and a loop over lines would lose them.
 */
export async function findPrompt(sources: PromptSources): Promise<string> {
  const { flag, argument, isStdinWanted, stdin } = sources;
  demandOnePrompt(flag, argument);
  const given = flag ?? argument;
  const prompt =
    given !== undefined && !isStdinWanted
      ? given
      : [given ?? '', await readPrompt(stdin, given !== undefined)].filter((part) => part.trim() !== '').join('\n\n');
  if (prompt.trim() === '') {
    throw new UsageError('The prompt is empty. Give it as the second argument, with --prompt, or on stdin.');
  }
  return prompt;
}

/** Throws UsageError where there are two prompts. */
export function demandOnePrompt(flag: string | undefined, argument: string | undefined): void {
  if (flag !== undefined && argument !== undefined) {
    throw new UsageError('The prompt is given twice, as the second argument and with --prompt; give one.');
  }
}

async function readPrompt(stdin: NodeJS.ReadStream, hasPrompt: boolean): Promise<string> {
  if (stdin.isTTY) {
    throw new UsageError(
      hasPrompt
        ? '--stdin needs something on stdin, such as `git diff | amux run …`.'
        : 'There is no prompt. Give it as the second argument, with --prompt, or on stdin.',
    );
  }
  // The line end that `echo` adds is not part of the prompt.
  return (await text(stdin)).replace(/\r?\n$/, '');
}
