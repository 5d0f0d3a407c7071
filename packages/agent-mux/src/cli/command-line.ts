/** Obeys a command line of `amux`: parses it, loads the command and gives its exit code. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { CommanderError } from 'commander';
import type { Actions } from './command-table.ts';
import type { Mistake } from './describe-error.ts';
import type { CommandLine } from './find-mistakes.ts';
import type { StartingWords } from './find-run-mistakes.ts';
import type { GivenFlags } from './flag-table.ts';
import { answersInJson, encodeError } from './json-error.ts';
import { type AmuxProgram, createProgram } from './program.ts';
import type { ReadFlags } from './run-options.ts';
import { EXIT_USAGE, tellMistakes } from './usage-error.ts';

/** The actions of the commands, each loaded when it is called: `amux --help` needs none of them. */
function createActions(line: () => CommandLine): Actions {
  const act = (given: GivenFlags, command: Command, look?: Look) =>
    guard({ line: line(), given, ...(look === undefined ? {} : { look }) }, command);
  const lookAtAgent = async (agent: string, given: GivenFlags) =>
    (await import('./find-run-mistakes.ts')).findAgentMistakes(agent, given);
  const tryOut = async (part: () => unknown, given: GivenFlags) =>
    (await import('./find-mistakes.ts')).tryOut(part, given);
  const lookAtRun = async (words: StartingWords, read: ReadFlags) =>
    (await import('./find-run-mistakes.ts')).findRunMistakes(words, read);
  return {
    run: (first, second, given) =>
      act(
        given,
        async (read) => (await import('./commands/run.ts')).run({ first, second, given, read }),
        (read) => lookAtRun({ first, second, given }, read),
      ),
    replay: (path, given) => act(given, async () => (await import('./commands/replay.ts')).replay({ path, given })),
    agents: (given) => act(given, async () => (await import('./commands/agents.ts')).agents(given)),
    sessions: (action, id, given) =>
      act(
        given,
        async () => (await import('./commands/sessions.ts')).sessions({ action, id, given }),
        async () => {
          const { demandSessionsCall } = await import('./commands/sessions.ts');
          return tryOut(() => demandSessionsCall(action ?? 'list', id, given), given);
        },
      ),
    runs: (action, id, given) =>
      act(
        given,
        async () => (await import('./commands/runs.ts')).runs({ action, id, given }),
        async () => {
          const { demandRunsCall } = await import('./commands/runs.ts');
          return tryOut(() => demandRunsCall(action ?? 'list', id, given), given);
        },
      ),
    doctor: (agent, given) =>
      act(
        given,
        async () => (await import('./commands/doctor.ts')).doctor({ agent, given }),
        async () => (agent === undefined ? [] : lookAtAgent(agent, given)),
      ),
    install: (agent, given) =>
      act(
        given,
        async () => (await import('./commands/install.ts')).install({ agent, given }),
        () => lookAtAgent(agent, given),
      ),
    chat: (first, second, given) =>
      act(
        given,
        async (read) => (await import('./commands/chat.ts')).chat({ first, second, given, read }),
        (read) => lookAtRun({ first, second, given }, read),
      ),
    compare: (agents, given) =>
      act(
        given,
        async (read) => (await import('./commands/compare.ts')).compare({ agents, given, read }),
        async (read) => (await import('./commands/compare.ts')).findCompareMistakes({ agents, given, read }),
      ),
    completion: (shell) => act(new Map(), async () => (await import('./commands/completion.ts')).completion(shell)),
    demo: (given) => act(given, async () => (await (await import('./demo/load-demo.ts')).loadDemo()).demo(given)),
  };
}

type Command = (read: ReadFlags) => Promise<number>;
/** Finds what the command would refuse, and starts nothing. */
type Look = (read: ReadFlags) => Promise<readonly Mistake[]>;

interface Call {
  readonly line: CommandLine;
  readonly given: GivenFlags;
  readonly look?: Look;
}

/** Reports all mistakes at once, before the command does anything. */
async function guard({ line, given, look }: Call, command: Command): Promise<number> {
  const [{ findMistakes, sumUp }, { describeMistakes, toJsonError, withoutKeys }, { readFlags }] = await Promise.all([
    import('./find-mistakes.ts'),
    import('./describe-error.ts'),
    import('./run-options.ts'),
  ]);
  let mistakes: readonly Mistake[];
  try {
    const read = readFlags(given, line.flags);
    mistakes = [...(await findMistakes(line, given, read)), ...((await look?.(read)) ?? [])];
    if (mistakes.length === 0) {
      return await command(read);
    }
  } catch (error) {
    mistakes = describeMistakes(error, given);
  }
  mistakes = await withoutKeys(mistakes);
  const { messages, exitCode } = sumUp(mistakes);
  if (answersInJson(line.flags, given.has('json'))) {
    process.stdout.write(encodeError(toJsonError(mistakes)));
  }
  process.stderr.write(tellMistakes(messages));
  return exitCode;
}

// The file is found by the package's own name, because the built file may lie in another folder than this one.
function readVersion(): string {
  const manifest: unknown = JSON.parse(
    readFileSync(createRequire(import.meta.url).resolve('agent-mux/package.json'), 'utf8'),
  );
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest
    ? String(manifest.version)
    : 'unknown';
}

/** The command that the script of a shell calls with the typed words; people never call it. */
const COMPLETE = '__complete';

/** Names the task of `compare`, which stands behind `--`: nothing else separates it from the agents, whatever it begins with. */
function nameTask(args: readonly string[]): readonly string[] {
  const at = args.indexOf('--');
  return args[0] === 'compare' && at !== -1 ? [...args.slice(0, at), `--prompt=${args.slice(at + 1).join(' ')}`] : args;
}

/** Resolves with the exit code. */
export async function obeyCommandLine(args: readonly string[]): Promise<number> {
  const amux: AmuxProgram = createProgram(
    createActions(() => amux.line()),
    {
      write: (text) => process.stdout.write(text),
      writeError: (text) => process.stderr.write(text),
      version: readVersion(),
    },
  );
  const { program, exitCode, flagsOf } = amux;
  const [first, ...words] = args;
  if (first === COMPLETE) {
    return guard({ line: amux.line(), given: new Map() }, async () =>
      (await import('./commands/completion.ts')).offer({ words, flagsOf, commands: program.commands }),
    );
  }
  try {
    await amux.obey(nameTask(args));
    return exitCode();
  } catch (error) {
    if (error instanceof CommanderError) {
      return error.exitCode === 0 ? 0 : EXIT_USAGE;
    }
    throw error;
  }
}
