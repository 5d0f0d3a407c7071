/** Which files the folder of an adapter has: what one looks for in each, and what only one of them needs. */

/** Beside `session`, which an adapter has whose CLI's sessions can be read. */
export const ROOT_FILES: readonly string[] = ['about', 'command', 'index'];

/** Folders that several adapters use, and that are none themselves. */
export const SHARED_FOLDERS: readonly string[] = ['acp', 'pi-family', 'shared'];

/** Modes that have no folder of their own name, because another mode prints the same messages. */
export const FOLDER_OF_MODES: Readonly<Record<string, string>> = {
  'claude bidi': 'stream-json',
  'claude oneshot': 'stream-json',
  'claude oneshot-whole': 'stream-json',
  'omp json': 'rpc',
  'openclaw exec': 'local',
  'pi json': 'rpc',
};

/** What a file of this name does in every folder of a mode. */
export const ROLES: Readonly<Record<string, string>> = {
  dialect: 'takes every message of the mode, and is the table of contents of its folder',
  lines: 'sends each kind of message to the part that knows it',
  opening: 'begins, continues or copies the session, and reads what was loaded with it',
  prompts: 'says what the user says',
  turns: 'knows where a turn begins and how it ends',
  tools: 'tells of calls, and of what came of them',
  questions: 'holds what is asked until it is answered',
  answers: 'turns an answer of the user into the words of the CLI',
  'describe-question': 'says in our words what is asked',
  'approval-facts': 'says what a call would do, as its input tells it',
  replies: 'reads what the CLI replies to our own requests',
  subagents: 'announces and ends the lanes of subagents',
  usage: 'counts tokens and money',
  failures: 'says what a failure means',
  text: 'tells the forms apart in which a text comes',
  native: 'names the fields of the messages that are read',
  known: 'names what the tested versions print and nobody reads',
  parts: 'puts the parts of one conversation together',
  'tool-names': 'reads what a tool is called',
  'tool-files': 'says which files a call has touched',
  'parse-line': 'reads the most frequent line without building all of it',
  'line-reader': 'reads the most frequent line without building all of it',
  calls: 'remembers what a later message must know of a call',
};

/** What a file of this name does where modes share it. */
export const SHARED_ROLES: Readonly<Record<string, string>> = {
  events: 'lists which events each mode gives',
  'tool-kinds': 'is the table of the kinds of the tools',
  exit: 'says what an exit code means',
  recognize: 'knows a command line of the CLI again',
  reserved: 'names the options that the user may not hand on',
};

/** The key is the folder: it has files that no other adapter needs, and the reason says why this one does. */
export const EXTRAS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'claude/shared': {
    checkpoints: 'only Claude Code can put the files back as they were before a prompt',
    'sandbox-settings': 'its sandbox is set by a JSON of settings, of which some questions depend',
  },
  'claude/stream-json': {
    background: 'work may outlive its turn, and keeps the run alive',
    'complete-blocks': 'each block comes once more as a whole, as a kind of line of its own',
    denials: 'it refuses calls by itself, where nobody is asked',
    'hook-callbacks': 'it lets its client be a hook, which asks before what no permission asks',
    'host-tools': 'it takes the tools of a program over an MCP server within its own protocol',
    'model-totals': 'a result has sums by model, which its answers do not add up to',
    'session-grants': 'a grant for the session is a rule in words, which has to be matched again',
    'shell-end': 'a 1 that it takes for no failure, and the output of a subagent, are told in words of its own',
    'stream-events': 'the pieces of an answer are a protocol within the protocol',
    'system-lines': 'notices come in some thirty kinds of one line',
    'tool-call': 'three parts speak of a call as the model has made it',
    'tool-results': 'results come in lines of the user, with what else was put into the conversation',
    'unified-diff': 'an edit is told in hunks and not as a diff',
  },
  'codex/app-server': {
    hooks: 'hooks of the user run as items of their own',
    'main-thread': 'all threads come over one connection, and one of them is the run',
  },
  'codex/exec': {
    command: 'the command line of `codex exec` has nothing in common with that of the app-server',
    effort: 'it takes levels of thinking on its command line alone',
    'mcp-launcher': 'secrets of MCP servers would stand on its command line',
    mode: 'what it can do differs in nearly every line from the app-server',
  },
  'codex/shared': {
    'mcp-items': 'an item of each kind is read by a part of its own, in both modes',
    'patch-items': 'as `mcp-items`, for patches',
    'sandbox-policy': 'the sandbox is set with each turn, in the words of the app-server',
    'shell-items': 'as `mcp-items`, for commands',
    skills: 'it does not say that a skill is used: what it reads shows it',
    'thread-params': 'both modes begin a thread with the same settings',
    'to-toml': 'settings are TOML on its command line',
  },
  'copilot/sdk': {
    provider: 'a model provider of the user must stand in the request that opens the session',
    waking: 'only its host is told that work in the background has ended, and wakes the agent later',
  },
  'copilot/shared': { surroundings: 'skills and MCP servers are told again whenever one of them changes' },
  'gemini/shared': {
    'shell-end': 'how a command ended stands in the text for the user alone',
    'stderr-lines': 'that it asks its model again it says on stderr alone',
  },
  'omp/rpc': {
    'ask-tool': 'the questions of one call come one by one, and are answered together',
    chunks: 'long lines come in pieces',
    'repeated-input': 'a question names no call, and repeats a part of its input',
  },
  'openclaw/acp': { exit: 'only the gateway has exit codes that mean something' },
  'opencode/shared': {
    'patched-files':
      'one call of `apply_patch` changes many files, each told in its own way, in a result and in a question',
    'tool-outcome': 'exit codes, files and agents stand in the metadata of a result, in both modes',
  },
  'pi/shared': { gate: 'pi has no permissions: an extension of ours asks before a tool runs' },
  acp: {
    identify: 'what a call is the protocol says in part, and an agent better',
    permissions: 'the options of a question are those that the agent names',
    quirks: 'it lists in what an agent may differ from the protocol',
    'stray-message': 'both sides ask and answer over one wire, so that a message may answer nothing',
    'tool-content': 'a call carries text, images, diffs and terminals alike',
    'turn-ids': 'messages and calls are kept apart from those of the turn before, by the same rule',
  },
  'pi-family': {
    blocks: 'an answer comes in blocks that are told apart by their place',
    capabilities: 'pi and omp can do the same but for events and MCP',
    'command-words': 'pi and omp take the same words on their command line',
    'context-window': 'the size of the window is told only where it is asked for',
    family: 'it lists in what pi and omp differ',
    lane: 'answers, tools and costs of one agent belong together',
    'native-failure': 'a failure is told in the words of the provider',
    retries: 'retries and compactions are told as lines of their own',
    session: 'pi and omp keep their sessions in the same form',
    'shell-output': 'the output of a command is told again as a whole each time',
    'told-calls': 'omp knows more of some calls than the family',
  },
};
