/** `amux sessions`: lists what the CLIs have kept of earlier sessions, or shows one of them. It writes nothing. */
import {
  type AgentMuxClient,
  AgentMuxError,
  type Session,
  type SessionListOptions,
  type SessionMessage,
  type SessionProblem,
  type SessionSummary,
} from '@agent-mux/core';
import { hintAtName } from '@agent-mux/events';
import { EXIT_CODE_OF_MISUSE } from '../../exit-codes.ts';
import { demandAgent } from '../demand-agent.ts';
import type { GivenFlags } from '../flag-table.ts';
import { createCliClient } from '../load-adapters.ts';
import { createQuotedText, wrapLines } from '../quoted-text.ts';
import { asPath, asWhole } from '../read-value.ts';
import { createSink, type Sink } from '../sink.ts';
import { formatCost, formatCount } from '../summarize.ts';
import { formatTable } from '../table.ts';
import {
  createPalette,
  firstLine,
  firstLines,
  linesOf,
  makeInline,
  type Palette,
  quoteLines,
  showPainted,
  wantsColour,
} from '../terminal.ts';
import { EXIT_FAILED, UsageError } from '../usage-error.ts';

export interface SessionsCall {
  /** The action: `list` or `show`. */
  readonly action: string | undefined;
  readonly id: string | undefined;
  readonly given: GivenFlags;
}

interface Context {
  readonly client: AgentMuxClient;
  readonly out: Sink;
  readonly palette: Palette;
  readonly isJson: boolean;
  readonly problems: SessionProblem[];
}

const DEFAULT_LIMIT = 20;

/** Resolves with the exit code, which is 0 even where there is no session, and where some could not be read. */
export async function sessions({ action = 'list', id, given }: SessionsCall): Promise<number> {
  demandSessionsCall(action, id, given);
  const out = createSink(process.stdout);
  await using client = await createCliClient(given);
  const agent = given.get('agent')?.at(-1);
  if (agent !== undefined) {
    demandAgent(client.adapters, agent, { flag: '--agent' });
  }
  const colour = wantsColour({ isTty: out.isTty, isRefused: given.has('no-color'), env: process.env });
  const problems: SessionProblem[] = [];
  const context = { client, out, palette: createPalette(colour), isJson: given.has('json'), problems };
  const lookup = {
    ...(agent === undefined ? {} : { agent }),
    onProblem: (problem: SessionProblem) => void problems.push(problem),
  };
  try {
    if (id === undefined) {
      await list(context, { ...lookup, ...readListFlags(given) });
    } else {
      await show(context, await client.sessions.get(id, lookup));
    }
  } catch (error) {
    throw AgentMuxError.isInstance(error) ? inWordsOfTheCommand(error, { id, agent }) : error;
  }
  await out.flush();
  for (const line of tell(problems)) {
    process.stderr.write(`${makeInline(`amux: ${line}`)}\n`);
  }
  return 0;
}

/** A line for each kind of problem, because a store may contain hundreds of files with the same. */
function tell(problems: readonly SessionProblem[]): string[] {
  const kinds = new Map<string, SessionProblem[]>();
  for (const problem of problems) {
    const kind = JSON.stringify([problem.agent, problem.isSkipped, problem.message]);
    kinds.set(kind, [...(kinds.get(kind) ?? []), problem]);
  }
  return [...kinds.values()].flatMap(([first, ...others]) => {
    if (first === undefined) {
      return [];
    }
    const { agent, path, message, isSkipped } = first;
    const what = others.length === 0 ? path : `${others.length + 1} files of ${agent}, such as ${path}`;
    return [`${isSkipped ? 'passed over ' : ''}${what}: ${message}`];
  });
}

/** Replaces the library's calls and options in a message by commands and flags. */
function inWordsOfTheCommand(
  error: AgentMuxError,
  { id, agent }: { readonly id: string | undefined; readonly agent: string | undefined },
): UsageError {
  const whose = agent === undefined ? '' : ` of ${agent}`;
  const message =
    error.code === 'SESSION_NOT_FOUND'
      ? `There is no session ${JSON.stringify(id)}${whose}. \`amux sessions\` lists those that there are.`
      : error.message
          .replace(/^sessions(?:\.\w+\(\))?: /, '')
          .replaceAll('`agent`', '--agent')
          .replaceAll('given to run()', 'given to `amux run --session`');
  return new UsageError(message, EXIT_CODE_OF_MISUSE[error.code] ?? EXIT_FAILED, error.code);
}

/** Throws UsageError where there is no such action, or where it takes fewer or more arguments. */
export function demandSessionsCall(action: string, id: string | undefined, given: GivenFlags): void {
  if (action !== 'list' && action !== 'show') {
    throw new UsageError(
      `sessions takes list or show <id>, not ${JSON.stringify(action)}.${hintAtName(action, ['list', 'show'])}`,
    );
  }
  if (action === 'show' && (id === undefined || id.trim() === '')) {
    throw new UsageError('sessions show needs the id of a session. `amux sessions` lists them.');
  }
  const idle = action === 'show' ? ['cwd', 'limit'].find((flag) => given.has(flag)) : undefined;
  if (idle !== undefined) {
    throw new UsageError(`sessions show takes no --${idle}: it shows the one session that is named.`);
  }
  if (action === 'list' && id !== undefined) {
    throw new UsageError(`sessions list takes no ${JSON.stringify(id)}. To see one session: amux sessions show ${id}.`);
  }
}

