/** Writes what a mode makes of each option: words, variables and files of its command, its first messages, and its notes. */
import {
  type Adapter,
  CapabilityError,
  type Command,
  chooseMode,
  type Mode,
  type ResolvedOptions,
} from '@agent-mux/core';
import { modeContext, resolvedOptions } from '../../adapters/src/shared/testing/mode-parts.ts';

type Given = Partial<ResolvedOptions>;

const MCP: Given['mcpServers'] = [
  { name: 'near', transport: 'stdio', command: '/bin/server', args: ['--fast'], env: { TOKEN: 't' } },
  { name: 'far', transport: 'streamable-http', url: 'http://host/mcp', headers: { authorization: 'Bearer t' } },
  { name: 'old', transport: 'sse', url: 'http://host/sse' },
];
const SESSION = '01890a5d-ac96-774b-bcce-b302099a8057';
const CHECKPOINT = '01890a5d-ac96-774b-bcce-b302099a8058';
const TOOL = { name: 'look', description: 'Looks.', inputSchema: { type: 'object' }, run: () => '' };

/** The options, each beside a prompt whose calls are all granted. */
const OPTIONS: readonly (readonly [name: string, given: Given])[] = [
  ["approvalMode: 'prompt'", { approvalMode: 'prompt' }],
  ["approvalMode: 'deny'", { approvalMode: 'deny' }],
  ["sandbox: 'read-only'", { sandbox: 'read-only' }],
  ["sandbox: 'read-only', network", { sandbox: 'read-only', network: true }],
  ["sandbox: 'workspace-write'", { sandbox: 'workspace-write' }],
  ["sandbox: 'workspace-write', network", { sandbox: 'workspace-write', network: true }],
  ["sandbox: 'off'", { sandbox: 'off' }],
  ["sandbox: 'workspace-write', approvalMode: 'prompt'", { sandbox: 'workspace-write', approvalMode: 'prompt' }],
  ['native: { args }', { native: { args: ['--a-flag', 'value'] } }],
  ['native: { config }', { native: { config: { a_setting: { of_it: 'value' } } } }],
  ['model', { model: 'm' }],
  ...(['low', 'medium', 'high', 'max'] as const).map(
    (thinkingEffort) => [`thinkingEffort: '${thinkingEffort}'`, { thinkingEffort }] as const,
  ),
  ['thinkingBudgetTokens', { thinkingBudgetTokens: 2_048 }],
  ['temperature', { temperature: 0.5 }],
  ['topP', { topP: 0.5 }],
  ['topK', { topK: 5 }],
  ['maxTokens', { maxTokens: 5 }],
  ['maxOutputTokens', { maxOutputTokens: 5 }],
  ['maxTurns', { maxTurns: 3 }],
  ['sessionId', { sessionId: SESSION }],
  ['sessionId, checkpointId', { sessionId: SESSION, checkpointId: CHECKPOINT }],
  ['forkSessionId', { forkSessionId: SESSION }],
  ['forkSessionId, checkpointId', { forkSessionId: SESSION, checkpointId: CHECKPOINT }],
  ['noSession', { noSession: true }],
  ['stream: true', { stream: true }],
  ['stream: false', { stream: false }],
  ['keepOpen', { keepOpen: true }],
  ['includeSubagents', { includeSubagents: true }],
  ['systemPrompt', { systemPrompt: 'Be kind.' }],
  ["systemPrompt, systemPromptMode: 'append'", { systemPrompt: 'Be kind.', systemPromptMode: 'append' }],
  ["systemPrompt, systemPromptMode: 'replace'", { systemPrompt: 'Be kind.', systemPromptMode: 'replace' }],
  ['agentsDoc', { agentsDoc: '# Rules' }],
  ['skills', { skills: ['tidy'] }],
  ['attachments', { attachments: [{ filePath: '/work/a.txt' }] }],
  ['mcpServers', { mcpServers: MCP }],
  ['tools', { tools: [TOOL] }],
];
/** The longest text that is shown; a longer one, such as a script, is only named. */
const MAX_SHOWN = 1_000;

