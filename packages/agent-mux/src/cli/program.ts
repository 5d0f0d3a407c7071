/** The command line of `amux`: what can be typed. What a command does is loaded when it is called. */
import { Command, Option } from 'commander';
import type { CommandLine } from './find-mistakes.ts';
import {
  ADAPTER_FLAG,
  type Flag,
  FORMAT_FLAGS,
  type GivenFlags,
  NO_COLOR_FLAG,
  nameOf,
  OUT_FLAG,
  PRICES_FLAG,
  RECORD_FLAG,
  RUN_FLAGS,
  STORE_FLAG,
  VIEW_FLAGS,
} from './flag-table.ts';
import { asDuration, asNumber, asPair, asPath, asWhole } from './read-value.ts';
import { sortWords } from './sort-words.ts';
import { tellMistakes } from './usage-error.ts';

const MS_PER_DAY = 86_400_000;

export interface ProgramIo {
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
  readonly version: string;
}

/** What the commands do; each resolves with the exit code. */
export interface Actions {
  /** The agent may be left out where AMUX_AGENT names it: what stands first is the prompt then. */
  run(first: string | undefined, second: string | undefined, given: GivenFlags): Promise<number>;
  replay(path: string, given: GivenFlags): Promise<number>;
  agents(given: GivenFlags): Promise<number>;
  demo(given: GivenFlags): Promise<number>;
  doctor(agent: string | undefined, given: GivenFlags): Promise<number>;
  install(agent: string, given: GivenFlags): Promise<number>;
  chat(first: string | undefined, second: string | undefined, given: GivenFlags): Promise<number>;
  compare(agents: readonly string[], given: GivenFlags): Promise<number>;
  completion(shell: string): Promise<number>;
  sessions(action: string | undefined, id: string | undefined, given: GivenFlags): Promise<number>;
  runs(action: string | undefined, id: string | undefined, given: GivenFlags): Promise<number>;
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

Exit codes: 0 completed, 1 general, 2 usage, 3 agent not found, 4 not installed, 5 auth, 6 capability,
8 session or run, 9 store, 11 timeout, 12 crashed or killed, 13 aborted, 14 rate limited, 15 context exceeded,
16 turn limit, 17 failed otherwise, 130 interrupted.`;

const REPLAY_FLAGS: readonly Flag[] = [
  { flags: '--speed <n>', check: asNumber, help: '1 = as recorded, 2 = twice as fast (default: as fast as possible)' },
  { flags: '--unknown', help: 'only list the native types and fields that the adapter does not know' },
];
const DEMO_FLAGS: readonly Flag[] = [
  {
    flags: '--agent <name>',
    choices: 'agents',
    help: 'only this one, and all it does (repeatable; default: each one found)',
  },
  {
    flags: '--binary <agent=path>',
    check: asPath,
    help: 'another program for an agent (repeatable; default: PATH, else what this repository pins)',
  },
  { flags: '-y, --yes', help: 'grant what a single agent asks, without asking you' },
];
const SESSION_FLAGS: readonly Flag[] = [
  { flags: '--agent <name>', choices: 'agents', help: 'only sessions of this agent' },
  { flags: '--cwd <path>', check: asPath, help: 'only sessions of this folder' },
  { flags: '--limit <n>', check: asWhole(1), help: 'at most so many, the newest first (default: 20)' },
  ADAPTER_FLAG,
];
const RUNS_HELP = 'what --store has kept: list, show <run>, tail <run>, export [run], import <file>, prune, check';
const RUNS_FLAGS: readonly Flag[] = [
  { flags: '--agent <name>', choices: 'agents', help: 'list: only runs of this agent' },
  { flags: '--name <text>', help: 'list: only runs of this name' },
  { flags: '--cwd <path>', check: asPath, help: 'list: only runs in this folder' },
  { flags: '--tag <text>', help: 'list: only runs with this tag' },
  { flags: '--context <id>', help: 'list, export: only runs of this context' },
  { flags: '--state <state>', choices: ['open', 'closed', 'lost'], help: 'list: only open, closed or lost ones' },
  { flags: '--limit <n>', check: asWhole(1), help: 'list: at most so many, the newest first (default: 50)' },
  { flags: '--from <n>', check: asWhole(0), help: 'show, tail: from this entry of its tree on' },
  { flags: '--out <file>', check: asPath, help: 'export: into this file, which must not be there (default: stdout)' },
  {
    flags: '--older-than <time>',
    check: asDuration(MS_PER_DAY, 'days'),
    help: 'prune: what ended longer ago, in days or such as 12h',
  },
  { flags: '--max-bytes <n>', check: asWhole(1), help: 'prune: the oldest, until the rest has at most so many bytes' },
  { flags: '--dry-run', help: 'prune: only say what would go' },
  { flags: '--rebuild', help: 'check: make the list of runs again from their entries' },
];
const DOCTOR_FLAGS: readonly Flag[] = [
  { flags: '--verbose', help: 'all about each of them, and not a line; of a named agent it is said anyway' },
  {
    flags: '--drift <agent[@version]>',
    help: 'play its scenarios on another version of its CLI and say what changed (in a clone of the repository)',
  },
  ADAPTER_FLAG,
];
const INSTALL_TYPES = ['npm', 'pip', 'brew', 'curl', 'winget', 'scoop'];
const INSTALL_FLAGS: readonly Flag[] = [
  { flags: '-y, --yes', help: 'run the command instead of printing it' },
  {
    flags: '--method <type>',
    choices: INSTALL_TYPES,
    help: 'npm, pip, brew, curl, winget or scoop, where there are several ways',
  },
  ADAPTER_FLAG,
];
/** Each is about one agent, or one run, or its place. */
const NOT_COMPARED = ['stdin', 'binary', 'mode', 'session', 'continue', 'fork', 'checkpoint', 'run-id'];
const COMPARE_FLAGS: readonly Flag[] = [
  {
    flags: '--binary <agent=path>',
    check: asPair,
    help: 'the CLI to start for an agent; else it is looked up on PATH (repeatable)',
  },
  { flags: '--keep', help: 'leave the worktrees, and say where they are' },
];
const JSON_FLAG: Flag = { flags: '--json', help: 'as JSON' };

export interface AmuxProgram {
  readonly program: Command;
  readonly exitCode: () => number;
  /** Parses the words and calls what the command does; throws CommanderError instead of ending the process. */
  readonly obey: (words: readonly string[]) => Promise<void>;
  /** What was typed, once a command is called. */
  readonly line: () => CommandLine;
  /** What each command takes, by its name. */
  readonly flagsOf: ReadonlyMap<string, readonly Flag[]>;
}

export function createProgram(actions: Actions, io: ProgramIo): AmuxProgram {
  let exitCode = 0;
  let line: CommandLine = { command: '', flags: [], slips: [] };
  const flagsOf = new Map<string, readonly Flag[]>();
  const program = new Command('amux')
    .description('Drives coding-agent CLIs and speaks one language about what they do.')
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      writeOut: io.write,
      writeErr: io.writeError,
      outputError: (text, write) => write(tellMistakes([...line.slips, inWordsOfOurs(text, line)])),
    })
    .version(io.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this, or the help of a command')
    .addHelpText('after', EXAMPLES);

  // Also before the command, for whoever has it in an alias.
  const early = collectFlags(program, [ADAPTER_FLAG]);
  const add = (signature: string, about: string, flags: readonly Flag[]): { command: Command; given: GivenFlags } => {
    const command = program.command(signature).description(about);
    flagsOf.set(command.name(), flags);
    return { command, given: collectFlags(command, flags, early) };
  };
  const finish = async (code: Promise<number>): Promise<void> => {
    exitCode = await code;
  };

  const run = add('run [agent] [prompt]', 'run an agent on a prompt', [
    ...RUN_FLAGS,
    RECORD_FLAG,
    PRICES_FLAG,
    STORE_FLAG,
    ADAPTER_FLAG,
    ...FORMAT_FLAGS,
    ...VIEW_FLAGS,
  ]);
  run.command.action((first?: string, second?: string) => finish(actions.run(first, second, run.given)));

  const record = add('record [agent] [prompt]', 'run an agent and keep the raw conversation', [
    OUT_FLAG,
    ...RUN_FLAGS,
    PRICES_FLAG,
    STORE_FLAG,
    ADAPTER_FLAG,
    ...FORMAT_FLAGS,
    ...VIEW_FLAGS,
  ]);
  record.command.action((first?: string, second?: string) => {
    if (!record.given.has('out')) {
      line = { ...line, slips: [...line.slips, 'record needs --out <folder>: where the recording goes.'] };
    }
    return finish(actions.run(first, second, record.given));
  });

  const chat = add('chat [agent] [prompt]', 'talk with an agent at the terminal, turn after turn', [
    ...RUN_FLAGS.filter((flag) => nameOf(flag) !== 'stdin'),
    PRICES_FLAG,
    STORE_FLAG,
    ADAPTER_FLAG,
    NO_COLOR_FLAG,
  ]);
  chat.command.action((first?: string, second?: string) => finish(actions.chat(first, second, chat.given)));

  const compare = add(
    'compare <agents...>',
    'several agents on one task, each in a git worktree of its own: … -- <task>',
    [
      ...RUN_FLAGS.filter((flag) => !NOT_COMPARED.includes(nameOf(flag))),
      ...COMPARE_FLAGS,
      PRICES_FLAG,
      STORE_FLAG,
      ADAPTER_FLAG,
      JSON_FLAG,
      NO_COLOR_FLAG,
    ],
  );
  compare.command.action((agents: string[]) => finish(actions.compare(agents, compare.given)));

  const replay = add(
    'replay <cassette>',
    'show a recorded conversation again (a file, or a folder with cassette.jsonl), or a kept run by its id',
    [...REPLAY_FLAGS, STORE_FLAG, ADAPTER_FLAG, ...FORMAT_FLAGS, ...VIEW_FLAGS],
  );
  replay.command.action((path: string) => finish(actions.replay(path, replay.given)));

  const agents = add('agents', 'list the agents: installed or not, and what each can do', [
    ADAPTER_FLAG,
    JSON_FLAG,
    NO_COLOR_FLAG,
  ]);
  agents.command.action(() => finish(actions.agents(agents.given)));

  const sessions = add('sessions [action] [id]', 'list the sessions that the agents keep, or show one: show <id>', [
    ...SESSION_FLAGS,
    JSON_FLAG,
    NO_COLOR_FLAG,
  ]);
  sessions.command.action((action?: string, id?: string) => finish(actions.sessions(action, id, sessions.given)));

  const runs = add('runs [action] [id]', RUNS_HELP, [...RUNS_FLAGS, STORE_FLAG, JSON_FLAG, NO_COLOR_FLAG]);
  runs.command.action((action?: string, id?: string) => finish(actions.runs(action, id, runs.given)));

  const doctor = add('doctor [agent]', 'say for each agent what would come of a run here, and what to do about it', [
    ...DOCTOR_FLAGS,
    JSON_FLAG,
    NO_COLOR_FLAG,
  ]);
  doctor.command.action((agent?: string) => finish(actions.doctor(agent, doctor.given)));

  const install = add('install <agent>', 'print the official command that installs an agent', [
    ...INSTALL_FLAGS,
    JSON_FLAG,
  ]);
  install.command.action((agent: string) => finish(actions.install(agent, install.given)));

  const demo = add('demo', 'see the real CLIs do one task side by side on a scripted model: offline, no key', [
    ...DEMO_FLAGS,
    ...VIEW_FLAGS,
  ]);
  demo.command.action(() => finish(actions.demo(demo.given)));

  const completion = add('completion <shell>', 'print what makes a shell complete amux: bash, zsh or fish', []);
  completion.command.action((shell: string) => finish(actions.completion(shell)));

  const obey = async (typed: readonly string[]): Promise<void> => {
    const { command = '', words, slips } = sortWords(typed, { flagsOf, early: [ADAPTER_FLAG] });
    line = { command, flags: flagsOf.get(command) ?? [], slips };
    if (slips.length > 0) {
      // What stands behind a flag that there is none of may have been meant for it.
      program.commands.find((each) => each.name() === command)?.allowExcessArguments();
    }
    await program.parseAsync(words, { from: 'user' });
  };
  return { program, exitCode: () => exitCode, obey, line: () => line, flagsOf };
}

/** What commander says of a line that it cannot parse. */
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

// Not commander's own values: `--stream` and `--no-stream`, `--session` and `--no-session` share one there,
// and which of them were given would be lost.
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