function readListFlags(given: GivenFlags): SessionListOptions {
  const cwd = given.get('cwd')?.at(-1);
  const limit = given.get('limit')?.at(-1);
  return {
    ...(cwd === undefined ? {} : { cwd: asPath(cwd, '--cwd') }),
    limit: limit === undefined ? DEFAULT_LIMIT : asWhole(1)(limit, '--limit'),
  };
}

async function list({ client, out, palette, isJson, problems }: Context, options: SessionListOptions): Promise<void> {
  const found = await client.sessions.list(options);
  if (isJson) {
    await out.write(`${JSON.stringify({ ok: true, data: found, problems })}\n`);
    return;
  }
  if (found.length === 0) {
    await out.write('No sessions.\n');
    return;
  }
  const [head = '', ...rows] = formatTable([
    ['agent', 'last used', 'turns', 'session', 'title'],
    ...found.map((session) => [
      session.agent,
      formatTime(session.updatedAt),
      session.turnCount === undefined ? '-' : String(session.turnCount),
      session.sessionId,
      firstLine(session.title, 60),
    ]),
  ]);
  await out.write(showPainted(`${palette.dim(head)}\n${rows.join('\n')}\n`));
  const [first] = found;
  if (out.isTty && first !== undefined) {
    const id = makeInline(first.sessionId);
    const next = `amux sessions show ${id} · amux run ${first.agent} --session ${id} "go on"`;
    await out.write(showPainted(`${palette.dim(next)}\n`));
  }
}

async function show({ out, palette, isJson, problems }: Context, session: Session): Promise<void> {
  if (isJson) {
    await out.write(`${JSON.stringify({ ok: true, data: session, problems })}\n`);
    return;
  }
  const head = formatTable(describe(session)).map((line) => palette.dim(line));
  const messages = session.messages.map((message) => render(message, { out, palette }));
  const title = palette.bold(makeInline(session.title));
  const shown = showPainted(`${title}\n${head.join('\n')}\n\n${messages.join('\n\n')}\n`);
  await out.write(wrapLines(shown, out.columns));
}

function describe(session: SessionSummary): string[][] {
  const { agent, sessionId, createdAt, updatedAt, turnCount, cwd, model, cost, forkedFrom, path } = session;
  return [
    ['session', `${sessionId} (${agent})`],
    ['used', `${formatTime(createdAt)} to ${formatTime(updatedAt)}, ${turnCount} turns`],
    ...(cwd === undefined ? [] : [['folder', cwd]]),
    ...(model === undefined ? [] : [['model', model]]),
    ...(cost === undefined
      ? []
      : [
          [
            'tokens',
            `${formatCount(cost.inputTokens)} in, ${formatCount(cost.outputTokens)} out${cost.totalUsd === 0 ? '' : `, ${formatCost(cost.totalUsd)}`}`,
          ],
        ]),
    ...(forkedFrom === undefined ? [] : [['fork of', forkedFrom]]),
    ['file', path],
  ];
}

const RESULT_LINES = 8;
const WIDTH = 160;

// The lines are marked in a pipe too: a pager shows them to a person, and a program takes --json.
function render(
  { role, content, thinking, toolCalls = [], toolResult }: SessionMessage,
  { out, palette }: Pick<Context, 'out' | 'palette'>,
): string {
  if (toolResult !== undefined) {
    const text = typeof toolResult.output === 'string' ? toolResult.output : JSON.stringify(toolResult.output);
    const lines = firstLines(text ?? '', { count: RESULT_LINES, width: WIDTH });
    const mark = toolResult.isError === true ? palette.red('failed') : 'result';
    return `${palette.dim(`${mark} of ${makeInline(toolResult.toolName)}`)}\n${quoteLines(lines, palette.dim)}`;
  }
  const quote = (text: string): string => {
    const quoted = createQuotedText(() => out.columns);
    return `${quoted.add(text)}${quoted.end()}`.replace(/\n$/, '');
  };
  const parts = [
    ...(thinking === undefined ? [] : [palette.dim(quote(thinking))]),
    ...(content === '' ? [] : [role === 'user' ? renderPrompt(content, palette) : quote(content)]),
    ...toolCalls.map(({ toolName, input }) => {
      const call = firstLine(`${toolName} ${JSON.stringify(input) ?? ''}`, WIDTH);
      return `${palette.cyan('●')} ${palette.yellow(call)}`;
    }),
  ];
  return parts.join('\n');
}

function renderPrompt(text: string, { cyan }: Palette): string {
  const [first = '', ...others] = linesOf(text.trimEnd());
  return [`${cyan('>')} ${first}`, ...(others.length === 0 ? [] : [quoteLines(others)])].join('\n');
}

function formatTime(date: Date): string {
  return date.toISOString().slice(0, 16).replace('T', ' ');
}
