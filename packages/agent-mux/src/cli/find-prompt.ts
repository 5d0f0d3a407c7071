/** Where the prompt comes from: --prompt, else the argument, else stdin. */
import { text } from 'node:stream/consumers';
import { UsageError } from './usage-error.ts';

export interface PromptSources {
  readonly flag: string | readonly string[] | undefined;
  readonly argument: string | undefined;
  readonly stdin: NodeJS.ReadStream;
}

/** Throws UsageError where there is none; an empty one is for the validation of run(). */
export async function findPrompt({ flag, argument, stdin }: PromptSources): Promise<string | readonly string[]> {
  if (flag !== undefined) {
    return flag;
  }
  if (argument !== undefined) {
    return argument;
  }
  if (stdin.isTTY) {
    throw new UsageError('There is no prompt. Give it as the second argument, with --prompt, or on stdin.');
  }
  // The line end of `echo` is not meant.
  return (await text(stdin)).replace(/\r?\n$/, '');
}
