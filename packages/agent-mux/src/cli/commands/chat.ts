/** `amux chat`: a conversation with an agent at the terminal. */
import { CapabilityError } from '@agent-mux/core';
import { EXIT_CODE_OF_MISUSE, exitCodeOfResult } from '../../exit-codes.ts';
import { converse } from '../converse.ts';
import { demandStartable } from '../demand-startable.ts';
import { findStart } from '../find-start.ts';
import type { GivenFlags } from '../flag-table.ts';
import { createLineReader } from '../line-reader.ts';
import { createCliClient } from '../load-adapters.ts';
import { nameFlags, nameLacks, type ReadFlags } from '../run-options.ts';
import { openWantedStore } from '../store-place.ts';
import { EXIT_FAILED, UsageError } from '../usage-error.ts';
import { createView } from '../view.ts';

export interface ChatArguments {
  /** The agent, or the first words where the agent is known otherwise. */
  readonly first: string | undefined;
  readonly second: string | undefined;
  readonly given: GivenFlags;
  readonly read: ReadFlags;
}

/** Resolves with the exit code. */
export async function chat({ first, second, given, read }: ChatArguments): Promise<number> {
  const options = read.draft;
  const { stdin, stdout, stderr } = process;
  if (!stdin.isTTY || !stdout.isTTY || !stderr.isTTY) {
    throw new UsageError('chat needs a terminal. `amux run` takes a prompt in a pipe.');
  }
  const view = createView(given, { cwd: options.cwd ?? process.cwd() });
  await using plain = await createCliClient(given, read);
  const { agent, prompt: argument, session } = await findStart(plain, { first, second, given, options });
  const wanted = { ...options, ...session, agent, keepOpen: true };
  inWordsOfChat(() => demandStartable(plain, { ...wanted, prompt: argument ?? '-' }), given);
  await view.screen.note(view.screen.palette.dim(`${agent}: /help says what can be typed, /quit ends.`));
  const prompt = given.get('prompt')?.at(-1) ?? argument ?? (await readFirst(agent));
  if (prompt === undefined) {
    return 0;
  }
  await using store = await openWantedStore(given);
  await using keeping = store === undefined ? undefined : await createCliClient(given, { ...read, store });
  const handle = inWordsOfChat(() => (keeping ?? plain).run({ ...wanted, prompt }), given);
  const result = await converse({ handle, view, input: stdin, output: stderr });
  await view.flush();
  return exitCodeOfResult(result);
}

/** Reads the first prompt, before the run; undefined where the person leaves again. */
async function readFirst(agent: string): Promise<string | undefined> {
  const left = new AbortController();
  const reader = createLineReader({
    input: process.stdin,
    output: process.stderr,
    onInterrupt: () => left.abort(),
  });
  try {
    for (;;) {
      const line = await reader.read(agent, left.signal, { begun: '' });
      if (line === undefined || line.trim() !== '') {
        return line;
      }
    }
  } catch (error) {
    if (left.signal.aborted) {
      return undefined;
    }
    throw error;
  }
}

/** Words the error of a mode that takes one prompt, and so cannot chat, in terms of the command. */
function inWordsOfChat<T>(start: () => T, given: GivenFlags): T {
  try {
    return start();
  } catch (error) {
    if (error instanceof CapabilityError && /\bkeepOpen\b/.test(error.message)) {
      const message = nameFlags(nameLacks(error.message, given), given).replaceAll('keepOpen', 'follow-ups (chat)');
      throw new UsageError(
        `${message} \`amux agents\` shows which modes take them; \`amux run -c\` goes on with a session.`,
        EXIT_CODE_OF_MISUSE.CAPABILITY_ERROR ?? EXIT_FAILED,
      );
    }
    throw error;
  }
}
