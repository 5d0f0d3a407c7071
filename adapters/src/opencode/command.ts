/** How opencode is started: options become flags and environment. Prompts travel by stdin or over the protocol. */
import type {
  Command,
  McpServerConfig,
  ModeContext,
  OptionNote,
  ReservedOptions,
  ResolvedOptions,
} from '@agent-mux/core';
import { defined, ignoredSamplingAndLengths, objectOf, printsAndEnds } from '../shared/index.ts';

/** opencode's names of tools that only read, or that themselves ask. */
const HARMLESS = ['read', 'glob', 'grep', 'list', 'todoread', 'todowrite', 'skill', 'task', 'question', 'lsp'];

export function acpCommand(options: ResolvedOptions, { binary }: ModeContext): Command {
  return {
    file: binary,
    args: ['acp', ...(options.native?.args ?? [])],
    env: environment(options),
    cwd: options.cwd,
    stdin: 'open',
  };
}

export function runCommand(options: ResolvedOptions, { binary }: ModeContext): Command {
  const { model, sessionId, forkSessionId, approvalMode, prompt, cwd } = options;
  const session = sessionId ?? forkSessionId;
  return {
    file: binary,
    args: [
      ...['run', '--format', 'json', '--thinking'],
      ...(approvalMode === 'yolo' ? ['--auto'] : []),
      ...(model === undefined ? [] : ['--model', model]),
      ...(session === undefined ? [] : ['--session', session]),
      ...(forkSessionId === undefined ? [] : ['--fork']),
      ...(options.native?.args ?? []),
    ],
    env: environment(options),
    cwd,
    stdin: { text: prompt },
  };
}

/** Settings of this run alone; nothing is written to the user's. */
function environment(options: ResolvedOptions): Readonly<Record<string, string>> {
  const { model, mcpServers = [], noSession, native } = options;
  const own = native?.config ?? {};
  const permissions = permissionsOf(options);
  const config = {
    ...own,
    ...defined({ model }),
    ...(mcpServers.length === 0
      ? {}
      : {
          mcp: {
            ...objectOf<string>(own['mcp']),
            ...Object.fromEntries(mcpServers.map((server) => [server.name, mcpServer(server)])),
          },
        }),
  };
  return {
    ...(Object.keys(permissions).length === 0 ? {} : { OPENCODE_PERMISSION: JSON.stringify(permissions) }),
    // 1.18.33 keeps sessions in a database beside the login; this one ends with the process.
    ...(noSession ? { OPENCODE_DB: ':memory:' } : {}),
    ...(Object.keys(config).length === 0 ? {} : { OPENCODE_CONFIG_CONTENT: JSON.stringify(config) }),
  };
}

const APPROVALS = 'give `approvalMode`';
const SESSION = 'give `sessionId` or `forkSessionId`';
/** The reason to reserve options of its server, which listens on a port, and by default only on this machine. */
const ANSWERED = 'what it asks is answered by the program that runs opencode, and by nobody on the network';

/** Options of opencode that agent-mux sets itself, or that would break the conversation. */
export const OPENCODE_RESERVED: ReservedOptions = {
  args: {
    '--format': 'agent-mux reads json',
    '--thinking': 'agent-mux says so itself',
    '--auto': APPROVALS,
    '--dangerously-skip-permissions': APPROVALS,
    '--yolo': APPROVALS,
    '-m': 'give `model`',
    '--model': 'give `model`',
    '-c': SESSION,
    '--continue': SESSION,
    '-s': SESSION,
    '--session': SESSION,
    '--fork': SESSION,
    '-f': 'give `attachments`',
    '--file': 'give `attachments`',
    '--attach': 'the work would be done elsewhere',
    '--cwd': 'give `cwd`',
    '--dir': 'give `cwd`',
    '--hostname': ANSWERED,
    '--mdns': ANSWERED,
    '--cors': ANSWERED,
    '-i': 'it opens a terminal',
    '--interactive': 'it opens a terminal',
    ...printsAndEnds('-v'),
  },
  config: {
    permission: APPROVALS,
    // The settings of an agent win over those of the run; `tools` is the older name for them.
    'agent.*.permission': APPROVALS,
    'mode.*.permission': APPROVALS,
    tools: APPROVALS,
    'agent.*.tools': APPROVALS,
    'mode.*.tools': APPROVALS,
    model: 'give `model`',
  },
  env: {
    OPENCODE_DB: 'give `noSession`',
  },
  // The settings of an agent in such a configuration win over those of the run.
  granting: {
    env: {
      OPENCODE_PERMISSION: APPROVALS,
      OPENCODE_CONFIG_CONTENT: 'give `native.config`',
      OPENCODE_TEST_MANAGED_CONFIG_DIR: 'give `native.config`',
    },
  },
};

function permissionsOf(options: ResolvedOptions): Readonly<Record<string, 'ask' | 'allow' | 'deny'>> {
  const harmless = Object.fromEntries(HARMLESS.map((name) => [name, 'allow' as const]));
  return {
    // opencode asks about whatever is not known to be harmless, and the runtime grants what needs no question.
    ...(options.approvalMode === 'yolo' ? {} : { '*': 'ask', ...harmless }),
    // No line says what a subagent has used (1.18.33).
    ...(hasBudget(options) ? { task: 'deny' } : {}),
  };
}

function hasBudget({ maxTokens, maxCostUsd }: ResolvedOptions): boolean {
  return maxTokens !== undefined || maxCostUsd !== undefined;
}

function mcpServer({ transport, command, args = [], env = {}, url, headers = {} }: McpServerConfig): unknown {
  return transport === 'stdio'
    ? { type: 'local', command: [command, ...args], environment: env, enabled: true }
    : { type: 'remote', url, headers, enabled: true };
}

/** Notes about options that are not honoured in full. */
export function opencodeNotes(options: ResolvedOptions): readonly OptionNote[] {
  const notes: OptionNote[] = ignoredSamplingAndLengths(options, 'opencode takes it from its own configuration only');
  if (options.systemPrompt !== undefined) {
    notes.push('systemPrompt: opencode takes none but that of its own agents; it is ignored.');
  }
  if (hasBudget(options)) {
    const name = options.maxTokens === undefined ? 'maxCostUsd' : 'maxTokens';
    notes.push(`${name}: opencode does not tell what subagents use, so that none may be started.`);
  }
  if ((options.skills ?? []).length > 0) {
    notes.push('skills: opencode loads all skills of the user and the project; the list restricts nothing.');
  }
  return notes;
}
