/** The client's side of the Agent Client Protocol: one machine over the lines of both directions. */
import type {
  Dialect,
  EventDraft,
  ExitInfo,
  InteractionResponse,
  Outcome,
  Parsed,
  PromptInput,
  ResolvedOptions,
  Writes,
} from '@agent-mux/core';
import {
  Conversation,
  debug,
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
type Request = Extract<RpcSeen, { kind: 'request' }>;

const STOPPED: InteractionResponse = Object.freeze({ type: 'deny', interrupt: true });

export function createAcpDialect(quirks: AcpQuirks, options: ResolvedOptions): Dialect {
  return new AcpDialect(quirks, options);
}

class AcpDialect extends Conversation<keyof RpcMessage> {
  readonly streams: { readonly text: boolean; readonly thinking: boolean; readonly toolInput: boolean };
  protected readonly turns: Turns;
  protected readonly questions: Questions = new Questions();
  readonly #quirks: AcpQuirks;
  readonly #rpc = new RpcPeer({ version: '2.0' });
  readonly #opening: SessionOpening;
  readonly #tools: ToolCalls;
  readonly #usage: SessionUsage;
  readonly #updates: Updates;
  readonly #prompts: Prompts;
  readonly #asked: Asked;
  // A new message id means that another message begins.
  readonly #template = new LineTemplate('"text":', { hasStamps: false });
  #templateKey: string | undefined;
  // The answer that ends the turn. The last updates of the turn may come after it: opencode hands over the two on different ways, as its
  // users report for 1.1 (issues 17505 and 25421). No recording has it, neither of opencode 1.18.33, gemini 0.61.0, copilot 1.0.102,
  // openclaw 2026.9.6 nor cursor 2026.07.20.
  #held: Response | undefined;

  constructor(quirks: AcpQuirks, options: ResolvedOptions) {
    super();
    const asks = options.approvalMode !== 'yolo';
    const opening = new SessionOpening(quirks, options, this.#rpc);
    const turns = new Turns(quirks, options.maxTurns);
    const tools = new ToolCalls({ quirks: quirks.tools, asks, cwd: options.cwd, surroundings: opening });
    const prompts = new Prompts(quirks, options, opening);
    this.#quirks = quirks;
    this.#prompts = prompts;
    this.#opening = opening;
    this.turns = turns;
    this.#tools = tools;
    this.#usage = new SessionUsage(quirks.turns?.usageSpans);
    this.#updates = new Updates({ quirks, opening, turns, tools, usage: this.#usage });
    this.#asked = new Asked({
      quirks,
      opening,
      tools,
      updates: this.#updates,
      questions: this.questions,
      rpc: this.#rpc,
      reply: (message) => this.reply(message),
    });
    const isStreamed = options.stream !== false;
    const showsThoughts = !(quirks.hasWholeThoughts || quirks.hasNoThoughts);
    this.streams = { text: isStreamed, thinking: isStreamed && showsThoughts, toolInput: false };
  }

  protected override get sessionId(): string | null {
    return this.#opening.sessionId;
  }

  protected override get isBusy(): boolean {
    return this.#prompts.areWaiting || this.turns.isOpen || this.questions.pending.size > 0;
  }

  protected override get holdsEnd(): boolean {
    return this.#held !== undefined;
  }

  open(): Writes {
    return { write: [this.#opening.initialize()] };
  }

  interrupt(): Writes {
    this.#prompts.drop();
    if (!this.turns.isOpen) {
      return NO_WRITES;
    }
    return { write: this.#stop() };
  }

  prompt(input: PromptInput): Writes {
    return { write: this.#prompts.say(input) };
  }

  steer(input: PromptInput): Writes | undefined {
    const steer = this.#quirks.session?.steer;
    // The agent has ended the turn that these words would join.
    return steer === undefined || this.holdsEnd ? undefined : this.prompt({ ...input, text: steer(input.text) });
  }

  settle(): { readonly drafts: readonly EventDraft[] } {
    const held = this.#held;
    this.#held = undefined;
    return { drafts: held === undefined ? NO_DRAFTS : this.#promptEnded(held) };
  }

  // The end of the history is an update like any other, so nothing may wait for ever for an end that never comes.
  probe(): Writes {
    return this.#opening.waitsForHistory ? { write: this.#prompts.sayWaiting() } : NO_WRITES;
  }

  // An answer that stops the turn also answers whatever else is open.
  protected answer(key: string, native: unknown, answer: InteractionResponse): readonly string[] {
    const line = this.#rpc.answer(key, native);
    return answer.type === 'deny' && answer.interrupt ? this.#stop(key, line) : [line];
  }

  override exit(info: ExitInfo): { readonly drafts: readonly EventDraft[] } {
    return { drafts: [...this.#updates.misplaceUnclear(), ...super.exit(info).drafts] };
  }

  protected override piece(text: string): Parsed | undefined {
    const delta = this.#updates.isPlain ? this.#template.read(text) : undefined;
    return delta === undefined ? undefined : this.#piece(delta);
  }

  protected heard(message: RpcMessage, text: string): Parsed {
    const seen = this.#rpc.see(message, false);
    if (seen === undefined) {
      return strayMessage(message, text);
    }
    // This case comes first because most lines are of this kind.
    if (seen.kind === 'notification' && seen.method === 'session/update') {
      return this.#withReplies(this.#update(seen.params, text));
    }
    return this.#withReplies(this.#said(seen));
  }

  protected override readStderr(line: string): readonly EventDraft[] {
    return this.#quirks.readStderr?.(line) ?? NO_DRAFTS;
  }

  protected override exitMeaning(info: ExitInfo): Outcome | undefined {
    return this.#quirks.exitMeaning?.(info);
  }

  #piece(said: string): Parsed {
    const instead = this.#quirks.notText?.(said, true);
    if (typeof instead === 'object') {
      return sayAll(instead);
    }
    const delta = instead ?? said;
    if (delta === '') {
      return sayAll(NO_DRAFTS);
    }
    const key = this.#templateKey;
    return say(key === undefined ? { type: 'text_delta', delta } : { type: 'text_delta', delta, key });
  }

  /**
   * Stops the turn first: an agent that is denied its call before that asks the model again. Then answers all open questions but the one
   * that has its answer.
   */
  #stop(answered?: string, line?: string): readonly string[] {
    const others = [...this.questions.pending.keys()].filter((key) => key !== answered);
    return [
      this.#opening.cancel(),
      ...(line === undefined ? [] : [line]),
      ...others.map((key) => this.#rpc.answer(key, this.questions.reply(key, STOPPED) ?? CANCELLED)),
    ];
  }

  #withReplies(drafts: readonly EventDraft[]): Parsed {
    if (this.#prompts.areWaiting && this.#opening.isReady) {
      this.reply(...this.#prompts.sayWaiting());
    }
    return this.withReplies(drafts);
  }

  #update(params: unknown, line: string): readonly EventDraft[] {
    const { sessionId, update: native } = objectOf<'sessionId' | 'update'>(params) ?? {};
    const update: NativeUpdate = objectOf(native) ?? {};
    const { wireId } = this.#opening;
    if (wireId !== undefined && sessionId !== wireId) {
      // A recorded client may resume a second session, and this is the history of that one.
      const isComing = [...SESSION_METHODS].some((method) => this.#rpc.isAwaited(method));
      return isComing ? NO_DRAFTS : [{ type: 'unknown_native', name: 'session/update of another session' }];
    }
    const drafts = this.#updates.parse(update);
    if (update.sessionUpdate === 'agent_message_chunk') {
      const text = textOf(objectOf<'text'>(update.content)?.text);
      if (text !== undefined && wireId !== undefined && drafts.some(({ type }) => type === 'text_delta')) {
        this.#template.learn(line, text);
        this.#templateKey = idOf(update.messageId);
      }
    }
    const callId = this.questions.pending.size === 0 ? undefined : idOf(update.toolCallId);
    return callId !== undefined && this.#tools.hasEnded(callId) && !this.#tools.isOpen(callId)
      ? [...drafts, ...this.#asked.callEnded(callId)]
      : drafts;
  }

  protected written(message: RpcMessage): readonly EventDraft[] {
    const seen = this.#rpc.see(message, true);
    if (seen === undefined) {
      return NO_DRAFTS;
    }
    if (seen.kind === 'response') {
      return this.#asked.answered(JSON.stringify(seen.id), seen.result);
    }
    // Whoever goes on to something else awaits nothing more of the turn.
    this.turns.isCutShort ||= this.holdsEnd;
    const { drafts } = this.settle();
    if (seen.kind === 'notification') {
      this.turns.isInterrupted ||= seen.method === 'session/cancel' && this.turns.isOpen;
      return drafts;
    }
    return [...drafts, ...this.#requested(seen)];
  }

  #requested(seen: Request): readonly EventDraft[] {
    if (SESSION_METHODS.has(seen.method)) {
      this.#opening.requested(seen.params);
    }
    if (seen.method !== 'session/prompt') {
      return NO_DRAFTS;
    }
    // The client of a recording may not have waited for the end of the history either.
    const isEarly = this.#opening.waitsForHistory;
    this.#opening.isHistory = false;
    this.#updates.turnBegan();
    this.#template.forget();
    const drafts = this.turns.prompted(seen.id, wordsOf(seen.params));
    return isEarly ? [debug('info', 'The prompt did not wait for the end of the history.'), ...drafts] : drafts;
  }

  #said(seen: RpcSeen): readonly EventDraft[] {
    switch (seen.kind) {
      case 'response':
        return seen.method === 'session/prompt' ? this.#promptAnswered(seen) : this.#opened(seen);
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
      this.reply(...this.#opening.configure(result));
      return draft === undefined ? this.#notOpened({ message: `${method} gave no session.` }) : [draft];
    }
    if (this.#opening.wireId !== undefined) {
      return NO_DRAFTS;
    }
    if (method === 'initialize') {
      const { drafts, write } = this.#opening.initialized(objectOf(result) ?? {});
      this.reply(write);
      return drafts;
    }
    if (method === 'authenticate') {
      this.reply(this.#opening.openSession());
    }
    return NO_DRAFTS;
  }

  // The prompts that wait are dropped, because no turn will ever take them.
  #notOpened(error: unknown): readonly EventDraft[] {
    this.#prompts.drop();
    this.turns.failed();
    return [{ type: 'outcome', outcome: this.turns.failureIn(error) }];
  }

  // Nothing more is awaited of a turn that was stopped.
  #promptAnswered(seen: Response): readonly EventDraft[] {
    if (this.turns.isInterrupted || !this.turns.isLast(seen.id)) {
      return this.#promptEnded(seen);
    }
    this.#held = seen;
    return NO_DRAFTS;
  }

  #promptEnded({ id, result, error }: Response): readonly EventDraft[] {
    const said = this.#updates.promptAnswered(id, result, error);
    const isOver = this.turns.answered(id, result, error);
    const { drafts, turnCost: cost } = this.#usage.promptEnded({
      ...readUsage(objectOf(result) ?? {}, this.#quirks.turns),
      hasOutput: this.turns.hasOutput,
      isOneRequest: this.#updates.isOneRequest,
    });
    if (!isOver) {
      return [...said, ...drafts];
    }
    this.#asked.turnEnded();
    return [
      ...said,
      ...this.#tools.turnEnded(),
      ...this.questions.laneEnded(undefined),
      { type: 'thinking_stop' },
      { type: 'message_stop' },
      ...drafts,
      this.turns.end(cost),
    ];
  }
}
