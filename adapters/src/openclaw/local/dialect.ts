/** OpenClaw's one document at the end of a run, in the forms of `agent exec` and of `agent --local`. */
import type { Dialect, EventDraft, ModelName, Outcome, ResolvedOptions } from '@agent-mux/core';
import {
  countOf,
  createOneShotDialect,
  debug,
  idOf,
  isNative,
  listOf,
  modelNamed,
  numberIn,
  numberOf,
  type OneShotStanding,
  objectOf,
  outcomeOfFailure,
  parseJson,
  priceOf,
  textOf,
  textsOf,
  tokensOf,
  usageDrafts,
} from '../../shared/index.ts';
import { AUTH_GUIDANCE } from '../about.ts';
import type {
  NativeAgentMeta,
  NativeEnvelope,
  NativeError,
  NativeMeta,
  NativePayload,
  NativeToolSummary,
  NativeUsage,
} from '../shared/native.ts';

export function createDocumentDialect(options: ResolvedOptions): Dialect {
  const document = new Document(options);
  return createOneShotDialect({
    turn: document,
    lines: document,
    // OpenClaw prints nothing before the end.
    streams: { text: false, thinking: false, toolInput: false },
    // SIGTERM is passed on to the worker, which is in a session of its own; SIGINT ends only the launcher (2026.9.6).
    interruptSignal: 'SIGTERM',
    exit: (_info, usual) => [...document.cut(), ...usual()],
  });
}

class Document implements OneShotStanding {
  sessionId: string | null = null;
  /** Never open, because a turn is over by the time it is reported. */
  readonly isOpen = false;
  isOver = false;
  hasFailed = false;
  readonly #options: ResolvedOptions;
  // A recording may contain the document line by line.
  #lines: string[] = [];
  // The outcomes of documents without a session.
  readonly #failures = new WeakMap<EventDraft, NativeEnvelope>();

  constructor(options: ResolvedOptions) {
    this.#options = options;
  }

