/**
 * How `codex exec` is started, and how its command line is read back. Neither the prompt nor a secret stands in argv. What is added to the
 * system prompt does, and so does `agentsDoc`, because 0.169.0 takes them as settings only. The runtime refuses what is too long for the
 * system; put before the prompt, it would be the user's word, and be repeated in each run of a session.
 */
import { join } from 'node:path';
import {
  CapabilityError,
  type Command,
  type McpServerConfig,
  type ModeContext,
  type OptionNote,
  type ResolvedOptions,
  ValidationError,
} from '@agent-mux/core';
import { defined, withPaths } from '../../shared/index.ts';
import { codexNotes } from '../command.ts';
import { execSandbox } from '../shared/sandbox-policy.ts';
import { MCP_GRACE_MS } from '../shared/thread-params.ts';
import { settingWords, toToml } from '../shared/to-toml.ts';
import { effortFromNative, nativeEffort } from './effort.ts';
import { launcherScript, launcherWords } from './mcp-launcher.ts';

const OUTPUT_SCHEMA = 'output-schema.json';
const SYSTEM_PROMPT = 'system-prompt.md';
const MCP_LAUNCHER = 'mcp-launcher.sh';

export function execCommand(options: ResolvedOptions, context: ModeContext): Command {
  const { sessionId, forkSessionId, noSession, model } = options;
  demandUuid('sessionId', sessionId);
  demandUuid('forkSessionId', forkSessionId);
  const files: Record<string, string> = {};
  const env: Record<string, string> = {};
  const settings = [
    ...Object.entries(settingsOf(options)),
    ...instructionsOf(options, context, files),
    ...mcpSettings(options, context, { files, env }),
  ];
  return {
    file: context.binary,
    args: [
      'exec',
      ...(sessionId === undefined ? [] : ['resume']),
      ...(forkSessionId === undefined ? [] : ['fork']),
      '--json',
      // Whoever has chosen the folder and the approval mode decides whether to trust the folder.
      '--skip-git-repo-check',
      ...(execSandbox(options) === undefined ? ['--dangerously-bypass-approvals-and-sandbox'] : []),
      ...(noSession ? ['--ephemeral'] : []),
      ...(model === undefined ? [] : ['--model', model]),
      ...outputArgs(options, context, files),
      ...(options.native?.args ?? []),
      ...settingWords(options.native?.config ?? {}),
      ...settings.flatMap(([name, value]) => ['-c', `${name}=${toToml(value)}`]),
      ...[sessionId ?? forkSessionId].filter((id) => id !== undefined),
      // The prompt comes by stdin. Codex would wait for an open pipe even if the prompt stood here (0.169.0).
      '-',
    ],
    env,
    cwd: options.cwd,
    stdin: { text: withPaths(options, options.prompt) },
    ...(Object.keys(files).length === 0 ? {} : { files }),
  };
}

