/** Asks a dialect for what the host once asked of it, and checks its answer against the recorded one. */
import type { Command, Dialect, ModeContext, PromptInput, SteerWrites } from '../adapter/index.ts';
import { describeError } from '../describe-error.ts';
import { type HostSpeech, lastWordsOf, type RunStatus, readNotes, wordsOf } from '../run/index.ts';
import type { Demands } from './demands.ts';

type Wanted = Parameters<typeof readNotes>[0];

/** Compares the sentences about options that cannot be honoured with those of the recording. */
export function demandNotes(demands: Demands, wanted: Wanted, told: readonly string[]): void {
  guard(demands, 'notes()', () => demands.compareNotes(readNotes(wanted), told));
}

/** Compares how the CLI is started with how it was started. Returns undefined where the mode cannot say it. */
export function demandCommand(
  demands: Demands,
  { mode, options }: Wanted,
  { context, argv }: { readonly context: ModeContext; readonly argv: readonly string[] },
): Command | undefined {
  let command: Command | undefined;
  guard(demands, 'command()', () => {
    command = mode.command(options, context);
    demands.compareCommand(command, argv);
  });
  return command;
}

/** Demands the first words of an attempt, which may be part of how the CLI is started. */
export function demandOpening(
  demands: Demands,
  { input, dialect, command }: { readonly input: PromptInput; readonly dialect: Dialect; readonly command: Command },
): void {
  if (command.stdin === 'open') {
    guard(demands, 'open()', () => demands.want(dialect.open(), 'open()'));
    guard(demands, 'prompt()', () => demands.want(dialect.prompt(input), 'prompt()'));
  } else {
    demands.wantInput(command.stdin);
  }
}

/**
 * Demands a speech of the host. Returns the key under which the CLI reports what became of words for a running turn;
 * undefined where it does not report that.
 */
export function demandSpeech(demands: Demands, dialect: Dialect, speech: HostSpeech): string | undefined {
  const what = 'key' in speech ? `${speech.action} to ${speech.key}` : speech.action;
  let key: string | undefined;
  guard(demands, what, () => {
    const writes = ask(dialect, speech);
    key = typeof writes === 'object' && 'key' in writes ? writes.key : undefined;
    demands.want(writes, what);
  });
  return key;
}

/** Demands that the turn is told to stop, and notes that it was. */
export function demandInterrupt(demands: Demands, dialect: Dialect, status: RunStatus): void {
  guard(demands, 'interrupt()', () => {
    const writes = dialect.interrupt();
    demands.want(writes, 'interrupt()');
    // A replay waits for nobody, so the moment does not matter.
    status.tell(writes, 0);
  });
}

/** Demands what a run that is stopped says to a CLI whose work is done elsewhere. */
export function demandLastWords(demands: Demands, ...asked: Parameters<typeof lastWordsOf>): void {
  guard(demands, 'the last words', () => demands.want({ write: lastWordsOf(...asked) }, 'the last words'));
}

function ask(dialect: Dialect, speech: HostSpeech): SteerWrites | ReturnType<Dialect['respond']> | undefined {
  switch (speech.action) {
    case 'prompt':
      return dialect.prompt(wordsOf(speech));
    case 'steer':
      return dialect.steer(wordsOf(speech));
    case 'answer':
      return dialect.respond(speech.key, speech.response);
    case 'tool-result':
      return dialect.returnHostTool?.(speech.key, speech.outcome);
    case 'probe':
      return dialect.probe?.();
    case 'close':
      return dialect.close();
    default:
      return speech satisfies never;
  }
}

// An adapter from outside may throw, which fails the demand, but does not end the replay.
function guard(demands: Demands, what: string, demand: () => void): void {
  try {
    demand();
  } catch (error) {
    demands.fail(`${what}: ${describeError(error)}`);
  }
}