  /** Adds the whole output or a line of it: the document, and words of others before and after it. */
  parseText(text: string): readonly EventDraft[] {
    const document = this.#lines.length === 0 ? readDocument(text) : undefined;
    const drafts =
      document === undefined
        ? text.split('\n').flatMap((line) => this.#line(line.trimEnd()))
        : this.#document(document);
    return this.sessionId === null ? drafts : drafts.map((draft) => this.#withSession(draft));
  }

  // A program around OpenClaw may print an object that looks like a failure, and the document that names the session is the run's own.
  #withSession(draft: EventDraft): EventDraft {
    const foreign = this.#failures.get(draft);
    return foreign === undefined ? draft : unknown(foreign);
  }

  /** Reports what is left of a document whose end never came. */
  cut(): readonly EventDraft[] {
    const rest = this.#lines.join('\n');
    this.#lines = [];
    return rest === '' ? [] : [unreadable(rest)];
  }

  #line(line: string): readonly EventDraft[] {
    const isFirst = this.#lines.length === 0;
    if (isFirst && !line.startsWith('{')) {
      return line === '' ? [] : [{ type: 'log', source: 'stdout', line }];
    }
    // OpenClaw indents everything between the first brace and the last, so that each line is parsed at most once.
    const before = line === '{' ? this.cut() : [];
    this.#lines.push(line);
    const mayEnd = isFirst ? line.endsWith('}') : line === '}';
    if (!mayEnd) {
      return before;
    }
    const document = readDocument(this.#lines.join('\n'));
    if (document === undefined) {
      return this.cut();
    }
    this.#lines = [];
    return this.#document(document);
  }

  #document(envelope: NativeEnvelope): readonly EventDraft[] {
    const meta: NativeMeta | undefined = objectOf(envelope.meta);
    const agent: NativeAgentMeta = objectOf(meta?.agentMeta) ?? {};
    const failure = failureOf(envelope, meta);
    const sessionId = idOf(envelope.sessionId) ?? idOf(agent.sessionId);
    if (sessionId === undefined) {
      return this.#without(failure, envelope);
    }
    const model = modelNamed(envelope.model, envelope.provider) ?? modelNamed(agent.model, agent.provider);
    this.sessionId = sessionId;
    this.isOver = true;
    this.hasFailed = failure !== undefined;
    const usage = objectOf<keyof NativeUsage>(envelope.usage) ?? objectOf<keyof NativeUsage>(agent.usage);
    return [
      ...opening({ sessionId, wanted: this.#options.sessionId, agent, model }),
      { type: 'turn_start' },
      ...docsRead(meta),
      ...toolsUsed(objectOf(envelope.toolSummary ?? meta?.toolSummary), agent),
      ...texts(envelope),
      ...(usage === undefined ? [] : usageOf(usage, envelope.costUsd ?? agent.costUsd, model)),
      { type: 'turn_end', ...(failure === undefined ? {} : { outcome: meaningOf(failure) }), ...model },
    ];
  }

  // A command that fails as a whole names no session; `agent --local` fails that way when the model does (2026.9.6).
  #without(failure: NativeFailure | undefined, envelope: NativeEnvelope): readonly EventDraft[] {
    if (failure === undefined || this.sessionId !== null) {
      return [unknown(envelope)];
    }
    this.isOver = true;
    this.hasFailed = true;
    const draft: EventDraft = { type: 'outcome', outcome: meaningOf(failure) };
    this.#failures.set(draft, envelope);
    return [draft];
  }
}

interface Opening {
  readonly sessionId: string;
  /** The session that the options ask to continue. */
  readonly wanted: string | undefined;
  readonly agent: NativeAgentMeta;
  readonly model: ModelName | undefined;
}

// OpenClaw takes an unknown id as the name of a new session, and only the number of messages shows that (2026.9.6).
function opening({ sessionId, wanted, agent, model }: Opening): readonly EventDraft[] {
  const before = objectOf<'messageCount'>(agent.contextBudgetStatus)?.messageCount;
  if (wanted === undefined || before !== 0) {
    return [{ type: 'session_start', sessionId, ...(wanted === undefined ? {} : { resumed: true }), ...model }];
  }
  const message = `OpenClaw had no session ${wanted}; it has begun one of that id.`;
  return [
    { type: 'session_start', sessionId, ...model },
    { type: 'error', code: 'SESSION_NOT_FOUND', message, recoverable: true },
  ];
}

function readDocument(text: string): NativeEnvelope | undefined {
  const value = text.startsWith('{') ? parseJson(text) : undefined;
  return isNative<keyof NativeEnvelope>(value) ? value : undefined;
}

function unknown(envelope: NativeEnvelope): EventDraft {
  return { type: 'unknown_native', name: Object.keys(envelope).join(',') };
}

function unreadable(text: string): EventDraft {
  const message = `The output is not valid JSON (${text.length} characters): ${text.slice(0, 200)}`;
  return { type: 'error', code: 'PARSE_ERROR', message, recoverable: true };
}

interface NativeFailure {
  readonly message: string;
  readonly kind: string | undefined;
}

function failureOf(envelope: NativeEnvelope, meta: NativeMeta | undefined): NativeFailure | undefined {
  const error: NativeError | undefined = objectOf(envelope.error) ?? objectOf(meta?.error);
  if (error !== undefined) {
    return { message: textOf(error.message) ?? 'OpenClaw failed.', kind: idOf(error.kind) ?? idOf(error.type) };
  }
  const payloads: readonly NativePayload[] = listOf(envelope.payloads).filter(isNative);
  const failed = payloads.find(({ isError }) => isError === true);
  if (failed !== undefined || envelope.ok === false) {
    return {
      message: textOf(failed?.text) ?? `OpenClaw ended with status ${textOf(envelope.status) ?? '?'}.`,
      kind: undefined,
    };
  }
  return undefined;
}

// OpenClaw has few sentences for all services, and begins with them, so that a tool that repeats one is not taken for it (2026.9.6).
const TOO_LONG = /^(?:Context overflow: |⚠️ \S+ request failed \(context limit exceeded[,)])/;
const NOT_LET_IN =
  /^(?:No API key found for provider "|⚠️ \S+ request failed \(authentication (?:failed|was rejected)[,)])/;

/** The outcome of a failure, since OpenClaw says only in words what the model's service has answered. */
function meaningOf({ message, kind = '' }: NativeFailure): Outcome {
  if (kind === 'context_overflow' || TOO_LONG.test(message)) {
    // These words stand for the kind, and the numbers that OpenClaw may repeat are read from its own.
    return outcomeOfFailure({ message: `prompt is too long: ${message}`, guidance: AUTH_GUIDANCE });
  }
  const status = numberIn(/\bHTTP (\d{3})\b/.exec(message)?.[1]);
  const said = NOT_LET_IN.test(message) ? 'authentication_failed' : kind;
  const code = /rate limit/i.test(message) ? 'rate_limit_exceeded' : said;
  return outcomeOfFailure({ message, code, guidance: AUTH_GUIDANCE, status });
}

// Only the local form says which files went into the prompt.
function docsRead(meta: NativeMeta | undefined): readonly EventDraft[] {
  const report = objectOf<'injectedWorkspaceFiles'>(meta?.systemPromptReport);
  return listOf(report?.injectedWorkspaceFiles).flatMap((file): readonly EventDraft[] => {
    const { path, missing } = objectOf<'path' | 'missing'>(file) ?? {};
    return typeof path === 'string' && missing !== true ? [{ type: 'agentdoc_read', path }] : [];
  });
}

/** The tools that were used: OpenClaw reports counts and names, and no call, input or result. */
function toolsUsed(summary: NativeToolSummary | undefined, agent: NativeAgentMeta): readonly EventDraft[] {
  const receipt = objectOf<'successfulToolNames'>(agent.terminalReceipt);
  const names = summary === undefined ? textsOf(receipt?.successfulToolNames) : textsOf(summary.tools);
  if (names.length === 0) {
    return [];
  }
  const calls =
    summary === undefined ? '' : ` in ${countOf(summary.calls)} calls, ${countOf(summary.failures)} of them failed`;
  return [debug('info', `OpenClaw used these tools: ${names.join(', ')}${calls}.`)];
}

function texts({ payloads, final }: NativeEnvelope): readonly EventDraft[] {
  const parts = listOf(payloads).flatMap((payload) => {
    const { text, isError } = objectOf<keyof NativePayload>(payload) ?? {};
    return typeof text === 'string' && text !== '' && isError !== true ? [text] : [];
  });
  const rest = textOf(final);
  const all = parts.length === 0 && rest !== undefined && rest !== '' ? [rest] : parts;
  return all.map((text, index) => ({ type: 'message_stop', text, key: String(index) }));
}

/** The usage of all requests of the run. Thoughts are part of the output, and not counted by themselves. */
function usageOf(usage: NativeUsage, costUsd: unknown, model: ModelName | undefined): readonly EventDraft[] {
  const { input, output, cacheRead, cacheWrite } = usage;
  const usd = numberOf(costUsd) ?? numberOf(objectOf<'total'>(usage.cost)?.total);
  const tokens = tokensOf({
    input: countOf(input),
    cacheRead: cacheRead === undefined ? undefined : countOf(cacheRead),
    cacheWrite: countOf(cacheWrite),
    output: countOf(output),
  });
  return usageDrafts(tokens, priceOf(tokens, usd), { model });
}
