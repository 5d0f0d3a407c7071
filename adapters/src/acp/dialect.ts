/** The client's side of the Agent Client Protocol: one machine over the lines of both directions. */
import {
  type Dialect,
  type DialectState,
  type EventDraft,
  type ExitInfo,
  type InteractionResponse,
  type LineContext,
  NOTHING,
  type Parsed,
  type PromptInput,
  type ResolvedOptions,
  type Writes,
} from '@agent-mux/core';
import {
  debug,
  exitDrafts,
  idOf,
  LineTemplate,
  NO_DRAFTS,
  NO_WRITES,
  objectOf,
  Questions,
  type RpcMessage,
  RpcPeer,
  type RpcSeen,
  say,
  sayAll,
  textOf,
  unreadable,
} from '../shared/index.ts';
import { Updates } from './lines.ts';
import type { NativeUpdate } from './native.ts';
import { SESSION_METHODS, SessionOpening } from './opening.ts';
import { CANCELLED } from './permissions.ts';
import { Prompts, wordsOf } from './prompts.ts';
import { Asked } from './questions.ts';
import type { AcpQuirks } from './quirks.ts';
import { strayMessage } from './stray-message.ts';
import { ToolCalls } from './tools.ts';
import { Turns } from './turns.ts';
import { readUsage, SessionUsage } from './usage.ts';

type Response = Extract<RpcSeen, { kind: 'response' }>;

const STOPPED: InteractionResponse = Object.freeze({ type: 'deny', interrupt: true });

export function createAcpDialect(quirks: AcpQuirks, options: ResolvedOptions): Dialect {
  return new AcpDialect(quirks, options);
}

class AcpDialect implements Dialect {
  readonly state: DialectState;
  readonly streams: { readonly text: boolean; readonly thinking: boolean; readonly toolInput: boolean };
  readonly #quirks: AcpQuirks;
  readonly #rpc = new RpcPeer({ version: '2.0' });
  readonly #questions = new Questions();
  readonly #opening: SessionOpening;
  readonly #turns: Turns;
  readonly #tools: ToolCalls;
  readonly #usage: SessionUsage;
  readonly #updates: Updates;
  readonly #prompts: Prompts;
  readonly #asked: Asked;
  // The id of a message says where another one begins.
  readonly #template = new LineTemplate('"text":', { hasStamps: false });
  #templateKey: string | undefined;
  #replies: string[] = [];

