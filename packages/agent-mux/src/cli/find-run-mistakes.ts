/** Finds what would refuse the runs of a command line, without starting one or opening a store for it. */
import type { AgentMuxClient } from '@agent-mux/core';
import { EXIT_CODE_OF_MISUSE } from '../exit-codes.ts';
import { describeMistakes, type Mistake } from './describe-error.ts';
import { findAgent } from './find-agent.ts';
import { tryOut } from './find-mistakes.ts';
import { demandOnePrompt } from './find-prompt.ts';
import type { GivenFlags } from './flag-table.ts';
import { demandNoOtherSession } from './last-session.ts';
import { createTrialClient } from './load-adapters.ts';
import type { FlagOptions, ReadFlags } from './run-options.ts';

export interface StartingWords {
  readonly first: string | undefined;
  readonly second: string | undefined;
  readonly given: GivenFlags;
}

/** Finds the mistakes of a command that takes only the name of an agent. */
export async function findAgentMistakes(agent: string, given: GivenFlags): Promise<readonly Mistake[]> {
  const trial = await createTrialClient(given);
  await using _ = trial.client;
  return [...trial.mistakes, ...(await tryOut(() => trial.demandAgent(agent), given))];
}

/** Finds the mistakes of `run`, `record` and `chat`. */
export async function findRunMistakes(
  { first, second, given }: StartingWords,
  read: ReadFlags,
): Promise<readonly Mistake[]> {
  const { draft } = read;
  const trial = await createTrialClient(given, read);
  await using client = trial.client;
  const known = client.adapters.list().map(({ agent }) => agent);
  const canFind = given.has('continue');
  let agent: string | undefined;
  let argument: string | undefined;
  const start = (): void => {
    const meant = findAgent({ first, second, known, env: process.env, canFind });
    argument = meant.prompt;
    if (meant.agent !== undefined) {
      trial.demandAgent(meant.agent);
    }
    agent = known.find((name) => name === meant.agent);
  };
  return [
    ...trial.mistakes,
    ...(await tryOut(start, given)),
    ...(await tryOut(() => canFind && demandNoOtherSession(draft), given)),
    ...(await tryOut(() => demandOnePrompt(given.get('prompt')?.at(-1), argument), given)),
    ...checkRun(client, { ...draft, ...(agent === undefined ? {} : { agent }) }, given),
  ];
}

/**
 * What the library would refuse. A missing prompt may come from elsewhere, an unknown agent is reported already, and a CLI that is not
 * installed is no mistake of the command line.
 */
export function checkRun(client: AgentMuxClient, options: FlagOptions, given: GivenFlags): readonly Mistake[] {
  const { prompt: _, ...others } = options;
  const refusal = client.check({ ...others, prompt: '-' });
  const mistakes = refusal === undefined ? [] : describeMistakes(refusal, given);
  return mistakes.filter(
    ({ field, exitCode }) =>
      exitCode !== EXIT_CODE_OF_MISUSE.AGENT_NOT_INSTALLED && (options.agent !== undefined || field !== 'agent'),
  );
}
