/** Where the prompt comes from: --prompt, else the argument, else stdin. */
import { text } from 'node:stream/consumers';
import { UsageError } from './usage-error.ts';

export interface PromptSources {
  readonly flag: string | undefined;
  readonly argument: string | undefined;
  readonly stdin: NodeJS.ReadStream;
}

/** Throws UsageError where there is none. */
export async function findPrompt(sources: PromptSources): Promise<string> {
  const prompt = sources.flag ?? sources.argument ?? (await readPrompt(sources.stdin));
  if (prompt.trim() === '') {
    throw new UsageError('The prompt is empty. Give it as the second argument, with --prompt, or on stdin.');
  }
  return prompt;
}

async function readPrompt(stdin: NodeJS.ReadStream): Promise<string> {
  if (stdin.isTTY) {
    throw new UsageError('There is no prompt. Give it as the second argument, with --prompt, or on stdin.');
  }
  // The line end of `echo` is not meant.
  return (await text(stdin)).replace(/\r?\n$/, '');
}
