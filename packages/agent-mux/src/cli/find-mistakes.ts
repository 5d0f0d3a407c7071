/** Finds all mistakes of a command line that its flags alone show, before its command does anything. */

import { describeMistakes, type Mistake } from './describe-error.ts';
import { ADAPTER_FLAG, type Flag, type GivenFlags, nameOf } from './flag-table.ts';
import { readFormat } from './formats.ts';
import { readOutput } from './read-output.ts';
import type { ReadFlags } from './run-options.ts';
import { EXIT_USAGE } from './usage-error.ts';

/** What was typed, as far as it is known before a command reads it. */
export interface CommandLine {
  /** The command; empty where it is unknown. */
  readonly command: string;
  /** The flags that the command takes. */
  readonly flags: readonly Flag[];
  /** The mistakes in its words, in a sentence each. */
  readonly slips: readonly string[];
}

/** Finds the mistakes; `read` has the values of the flags. */
export async function findMistakes(
  { flags, slips }: CommandLine,
  given: GivenFlags,
  read: ReadFlags,
): Promise<readonly Mistake[]> {
  return [
    ...[...slips, ...read.mistakes].map((message) => ({ message, exitCode: EXIT_USAGE })),
    ...(await tryOut(() => readOutput(given), given)),
    ...(await tryOut(() => readFormat(given), given)),
    ...(await findUnknown(flags, given, read)),
  ];
}

/** Finds adapters that cannot be loaded, and names of agents without an adapter. */
async function findUnknown(flags: readonly Flag[], given: GivenFlags, read: ReadFlags): Promise<readonly Mistake[]> {
  const named = flags.filter(({ choices }) => choices === 'agents').flatMap((flag) => given.get(nameOf(flag)) ?? []);
  // The store may contain runs of agents that no longer have an adapter.
  if (!flags.includes(ADAPTER_FLAG) || (named.length === 0 && !given.has(nameOf(ADAPTER_FLAG)))) {
    return [];
  }
  const { createTrialClient } = await import('./load-adapters.ts');
  const trial = await createTrialClient(given, read);
  await using _ = trial.client;
  const unknown = named.map((agent) => tryOut(() => trial.demandAgent(agent, { flag: '--agent' }), given));
  return [...trial.mistakes, ...(await Promise.all(unknown)).flat()];
}

/** Finds what a part of a command would refuse; the part must start nothing. */
export async function tryOut(part: () => unknown, given: GivenFlags): Promise<readonly Mistake[]> {
  try {
    await part();
    return [];
  } catch (error) {
    return describeMistakes(error, given);
  }
}

/** Each mistake once, in order, and the exit code: the one that all share, else that of a wrong command line. */
export function sumUp(mistakes: readonly Mistake[]): {
  readonly messages: readonly string[];
  readonly exitCode: number;
} {
  const codes = new Set(mistakes.map(({ exitCode }) => exitCode));
  const [code = EXIT_USAGE] = codes;
  return {
    messages: [...new Set(mistakes.map(({ message }) => message))],
    exitCode: codes.size === 1 ? code : EXIT_USAGE,
  };
}
