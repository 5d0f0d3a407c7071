/** `amux completion`: prints the script by which a shell completes amux, and answers what that script asks when a person presses Tab. */
import type { Command } from 'commander';
import { completeWords } from '../complete-words.ts';
import { COMPLETION_SCRIPTS } from '../completion-scripts.ts';
import type { Flag } from '../flag-table.ts';
import { createSink } from '../sink.ts';
import { makeInline } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

/** Resolves with the exit code. */
export async function completion(shell: string): Promise<number> {
  const script = COMPLETION_SCRIPTS.get(shell);
  if (script === undefined) {
    const shells = [...COMPLETION_SCRIPTS.keys()];
    throw new UsageError(
      `completion takes ${shells.slice(0, -1).join(', ')} or ${shells.at(-1)}, not ${JSON.stringify(shell)}.`,
    );
  }
  const out = createSink(process.stdout);
  await out.write(script);
  await out.flush();
  return 0;
}

export interface OfferCall {
  /** The words behind `amux`, of which the last one is being typed. */
  readonly words: readonly string[];
  readonly commands: readonly Command[];
  readonly flagsOf: ReadonlyMap<string, readonly Flag[]>;
}

/** Writes a line for each word that may come next: the word, a tab, and what it is. */
export async function offer({ words, commands, flagsOf }: OfferCall): Promise<number> {
  // Only the flags of outside adapters are unknown: they would have to be loaded, and may be anything.
  const adapters = async () => (await import('@agent-mux/adapters')).builtInAdapters;
  const found = await completeWords(words, {
    commands: commands.map((command) => ({ word: command.name(), about: command.description() })),
    flagsOf,
    agents: async () => (await adapters()).map(({ agent, displayName }) => ({ word: agent, about: displayName })),
    modes: async (name) =>
      ((await adapters()).find(({ agent }) => agent === name)?.modes ?? []).map((mode) => ({
        word: mode.name,
        about: '',
      })),
  });
  const out = createSink(process.stdout);
  await out.write(found.map(({ word, about }) => `${word}\t${makeInline(about)}\n`).join(''));
  await out.flush();
  return 0;
}
