/** Copilot CLI in SDK mode: JSON-RPC in both directions, and its events as notifications. */
import {
  type Dialect,
  type EventDraft,
  type ExitInfo,
  type HostToolOutcome,
  type InteractionResponse,
  type ModeContext,
  NOTHING,
  type Outcome,
  type Parsed,
  type PromptInput,
  type ResolvedOptions,
  type Writes,
} from '@agent-mux/core';
import {
  Conversation,
  debug,
  idOf,
  modelNamed,
  NO_DRAFTS,
  NO_WRITES,
  objectOf,
  type RpcMessage,
  RpcPeer,
  type RpcSeen,
  sayAll,
  textOf,
  untestedNote,
} from '../../shared/index.ts';
import { TESTED_VERSIONS } from '../about.ts';
import { exitMeaning } from '../shared/exit.ts';
import { outcomeOfRequest } from '../shared/failures.ts';
import { EventReader } from '../shared/lines.ts';
import type { NativeEvent } from '../shared/native.ts';
import type { Turns } from '../shared/turns.ts';
import { sessionRequest } from './opening.ts';
import { COMPACTION, PROMPT, Prompts } from './prompts.ts';
import { HOST_TOOL_ANSWER, PERMISSION_ANSWER, rpcIdOf, SdkQuestions } from './questions.ts';
import { wakesAgent } from './waking.ts';

const TRUNCATE = 'session.history.truncate';
const METHOD_NOT_FOUND = -32601;
/** Requests that give the CLI something to do. */
const WORK: ReadonlySet<string> = new Set([PROMPT, COMPACTION]);

export function createSdkDialect(options: ResolvedOptions, context: ModeContext): Dialect {
  return new SdkDialect(options, context);
}

class SdkDialect extends Conversation<keyof RpcMessage> {
  protected readonly turns: Turns;
  protected readonly questions: SdkQuestions;
  readonly streams: { readonly text: boolean; readonly thinking: boolean; readonly toolInput: boolean };
  readonly #options: ResolvedOptions;
  readonly #context: ModeContext;
  readonly #rpc = new RpcPeer({ version: '2.0' });
  readonly #reader: EventReader;
  readonly #prompts: Prompts;
  // Prompts given before the session is open are the only state that is not derived from lines.
  readonly #intent: PromptInput[] = [];
  #sessionId: string | null = null;
  #forkedFrom: string | undefined;
  // The session whose end is being cut off.
  #goingBack: string | undefined;
  /** Whether the CLI was given something to do and has not said that it is idle. */
  #isAtWork = false;
  /** Whether work in the background has ended and the agent was not woken for it yet. */
  #awaitsWaking = false;

  constructor(options: ResolvedOptions, context: ModeContext) {
    super();
    const isStreamed = options.stream !== false;
    const questions: SdkQuestions = new SdkQuestions(() => reader.calls);
    const reader: EventReader = new EventReader({ options, asks: true, questions });
    this.#options = options;
    this.#context = context;
    this.#reader = reader;
    this.#prompts = new Prompts(this.#rpc, options);
    this.turns = reader.turns;
    this.questions = questions;
    this.streams = { text: isStreamed, thinking: isStreamed, toolInput: isStreamed };
  }

  protected override get sessionId(): string | null {
    return this.#sessionId;
  }

  protected override get isBusy(): boolean {
    const { pending, areHostToolsOpen } = this.questions;
    return (
      this.#intent.length > 0 ||
      this.#isAtWork ||
      this.#awaitsWaking ||
      pending.size > 0 ||
      areHostToolsOpen ||
      this.turns.isOpen
    );
  }

  // The CLI may say that it is idle between the end of work in the background and the notification that wakes the agent (1.0.102).
  protected override get holdsEnd(): boolean {
    return this.#awaitsWaking && !this.#isAtWork && !this.turns.isOpen;
  }

  // The cut history no longer contains the event that it was cut at.
  protected override get hasGoneBack(): boolean {
    return this.#goingBack !== undefined && this.#sessionId !== null;
  }

