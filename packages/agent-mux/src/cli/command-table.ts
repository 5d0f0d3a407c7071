/** The commands of `amux`: the arguments and flags of each, and the action that it calls. */
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

const MS_PER_DAY = 86_400_000;

/** The actions of the commands; each resolves with the exit code. */
export interface Actions {
  /** Runs an agent, which may be left out where AMUX_AGENT names it; the first argument is the prompt then. */
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
/** Flags that `compare` lacks: each is about one agent, one run, or its folder. */
const NOT_COMPARED = ['stdin', 'binary', 'mode', 'session', 'continue', 'fork', 'checkpoint', 'run-id'];
const COMPARE_FLAGS: readonly Flag[] = [
  {
    flags: '--binary <agent=path>',
    check: asPair,
    help: 'the CLI to start for an agent; else it is looked up on PATH (repeatable)',
  },
  { flags: '--keep', help: 'leave the worktrees, with the files that git ignores, and say where they are' },
];
/** The flags with another text for --prompt, which a command may be given in a place of its own. */
const withPrompt = (flags: readonly Flag[], help: string): readonly Flag[] =>
  flags.map((flag) => (nameOf(flag) === 'prompt' ? { ...flag, help } : flag));
const JSON_FLAG: Flag = { flags: '--json', help: 'as JSON' };

export interface CommandRow {
  /** The name and the arguments behind it, in the notation of commander. */
  readonly signature: string;
  readonly about: string;
  readonly flags: readonly Flag[];
  /** A flag that must be given, and the message where it is not. */
  readonly needs?: { readonly flag: string; readonly otherwise: string };
  /** Runs the command. `words` are the arguments behind the name, in order; one that was left out is undefined. */
  readonly act: (actions: Actions, words: readonly (string | undefined)[], given: GivenFlags) => Promise<number>;
}

/** Flags that both a run and its recording take. */
const RUN_AND_VIEW = [PRICES_FLAG, STORE_FLAG, ADAPTER_FLAG, ...FORMAT_FLAGS, ...VIEW_FLAGS];

export const COMMANDS: readonly CommandRow[] = [
  {
    signature: 'run [agent] [prompt]',
    about: 'run an agent on a prompt',
    flags: [...RUN_FLAGS, RECORD_FLAG, ...RUN_AND_VIEW],
    act: (actions, [first, second], given) => actions.run(first, second, given),
  },
  {
    signature: 'record [agent] [prompt]',
    about: 'run an agent and keep the raw conversation',
    flags: [OUT_FLAG, ...RUN_FLAGS, ...RUN_AND_VIEW],
    needs: { flag: 'out', otherwise: 'record needs --out <folder>: where the recording goes.' },
    act: (actions, [first, second], given) => actions.run(first, second, given),
  },
  {
    signature: 'chat [agent] [prompt]',
    about: 'talk with an agent at the terminal, turn after turn',
    flags: [
      ...withPrompt(
        RUN_FLAGS.filter((flag) => nameOf(flag) !== 'stdin'),
        'the first prompt; else the second argument, else it is asked for',
      ),
      PRICES_FLAG,
      STORE_FLAG,
      ADAPTER_FLAG,
      NO_COLOR_FLAG,
    ],
    act: (actions, [first, second], given) => actions.chat(first, second, given),
  },
  {
    signature: 'compare <agents...>',
    about: 'several agents on one task, each in a git worktree of its own: … -- <task>',
    flags: [
      ...withPrompt(
        RUN_FLAGS.filter((flag) => !NOT_COMPARED.includes(nameOf(flag))),
        'the task; else what stands behind --',
      ),
      ...COMPARE_FLAGS,
      PRICES_FLAG,
      STORE_FLAG,
      ADAPTER_FLAG,
      JSON_FLAG,
      NO_COLOR_FLAG,
    ],
    act: (actions, agents, given) =>
      actions.compare(
        agents.flatMap((agent) => agent ?? []),
        given,
      ),
  },
  {
    signature: 'replay <cassette>',
    about: 'show a recorded conversation again (a file, or a folder with cassette.jsonl), or a kept run by its id',
    flags: [...REPLAY_FLAGS, STORE_FLAG, ADAPTER_FLAG, ...FORMAT_FLAGS, ...VIEW_FLAGS],
    act: (actions, [path = ''], given) => actions.replay(path, given),
  },
  {
    signature: 'agents',
    about: 'list the agents: installed or not, and what each can do',
    flags: [ADAPTER_FLAG, JSON_FLAG, NO_COLOR_FLAG],
    act: (actions, _, given) => actions.agents(given),
  },
  {
    signature: 'sessions [action] [id]',
    about: 'list the sessions that the agents keep, or show one: show <id>',
    flags: [...SESSION_FLAGS, JSON_FLAG, NO_COLOR_FLAG],
    act: (actions, [action, id], given) => actions.sessions(action, id, given),
  },
  {
    signature: 'runs [action] [id]',
    about: RUNS_HELP,
    flags: [...RUNS_FLAGS, STORE_FLAG, JSON_FLAG, NO_COLOR_FLAG],
    act: (actions, [action, id], given) => actions.runs(action, id, given),
  },
  {
    signature: 'doctor [agent]',
    about: 'say for each agent what would come of a run here, and what to do about it',
    flags: [...DOCTOR_FLAGS, JSON_FLAG, NO_COLOR_FLAG],
    act: (actions, [agent], given) => actions.doctor(agent, given),
  },
  {
    signature: 'install <agent>',
    about: 'print the official command that installs an agent',
    flags: [...INSTALL_FLAGS, JSON_FLAG],
    act: (actions, [agent = ''], given) => actions.install(agent, given),
  },
  {
    signature: 'demo',
    about: 'see the real CLIs do one task side by side on a scripted model: offline, no key',
    flags: [...DEMO_FLAGS, ...VIEW_FLAGS],
    act: (actions, _, given) => actions.demo(given),
  },
  {
    signature: 'completion <shell>',
    about: 'print what makes a shell complete amux: bash, zsh or fish',
    flags: [],
    act: (actions, [shell = '']) => actions.completion(shell),
  },
];