  constructor(quirks: AcpQuirks, options: ResolvedOptions) {
    const asks = options.approvalMode !== 'yolo';
    const opening = new SessionOpening(quirks, options, this.#rpc);
    const turns = new Turns(quirks, options.maxTurns);
    const tools = new ToolCalls({ quirks: quirks.tools, asks, cwd: options.cwd, surroundings: opening });
    const prompts = new Prompts(quirks, options, opening);
    const { pending } = this.#questions;
    this.#quirks = quirks;
    this.#prompts = prompts;
    this.#opening = opening;
    this.#turns = turns;
    this.#tools = tools;
    this.#usage = new SessionUsage(quirks.turns?.usageSpans);
    this.#updates = new Updates({ quirks, opening, turns, tools, usage: this.#usage });
    this.#asked = new Asked({
      quirks,
      opening,
      tools,
      updates: this.#updates,
      questions: this.#questions,
      rpc: this.#rpc,
      reply: (message) => this.#replies.push(message),
    });
    const isStreamed = options.stream !== false;
    this.streams = {
      text: isStreamed,
      thinking: isStreamed && !(quirks.hasWholeThoughts || quirks.hasNoThoughts),
      toolInput: false,
    };
    this.state = {
      get sessionId() {
        return opening.sessionId;
      },
      get busy() {
        return prompts.areWaiting || turns.isOpen || pending.size > 0;
      },
      get turn() {
        return turns.isOpen;
      },
      get clean() {
        return turns.isClean;
      },
      pending,
    };
  }

  open(): Writes {
    return { write: [this.#opening.initialize()] };
  }

  close(): Writes {
    return { write: [], endInput: true };
  }

  interrupt(): Writes {
    this.#prompts.drop();
    if (!this.#turns.isOpen) {
      return NO_WRITES;
    }
    return { write: this.#stop() };
  }

  prompt(input: PromptInput): Writes {
    return { write: this.#prompts.say(input) };
  }

  steer(input: PromptInput): Writes | undefined {
    const steer = this.#quirks.session?.steer;
    return steer === undefined ? undefined : this.prompt({ ...input, text: steer(input.text) });
  }

  // The end of the history is an update like any other; where it does not come, nobody is to wait for it for ever.
  probe(): Writes {
    return this.#opening.waitsForHistory ? { write: this.#prompts.sayWaiting() } : NO_WRITES;
  }

  respond(key: string, answer: InteractionResponse): Writes | 'gone' | 'unsupported' {
    if (!this.state.pending.has(key)) {
      return 'gone';
    }
    const native = this.#questions.reply(key, answer);
    if (native === undefined) {
      return 'unsupported';
    }
    const line = this.#rpc.result(JSON.parse(key), native);
    return { write: answer.type === 'deny' && answer.interrupt ? this.#stop(key, line) : [line] };
  }

  parseEvent(text: string, { source, partial }: LineContext): Parsed {
    if (source === 'stderr') {
      return text === '' ? NOTHING : this.#stderr(text);
    }
    if (source === 'stdout') {
      // First, since most lines are these.
      const delta = this.#updates.isPlain ? this.#template.read(text) : undefined;
      if (delta !== undefined) {
        return this.#piece(delta);
      }
    }
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch {
      // Because a crash may cut any line.
      return source === 'stdin' ? NOTHING : unreadable(text, partial ?? false);
    }
    const native: RpcMessage | undefined = objectOf(message);
    if (native === undefined) {
      return source === 'stdin' ? NOTHING : say({ type: 'log', source, line: text });
    }
    const seen = this.#rpc.see(native, source === 'stdin');
    if (seen === undefined) {
      return source === 'stdin' ? NOTHING : strayMessage(native, text);
    }
    if (source === 'stdin') {
      return sayAll(this.#written(seen));
    }
    if (seen.kind === 'notification' && seen.method === 'session/update') {
      return this.#withReplies(this.#update(seen.params, text));
    }
    return this.#withReplies(this.#said(seen));
  }

  exit(info: ExitInfo): { readonly drafts: readonly EventDraft[] } {
    const { isClean, isOpen: isTurnOpen, hasFailed, isCancelled: isInterrupted } = this.#turns;
    const meaning = isClean ? undefined : this.#quirks.exitMeaning?.(info);
    if (meaning !== undefined) {
      return { drafts: [isTurnOpen ? { type: 'turn_end', outcome: meaning } : { type: 'outcome', outcome: meaning }] };
    }
    return { drafts: exitDrafts({ isTurnOpen, isClean, hasFailed, isInterrupted: isInterrupted && isTurnOpen }, info) };
  }

  #piece(delta: string): Parsed {
    const instead = this.#quirks.notText?.(delta);
    if (instead !== undefined || delta === '') {
      return sayAll(instead ?? NO_DRAFTS);
    }
    const key = this.#templateKey;
    return say(key === undefined ? { type: 'text_delta', delta } : { type: 'text_delta', delta, key });
  }

  /** First the turn: an agent that hears first that it may not goes on and asks the model. Then all questions, but for one that has its answer. */
  #stop(answered?: string, line?: string): readonly string[] {
    const others = [...this.#questions.pending.keys()].filter((key) => key !== answered);
    return [
      this.#opening.cancel(),
      ...(line === undefined ? [] : [line]),
      ...others.map((key) => this.#rpc.result(JSON.parse(key), this.#questions.reply(key, STOPPED) ?? CANCELLED)),
    ];
  }

  #stderr(line: string): Parsed {
    const log: EventDraft = { type: 'log', source: 'stderr', line };
    const more = this.#quirks.readStderr?.(line) ?? NO_DRAFTS;
    return more.length === 0 ? say(log) : sayAll([log, ...more]);
  }

  #withReplies(drafts: readonly EventDraft[]): Parsed {
    if (this.#prompts.areWaiting && this.#opening.isReady) {
      this.#replies.push(...this.#prompts.sayWaiting());
    }
    if (this.#replies.length === 0) {
      return sayAll(drafts);
    }
    const write = this.#replies;
    this.#replies = [];
    return { drafts, write };
  }

  #update(params: unknown, line: string): readonly EventDraft[] {
    const { sessionId, update: native } = objectOf<'sessionId' | 'update'>(params) ?? {};
    const update: NativeUpdate = objectOf(native) ?? {};
    const { wireId } = this.#opening;
    if (wireId !== undefined && sessionId !== wireId) {
      // A recorded client may take up a second one: this is its history.
      const isComing = [...SESSION_METHODS].some((method) => this.#rpc.isAwaited(method));
      return isComing ? NO_DRAFTS : [{ type: 'unknown_native', name: 'session/update of another session' }];
    }
    const drafts = this.#updates.parse(update);
    if (update.sessionUpdate === 'agent_message_chunk') {
      const text = textOf(objectOf<'text'>(update.content)?.text);
      if (text !== undefined && wireId !== undefined) {
        this.#template.learn(line, text);
        this.#templateKey = idOf(update.messageId);
      }
    }
    return drafts;
  }

  #written(seen: RpcSeen): readonly EventDraft[] {
    if (seen.kind === 'response') {
      return this.#asked.answered(JSON.stringify(seen.id), seen.result);
    }
    if (seen.kind === 'notification') {
      this.#turns.isCancelled ||= seen.method === 'session/cancel' && this.#turns.isOpen;
      return NO_DRAFTS;
    }
    if (SESSION_METHODS.has(seen.method)) {
      this.#opening.asked(seen.params);
    }
    if (seen.method !== 'session/prompt') {
      return NO_DRAFTS;
    }
    // A foreign client may not have waited for the end of the history either.
    const isEarly = this.#opening.waitsForHistory;
    this.#opening.isHistory = false;
    this.#updates.turnBegan();
    const drafts = this.#turns.prompted(seen.id, wordsOf(seen.params));
    return isEarly ? [debug('info', 'The prompt did not wait for the end of the history.'), ...drafts] : drafts;
  }

  #said(seen: RpcSeen): readonly EventDraft[] {
    switch (seen.kind) {
      case 'response':
        return seen.method === 'session/prompt' ? this.#promptEnded(seen) : this.#opened(seen);
      case 'request':
        return this.#asked.ask(seen);
      case 'notification':
        return [{ type: 'unknown_native', name: seen.method }];
      default:
        return seen satisfies never;
    }
  }

  #opened({ method, params, result, error }: Response): readonly EventDraft[] {
    const { isReady } = this.#opening;
    const configured = this.#opening.configured(method);
    if (error !== undefined) {
      const otherwise = configured?.otherwise ?? (isReady ? '' : undefined);
      return otherwise === undefined
        ? this.#notOpened(error)
        : [debug('info', `${method} failed: ${JSON.stringify(error).slice(0, 1_000)} ${otherwise}`.trim())];
    }
    if (SESSION_METHODS.has(method)) {
      const draft = this.#opening.opened(method, params, result);
      this.#usage.opened(method === 'session/new');
      this.#replies.push(...this.#opening.configure(result));
      return draft === undefined ? this.#notOpened({ message: `${method} gave no session.` }) : [draft];
    }
    if (this.#opening.wireId !== undefined) {
      return NO_DRAFTS;
    }
    if (method === 'initialize') {
      const { drafts, write } = this.#opening.initialized(objectOf(result) ?? {});
      this.#replies.push(write);
      return drafts;
    }
    if (method === 'authenticate') {
      this.#replies.push(this.#opening.openSession());
    }
    return NO_DRAFTS;
  }

  // There will be no turn: nothing waits any more.
  #notOpened(error: unknown): readonly EventDraft[] {
    this.#prompts.drop();
    this.#turns.failed();
    return [{ type: 'outcome', outcome: this.#turns.failure(error) }];
  }

  #promptEnded({ id, result, error }: Response): readonly EventDraft[] {
    const isOver = this.#turns.answered(id, result, error);
    const { drafts, turnCost: cost } = this.#usage.promptEnded({
      ...readUsage(objectOf(result) ?? {}, this.#quirks.turns),
      hasOutput: this.#turns.hasOutput,
      isOneRequest: this.#updates.isOneRequest,
    });
    if (!isOver) {
      return drafts;
    }
    this.#asked.turnEnded();
    return [
      ...this.#tools.turnEnded(),
      ...this.#questions.laneEnded(undefined),
      { type: 'thinking_stop' },
      { type: 'message_stop' },
      ...drafts,
      this.#turns.end(cost),
    ];
  }
}