  open(): Writes {
    const { sessionId, forkSessionId, checkpointId } = this.#options;
    const connect = this.#rpc.request('connect', {});
    if (forkSessionId !== undefined) {
      const back = checkpointId === undefined ? {} : { toEventId: checkpointId };
      return { write: [connect, this.#rpc.request('sessions.fork', { sessionId: forkSessionId, ...back })] };
    }
    const open = sessionId === undefined ? this.#create() : this.#resume(sessionId);
    return { write: [connect, open] };
  }

  interrupt(): Writes {
    this.#intent.length = 0;
    return this.isBusy && this.#sessionId !== null ? { write: [this.#abort()] } : NO_WRITES;
  }

  /** The CLI wakes nobody. */
  settle(): { readonly drafts: readonly EventDraft[] } {
    this.#awaitsWaking = false;
    return { drafts: NO_DRAFTS };
  }

  prompt(input: PromptInput): Writes {
    if (this.#sessionId === null) {
      this.#intent.push(input);
      return NO_WRITES;
    }
    return { write: [this.#prompts.send(this.#sessionId, input)] };
  }

  steer(input: PromptInput): Writes | undefined {
    return this.#sessionId === null
      ? undefined
      : { write: [this.#prompts.send(this.#sessionId, input, { mode: 'immediate' })] };
  }

  protected answer(key: string, native: unknown, answer: InteractionResponse): readonly string[] {
    const write =
      this.questions.pending.get(key)?.kind === 'input'
        ? this.#rpc.result(rpcIdOf(key), native)
        : this.#rpc.request(PERMISSION_ANSWER, { sessionId: this.#sessionId, requestId: key, result: native });
    return answer.type === 'deny' && answer.interrupt === true ? [write, this.#abort()] : [write];
  }

  returnHostTool(key: string, outcome: HostToolOutcome): Writes | 'gone' {
    const answer = this.questions.hostToolResult(key, outcome);
    return answer === undefined
      ? 'gone'
      : { write: [this.#rpc.request(HOST_TOOL_ANSWER, { sessionId: this.#sessionId, ...answer })] };
  }

  protected override exitMeaning({ stderr }: ExitInfo): Outcome | undefined {
    return this.turns.isOpen ? undefined : exitMeaning(stderr);
  }

  // Lines of both directions are read, because only they say what was asked and answered.
  protected written(message: RpcMessage): readonly EventDraft[] {
    const seen = this.#rpc.see(message, true);
    if (seen === undefined) {
      return NO_DRAFTS;
    }
    if (seen.kind === 'response') {
      return seen.method === 'userInput.request' ? this.questions.answered(seen.id) : [];
    }
    const params = objectOf<'requestId' | 'result'>(seen.params);
    if (seen.method === PERMISSION_ANSWER) {
      return this.questions.decided(textOf(params?.requestId) ?? '', params?.result);
    }
    if (seen.method === HOST_TOOL_ANSWER) {
      return this.questions.hostToolReturned(textOf(params?.requestId) ?? '');
    }
    this.#isAtWork ||= WORK.has(seen.method);
    return [];
  }

  protected heard(message: RpcMessage): Parsed {
    const seen = this.#rpc.see(message, false);
    switch (seen?.kind) {
      case undefined:
        return NOTHING;
      case 'notification':
        return this.#notified(seen.method, seen.params);
      case 'request':
        return this.#asked(seen);
      case 'response':
        return this.#answered(seen);
      default:
        return seen satisfies never;
    }
  }

  #notified(method: string, params: unknown): Parsed {
    if (method === 'host.event') {
      this.#awaitsWaking ||= wakesAgent(params);
      return NOTHING;
    }
    if (method !== 'session.event') {
      // The other notifications about sessions and tasks repeat what their events say.
      return NOTHING;
    }
    const event: NativeEvent = objectOf(objectOf<'event'>(params)?.event) ?? {};
    const drafts = this.#reader.parse(event);
    switch (event.type) {
      case 'session.idle':
        this.#isAtWork = false;
        return sayAll(drafts);
      case 'system.notification':
        this.#isAtWork ||= this.#awaitsWaking;
        this.#awaitsWaking = false;
        return sayAll(drafts);
      case 'session.start':
        return sayAll([...drafts, ...versionNote(event)]);
      default:
        return sayAll(drafts);
    }
  }

  #asked({ id, method, params }: Extract<RpcSeen, { kind: 'request' }>): Parsed {
    if (method === 'userInput.request') {
      return sayAll(this.questions.asked(id, params));
    }
    // An unanswered request would block the turn for ever.
    const refusal = this.#rpc.failure(id, METHOD_NOT_FOUND, `agent-mux does not offer "${method}".`);
    const note = debug('info', `Copilot CLI asked for "${method}", which is not offered: refused.`);
    return { drafts: [note], write: [refusal] };
  }

  #answered({ method, result, error }: Extract<RpcSeen, { kind: 'response' }>): Parsed {
    if (error !== undefined) {
      return sayAll(this.#failed(method, textOf(objectOf<'message'>(error)?.message) ?? 'failed'));
    }
    const sessionId = idOf(objectOf<'sessionId'>(result)?.sessionId);
    switch (method) {
      case 'sessions.fork':
        this.#forkedFrom = this.#options.forkSessionId;
        // The host cuts the history only with a prompt to give: a replay has none, and finds in the recording what was written.
        return sessionId === undefined || this.#intent.length === 0
          ? NOTHING
          : { drafts: [], write: [this.#resume(sessionId)] };
      case 'session.resume': {
        const back = sessionId === undefined ? undefined : this.#goBack(sessionId);
        if (back !== undefined) {
          return back;
        }
        return sessionId === undefined ? NOTHING : this.#opened(sessionId, true, result);
      }
      case TRUNCATE:
        return this.#goingBack === undefined ? NOTHING : this.#opened(this.#goingBack, true);
      case 'session.create':
        return sessionId === undefined ? NOTHING : this.#opened(sessionId, false, result);
      case COMPACTION:
        this.#isAtWork = false;
        return NOTHING;
      default:
        return NOTHING;
    }
  }

  /** Cuts off what came later before anything is said; a copy was made without it. */
  #goBack(sessionId: string): Parsed | undefined {
    const { checkpointId, forkSessionId } = this.#options;
    if (checkpointId === undefined || forkSessionId !== undefined) {
      return undefined;
    }
    this.#goingBack = sessionId;
    return { drafts: [], write: [this.#rpc.request(TRUNCATE, { sessionId, eventId: checkpointId })] };
  }

  #opened(sessionId: string, isContinued: boolean, result?: unknown): Parsed {
    const state = objectOf<'modelId'>(objectOf<'modelState'>(result)?.modelState);
    this.#sessionId = sessionId;
    const draft: EventDraft = {
      type: 'session_start',
      sessionId,
      ...(this.#forkedFrom !== undefined ? { forkedFrom: this.#forkedFrom } : isContinued ? { resumed: true } : {}),
      ...modelNamed(state?.modelId),
    };
    return { drafts: [draft], write: this.#intent.splice(0).map((input) => this.#prompts.send(sessionId, input)) };
  }

  #failed(method: string, message: string): readonly EventDraft[] {
    const isOpening = this.#sessionId === null;
    if (!isOpening && !WORK.has(method)) {
      return [debug('warn', `Copilot CLI refused "${method}": ${message}`)];
    }
    this.#intent.length = 0;
    this.#isAtWork = false;
    if (method === 'connect') {
      return [debug('warn', message)];
    }
    this.turns.failed();
    return [{ type: 'outcome', outcome: outcomeOfRequest(message) }];
  }

  #create(): string {
    const trust = this.#options.approvalMode === 'yolo' ? { trustWorkingDirectory: 'session' } : {};
    const sessionId = this.#context.newId();
    return this.#rpc.request('session.create', {
      sessionId,
      ...sessionRequest(this.#options, this.#context),
      ...trust,
    });
  }

  #resume(sessionId: string): string {
    return this.#rpc.request('session.resume', { sessionId, ...sessionRequest(this.#options, this.#context) });
  }

  #abort(): string {
    return this.#rpc.request('session.abort', { sessionId: this.#sessionId });
  }
}

function versionNote(event: NativeEvent): readonly EventDraft[] {
  const version = textOf(objectOf<'copilotVersion'>(event.data)?.copilotVersion) ?? 'unknown';
  return untestedNote('Copilot CLI', version, TESTED_VERSIONS);
}