/** How a process is started, and what is written to it before it has said anything. */
interface Start {
  /** The words of the command line, the program first. */
  readonly args: readonly string[];
  /** The variables, the files and the input. */
  readonly around: readonly string[];
  readonly said: readonly string[];
  readonly notes: readonly string[];
}

export function renderOptions(adapter: Adapter, mode: Mode): readonly string[] {
  const basic = onAnyMachine(() => startOf(adapter, mode, {}));
  return [
    `- ${shown(basic.args.join(' '))}`,
    ...basic.around.map((words) => `- ${words}`),
    ...basic.said.map((message) => `- says ${message}`),
    ...basic.notes.map((note) => `- notes: ${note}`),
    '',
    '| option | becomes | is noted or refused |',
    '|---|---|---|',
    ...OPTIONS.flatMap(([name, given]) => describe(name, basic, startOrRefusal(adapter, mode, given))),
    '',
  ];
}

/** The row of an option; none where the start is the same, because the option is said later, or the runtime does it. */
function describe(name: string, basic: Start, start: Start | string): readonly string[] {
  if (typeof start === 'string') {
    return [row(name, '–', start)];
  }
  const gone = [without(basic.args, start.args).join(' '), ...without(basic.around, start.around)].filter(Boolean);
  const args = without(start.args, basic.args).join(' ');
  const becomes = [
    ...gone.map((words) => `no ${words}`),
    ...(args === '' ? [] : [shown(args)]),
    ...without(start.around, basic.around),
    ...without(start.said, basic.said).map((message) => `says ${message}`),
  ];
  const notes = without(start.notes, basic.notes);
  return becomes.length + notes.length === 0 ? [] : [row(name, becomes.join('<br>'), notes.join('<br>'))];
}

/** The elements that only the first list has. */
function without(all: readonly string[], some: readonly string[]): readonly string[] {
  const left = [...some];
  return all.filter((each) => {
    const at = left.indexOf(each);
    if (at >= 0) {
      left.splice(at, 1);
    }
    return at < 0;
  });
}

function row(...cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function startOrRefusal(adapter: Adapter, mode: Mode, given: Given): Start | string {
  try {
    return onAnyMachine(() => startOf(adapter, mode, given));
  } catch (error) {
    if (error instanceof CapabilityError) {
      return error.message.replace(/^.*?: mode "[^"]+" lacks /, 'refused: ');
    }
    throw error;
  }
}

/** Runs the work as on any machine, since the page must not depend on who writes it, such as root. */
function onAnyMachine<T>(work: () => T): T {
  const { env, getuid } = process;
  process.env = {};
  process.getuid = () => 1_000;
  try {
    return work();
  } finally {
    process.env = env;
    if (getuid !== undefined) {
      process.getuid = getuid;
    }
  }
}

function startOf(adapter: Adapter, mode: Mode, given: Given): Start {
  const options = resolvedOptions({ approvalMode: 'yolo', ...given });
  const place = options.checkpointId === undefined ? {} : { place: 'p1' };
  const context = modeContext(adapter.cliCommand, { prior: { turnCount: 2, ...place } });
  chooseMode(adapter, options, context.input, mode.name);
  const command = mode.command(options, context);
  const dialect = mode.dialect(options, { ...context, argv: [command.file, ...command.args] });
  const said = [...dialect.open().write, ...(command.stdin === 'open' ? dialect.prompt({ text: 'hello' }).write : [])];
  return {
    args: [command.file, ...command.args],
    around: aroundOf(command),
    said: said.map(shown),
    notes: mode.notes?.(options) ?? [],
  };
}

function aroundOf({ env, stdin, files = {} }: Command): readonly string[] {
  return [
    ...Object.entries(env).map(([name, value]) => shown(`${name}=${value}`)),
    ...Object.entries(files).map(([name, text]) => `file ${shown(name)}: ${shown(text)}`),
    stdin === 'open' || stdin === 'end' ? `stdin: ${stdin}` : `stdin: ${shown(stdin.text)}`,
  ];
}

function shown(text: string): string {
  return text.length > MAX_SHOWN ? `${text.length} signs` : `\`${text.replaceAll('\n', '⏎')}\``;
}
