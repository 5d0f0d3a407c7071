/** `amux run`, and `amux record`: one run of an agent. */
import { exitCodeOfResult } from '@agent-mux/core';
import { createClient } from '../../index.ts';
import { demandAgent } from '../demand-agent.ts';
import { findPrompt } from '../find-prompt.ts';
import type { GivenFlags } from '../flag-table.ts';
import { findAnswering, followRun } from '../follow-run.ts';
import { readRunOptions } from '../run-options.ts';
import { createView } from '../view.ts';

export interface RunArguments {
  readonly agent: string;
  readonly prompt: string | undefined;
  readonly given: GivenFlags;
}

/** Resolves with the exit code. */
export async function run({ agent, prompt: argument, given }: RunArguments): Promise<number> {
  const options = readRunOptions(given);
  await using client = createClient();
  demandAgent(client.adapters, agent);
  const prompt = await findPrompt({ flag: given.get('prompt')?.at(-1), argument, stdin: process.stdin });
  const view = createView(given, options.cwd ?? process.cwd());
  const handle = client.run({ ...options, agent, prompt });
  const result = await followRun(handle, view, findAnswering());
  if (options.record !== undefined && !view.isJson) {
    await view.screen.note(view.screen.palette.dim(`recorded in ${options.record}`));
  }
  await view.flush();
  return exitCodeOfResult(result);
}