function outputArgs(
  { outputSchema }: ResolvedOptions,
  { dir }: ModeContext,
  files: Record<string, string>,
): readonly string[] {
  if (outputSchema === undefined) {
    return [];
  }
  files[OUTPUT_SCHEMA] = JSON.stringify(outputSchema);
  return ['--output-schema', join(dir, OUTPUT_SCHEMA)];
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

// Codex also takes names, and silently begins a new session where it knows none of that name (0.169.0).
function demandUuid(field: string, id: string | undefined): void {
  if (id !== undefined && !UUID.test(id)) {
    const message = `${field} must be the UUID of a session of Codex, not "${id}".`;
    throw new ValidationError([{ field, message, received: id, expected: 'a UUID' }]);
  }
}

/** Notes about options that are not honoured in full. */
export function execNotes(options: ResolvedOptions): readonly OptionNote[] {
  const { systemPrompt, systemPromptMode, agentsDoc } = options;
  const onArgv = [
    ...(systemPrompt === undefined || systemPromptMode === 'replace' ? [] : ['systemPrompt']),
    ...(agentsDoc === undefined ? [] : ['agentsDoc']),
  ];
  // 0.169.0 adds the text of a setting to its instructions, and reads settings of one run from the command line only, because a profile is a
  // file of the user's own.
  const readable = onArgv.map(
    (name) =>
      `${name}: it stands on the command line, which other users of the machine can read; mode "app-server" says it on stdin.`,
  );
  const notes = [...codexNotes(options), ...readable];
  return options.maxTurns === undefined
    ? notes
    : [...notes, 'maxTurns: codex exec does not tell its model requests, so they cannot be counted; it is ignored.'];
}

type Settings = Readonly<Record<string, unknown>>;

/** The settings of this run, which win over the user's. */
function settingsOf(options: ResolvedOptions): Settings {
  const { thinkingEffort, mcpServers = [] } = options;
  return {
    // Without a network, it would try again for ever.
    'features.unbounded_connection_retries': false,
    // The default asks the model at once, and a server that has not started yet has no tools (0.169.0).
    ...(mcpServers.length === 0 ? {} : { mcp_optional_startup_grace_ms: MCP_GRACE_MS }),
    ...execSandbox(options),
    ...(thinkingEffort === undefined
      ? {}
      : { model_reasoning_effort: nativeEffort(thinkingEffort), model_reasoning_summary: 'detailed' }),
  };
}

function instructionsOf(
  { systemPrompt, systemPromptMode, agentsDoc }: ResolvedOptions,
  { dir }: ModeContext,
  files: Record<string, string>,
): [string, unknown][] {
  const isWhole = systemPromptMode === 'replace' && systemPrompt !== undefined;
  if (isWhole) {
    files[SYSTEM_PROMPT] = systemPrompt;
  }
  const added = [isWhole ? undefined : systemPrompt, agentsDoc].filter((text) => text !== undefined);
  return [
    ...(isWhole ? [['model_instructions_file', join(dir, SYSTEM_PROMPT)] as [string, unknown]] : []),
    ...(added.length === 0 ? [] : [['developer_instructions', added.join('\n\n')] as [string, unknown]]),
  ];
}

interface Hidden {
  readonly files: Record<string, string>;
  readonly env: Record<string, string>;
}

function mcpSettings({ mcpServers = [], approvalMode }: ResolvedOptions, { dir }: ModeContext, hidden: Hidden) {
  return mcpServers.map((server, index): [string, unknown] => [
    `mcp_servers.${server.name}`,
    {
      ...(server.transport === 'stdio' ? programOf(server, dir, hidden) : addressOf(server, index, hidden)),
      ...(approvalMode === 'yolo' ? { default_tools_approval_mode: 'approve' } : {}),
    },
  ]);
}

// The arguments and variables of a server may be secret and meant for nobody else, so they stand in a file of the run's folder.
function programOf({ name, command = '', args = [], env = {} }: McpServerConfig, dir: string, { files }: Hidden) {
  const file = `mcp-${name}.words`;
  files[MCP_LAUNCHER] = launcherScript;
  files[file] = launcherWords({ words: [command, ...args], env });
  return { command: '/bin/sh', args: [join(dir, MCP_LAUNCHER), join(dir, file)] };
}

function addressOf({ name, url = '', headers = {} }: McpServerConfig, index: number, { env }: Hidden): Settings {
  const named = Object.entries(headers).map(([header, value], place) => {
    const variable = `AMUX_MCP_HEADER_${index}_${place}`;
    env[variable] = value;
    return [header, variable] as const;
  });
  demandPlainUrl(name, url);
  return { url, ...(named.length === 0 ? {} : { env_http_headers: Object.fromEntries(named) }) };
}

// 0.169.0 takes an address on its command line only, which everybody can read: there is no variable for it, and no file for one run.
function demandPlainUrl(name: string, url: string): void {
  const { username, password, search, hash, hostname, pathname } = new URL(url);
  const parts = [...hostname.split('.'), ...pathname.split('/')];
  if (`${username}${password}${search}${hash}` !== '' || parts.some(mayBeKey)) {
    const what = `mcpServers: codex exec takes the address of "${name}" on its command line only, which everybody can read, and there may be a key in it.`;
    throw new CapabilityError('codex', 'mcpServers', `${what} Give the key as a header, or use mode "app-server".`);
  }
}

/** Whether a part of an address looks like a key, since nobody would choose it as a name. */
function mayBeKey(part: string): boolean {
  return part.length >= 32 || (part.length >= 12 && /\d/.test(part));
}

/** Flags of `codex exec` with one value. */
const VALUED: ReadonlySet<string> = new Set([
  '-c',
  '--config',
  '--enable',
  '--disable',
  '-m',
  '--model',
  '--local-provider',
  '-p',
  '--profile',
  '-s',
  '--sandbox',
  '-C',
  '--cd',
  '--add-dir',
  '--thread-source',
  '--output-schema',
  '--color',
  '-o',
  '--output-last-message',
  '-i',
  '--image',
]);

/** The options; undefined where the command line is not one of `codex exec --json`. */
export function recognizeExec(argv: readonly string[]): Partial<ResolvedOptions> | undefined {
  const values = new Map<string, string>();
  const words: string[] = [];
  const flags = new Set<string>();
  const settings: string[] = [];
  for (let index = 1; index < argv.length; index++) {
    const word = argv[index] ?? '';
    if (VALUED.has(word)) {
      const value = argv[++index] ?? '';
      values.set(word.replace(/^-m$/, '--model'), value);
      if (word === '-c' || word === '--config') {
        settings.push(value);
      }
    } else if (word.startsWith('--')) {
      flags.add(word);
    } else {
      words.push(word);
    }
  }
  if (words[0] !== 'exec' || !flags.has('--json')) {
    return undefined;
  }
  // The command line does not contain the id of the most recent session, only that one was continued.
  const id = flags.has('--last') ? 'latest' : words[2];
  const prompt = words.at(-1);
  const effort = effortFromNative(settings);
  return {
    ...(prompt === undefined || prompt === '-' ? {} : { prompt }),
    ...(words[1] === 'resume' && id !== undefined ? { sessionId: id } : {}),
    ...(words[1] === 'fork' && id !== undefined ? { forkSessionId: id } : {}),
    ...(flags.has('--ephemeral') ? { noSession: true } : {}),
    ...defined({ model: values.get('--model'), thinkingEffort: effort }),
  };
}
