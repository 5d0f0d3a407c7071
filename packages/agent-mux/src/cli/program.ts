/** The command line of `amux`: everything that can be typed. The code of a command is loaded when it is called. */
import { nearestName } from '@agent-mux/events';
import { Command, Option } from 'commander';
import { type Actions, COMMANDS } from './command-table.ts';
import { tellExitCodes } from './exit-code-words.ts';
import type { CommandLine } from './find-mistakes.ts';
import { ADAPTER_FLAG, type Flag, type GivenFlags, nameOf } from './flag-table.ts';
import { answersInJson, encodeError } from './json-error.ts';
import { sortWords } from './sort-words.ts';
import { tellMistakes } from './usage-error.ts';

export interface ProgramIo {
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
  readonly version: string;
}

const EXAMPLES = `
Examples:
  $ amux demo                                        see it work, offline and without a key
  $ amux agents                                      what is installed, and what it can do
  $ amux doctor                                      what stands between you and a run, and what to do about it
  $ amux install claude --yes                        install a CLI as its makers say
  $ amux run claude "explain this repository"        text on stdout, the rest on stderr
  $ git diff | amux run claude "review" --stdin --deny
                                                     read, but change nothing
  $ amux run claude "fix the tests" --yolo --json    one event per line, then the result
  $ amux run claude "what changed?" --output final   only the answer
  $ amux chat claude                                 talk with it: follow-ups, words while it works, approvals
  $ amux compare claude codex --yolo -- "fix the tests"
                                                     the same task for both, a table and the diffs
  $ amux run -c "and now the docs"                   go on with the last session of this folder
  $ amux record claude "hello" --out ./tape          keep the raw conversation
  $ amux replay ./tape --speed 1                     and see it again
  $ amux run codex "fix it" --store                   keep the run: what happened, was asked and said
  $ amux runs                                        and find it again
  $ amux sessions --cwd .                            what the agents keep of earlier sessions here

AMUX_AGENT names the agent of a run that names none; AMUX_STORE the file in which runs are kept.

${tellExitCodes()}`;

export interface AmuxProgram {
  readonly program: Command;
  readonly exitCode: () => number;
  /** Parses the words and runs the command; throws CommanderError instead of ending the process. */
  readonly obey: (words: readonly string[]) => Promise<void>;
  /** What was typed, once a command is called. */
  readonly line: () => CommandLine;
  /** What each command takes, by its name. */
  readonly flagsOf: ReadonlyMap<string, readonly Flag[]>;
}

export function createProgram(actions: Actions, io: ProgramIo): AmuxProgram {
  let exitCode = 0;
  let isJsonGiven = false;
  let line: CommandLine = { command: '', flags: [], slips: [] };
  const flagsOf = new Map<string, readonly Flag[]>();
  const program = new Command('amux')
    .description('Drives coding-agent CLIs and speaks one language about what they do.')
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      writeOut: io.write,
      writeErr: io.writeError,
      outputError(text, write) {
        const messages = [...line.slips, inWordsOfOurs(text, line)];
        if (answersInJson(line.flags, isJsonGiven)) {
          io.write(encodeError({ code: 'VALIDATION_ERROR', message: messages.join('\n'), recoverable: false }));
        }
        write(tellMistakes(messages));
      },
    })
    .version(io.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this, or the help of a command')
    .addHelpText('after', EXAMPLES);

  // The flag may also stand before the command, as in an alias.
  const early = collectFlags(program, [ADAPTER_FLAG]);
  for (const { signature, about, flags, needs, act } of COMMANDS) {
    const command = program.command(signature).description(about);
    flagsOf.set(command.name(), flags);
    const given = collectFlags(command, flags, early);
    command.action(async () => {
      if (needs !== undefined && !given.has(needs.flag)) {
        line = { ...line, slips: [...line.slips, needs.otherwise] };
      }
      exitCode = await act(actions, command.processedArgs.flat(), given);
    });
  }

  const obey = async (typed: readonly string[]): Promise<void> => {
    const { command = '', words, slips } = sortWords(typed, { flagsOf, early: [ADAPTER_FLAG] });
    line = { command, flags: flagsOf.get(command) ?? [], slips };
    isJsonGiven = words.slice(0, words.includes('--') ? words.indexOf('--') : undefined).includes('--json');
    if (slips.length > 0) {
      // A word behind an unknown flag may be its value.
      program.commands.find((each) => each.name() === command)?.allowExcessArguments();
    }
    demandCommandOfHelp(program, words);
    await program.parseAsync(words, { from: 'user' });
  };
  return { program, exitCode: () => exitCode, obey, line: () => line, flagsOf };
}

/** Commander shows the help of all commands where it is asked for that of none that there is. */
function demandCommandOfHelp(program: Command, [first, name]: readonly string[]): void {
  const names = program.commands.map((command) => command.name());
  if (first === 'help' && name !== undefined && !name.startsWith('-') && ![...names, 'help'].includes(name)) {
    const near = nearestName(name, names);
    program.error(`error: unknown command '${name}'${near === undefined ? '' : `\n(Did you mean ${near}?)`}`);
  }
}

/** Rewords commander's message about a line that it cannot parse. */
function inWordsOfOurs(text: string, { command }: CommandLine): string {
  return text
    .trim()
    .replace(/^error: /, '')
    .replace(/^missing required argument '(.+)'$/, `${command} needs <$1>. \`amux ${command} --help\` says what it is.`)
    .replace(/^(too many arguments.*)/, '$1 A prompt of several words stands in quotes.')
    .replace(/^unknown (command|option) '(.+)'(?:\n\(Did you mean (.+)\?\))?$/, (_, what, name, near) => {
      const hint = near === undefined ? '' : ` Did you mean ${near}?`;
      return `There is no ${what} ${name}.${hint} \`amux --help\` lists what there is.`;
    });
}

// Commander's own values are not used: `--stream` and `--no-stream`, `--session` and `--no-session` share one there, so that nobody could
// see which of them were given.
function collectFlags(command: Command, flags: readonly Flag[], early: GivenFlags = new Map()): GivenFlags {
  const given = new Map<string, string[]>();
  command.hook('preAction', () => {
    for (const [name, values] of early) {
      if (!flags.some((flag) => nameOf(flag) === name)) {
        command.error(`error: ${command.name()} takes no --${name}.`);
      }
      given.set(name, [...values, ...(given.get(name) ?? [])]);
    }
  });
  for (const flag of flags) {
    const name = nameOf(flag);
    command.addOption(new Option(flag.flags, flag.help));
    command.on(`option:${name}`, (value?: string | null) => {
      given.set(name, [...(given.get(name) ?? []), value ?? '']);
    });
  }
  return given;
}
