/** Codex's app-server: JSON-RPC in both directions, with one thread of Codex per run. */
import {
  type Dialect,
  type EventDraft,
  type HostToolOutcome,
  NOTHING,
  type Parsed,
  type PromptInput,
  type ResolvedOptions,
  type SteerWrites,
  type Writes,
} from '@agent-mux/core';
import {
  CLIENT_INFO,
  Conversation,
  isNative,
  LineTemplate,
  NO_DRAFTS,
  objectOf,
  type Questions,
  type RpcMessage,
  type RpcSeen,
  say,
  sayAll,
  textOf,
  withPaths,
} from '../../shared/index.ts';
import type { NativeParams } from '../shared/native.ts';
import { turnRequest, userInput } from '../shared/prompts.ts';
import { MESSAGE_FIELDS } from './known.ts';
import type { MainThread } from './main-thread.ts';
import { Parts } from './parts.ts';
import { Responses } from './replies.ts';

/** Requests that begin a turn. */
const TURN_METHODS: ReadonlySet<string> = new Set([
  'turn/start',
  'thread/compact/start',
  'review/start',
  'thread/shellCommand',
]);

// Codex puts the name into its user agent.
const CLIENT = { name: 'agent_mux', title: CLIENT_INFO.name, version: CLIENT_INFO.version } as const;

export function createAppServerDialect(options: ResolvedOptions): Dialect {
  return new AppServerDialect(options);
}

class AppServerDialect extends Conversation<keyof RpcMessage> {
  protected readonly turns: MainThread;
  protected readonly questions: Questions;
  // Codex reports a patch while it is written only with a feature that is not yet finished (0.169.0).
  readonly streams = { text: true, thinking: true, toolInput: false } as const;
  readonly #options: ResolvedOptions;
  readonly #parts: Parts;
  readonly #responses: Responses;
  // Prompts that could not be written yet, and the wish to stop a turn that has not begun, are the only state that is not derived from lines.
  readonly #intent: PromptInput[] = [];
  #wantsInterrupt = false;
  #hasPrompted = false;
  readonly #newFields = new Set<string>();
  // The template keeps the line of the newest piece, whose ids say whose text it is.
  readonly #template = new LineTemplate('"delta":', { hasIds: false });
  #key = '';
  #lane: string | undefined;

  constructor(options: ResolvedOptions) {
    super();
    const reply = (message: string): void => this.reply(message);
    const parts: Parts = new Parts({
      reply,
      onTurn: (turnId) => {
        if (this.#wantsInterrupt) {
          this.#wantsInterrupt = false;
          reply(parts.peer.request('turn/interrupt', { threadId: parts.main.id, turnId }));
        }
      },
    });
    this.#options = options;
    this.#parts = parts;
    this.turns = parts.main;
    this.questions = parts.asked.questions;
    this.#responses = new Responses({
      conversation: parts,
      options,
      reply,
      forget: () => {
        this.#intent.length = 0;
      },
    });
  }

  protected override get sessionId(): string | null {
    return this.#parts.main.id;
  }

  protected override get isBusy(): boolean {
    return this.#intent.length > 0 || this.#parts.isBusy;
  }

  protected override get hasGoneBack(): boolean {
    return this.#responses.hasGoneBack;
  }

  open(): Writes {
    const capabilities = { experimentalApi: true, requestAttestation: false };
    return { write: [this.#parts.peer.request('initialize', { clientInfo: CLIENT, capabilities })] };
  }

  interrupt(): Writes {
    const { main, turns, peer } = this.#parts;
    this.#intent.length = 0;
    this.#wantsInterrupt = !main.isOpen && (main.isPromised || peer.isAwaited('turn/start'));
    return {
      write: turns.open.map(([threadId, turnId]) => peer.request('turn/interrupt', { threadId, turnId })),
    };
  }

  prompt(input: PromptInput): Writes {
    const text = this.#hasPrompted ? input.text : withPaths(this.#options, input.text);
    this.#hasPrompted = true;
    this.#intent.push({ ...input, text });
    return { write: this.#takeIntent() };
  }

  steer(input: PromptInput): SteerWrites | undefined {
    const { main, peer } = this.#parts;
    if (main.id === null || main.turnId === undefined) {
      return undefined;
    }
    const params = { threadId: main.id, expectedTurnId: main.turnId, input: userInput(input) };
    const key = String(peer.nextId);
    return { write: [peer.request('turn/steer', params)], key };
  }

  // Some versions lost `turn/completed` after calls or a compaction (openai/codex#35810, #28495): then only this answer reports it.
  probe(): Writes {
    const { turns, peer } = this.#parts;
    return { write: turns.working.map((threadId) => peer.request('thread/turns/list', { threadId, limit: 1 })) };
  }

  protected answer(key: string, native: unknown): readonly string[] {
    return [this.#parts.peer.answer(key, native)];
  }

  returnHostTool(key: string, outcome: HostToolOutcome): Writes | 'gone' {
    const result = this.#parts.asked.returned(key, outcome);
    return result === undefined ? 'gone' : { write: [result] };
  }

  protected override piece(text: string): Parsed | undefined {
    const piece = this.#template.read(text);
    if (piece === undefined) {
      return undefined;
    }
    return piece === '' ? NOTHING : this.#said(piece);
  }

  protected heard(message: RpcMessage, text: string): Parsed {
    return message.method === 'item/agentMessage/delta' ? this.#learn(text, message) : this.#whole(message);
  }

  #learn(text: string, message: RpcMessage): Parsed {
    const params = message.params;
    if (!isNative<keyof NativeParams>(params)) {
      return NOTHING;
    }
    const { threadId, itemId, delta } = params;
    if (typeof delta !== 'string' || typeof itemId !== 'string') {
      return NOTHING;
    }
    // New fields are reported for each line, before the line is read as a known kind.
    const news = this.#news(message);
    if (news.length === 0) {
      this.#template.learn(text, delta);
    }
    this.#key = itemId;
    this.#lane = this.#parts.turns.laneOf(threadId);
    const said = delta === '' ? NOTHING : this.#said(delta);
    return news.length === 0 ? said : sayAll([...news, ...said.drafts]);
  }

  #said(delta: string): Parsed {
    // One literal per form keeps the same hidden class, and this runs for most lines of a run.
    return this.#lane === undefined
      ? say({ type: 'text_delta', delta, key: this.#key })
      : say({ type: 'text_delta', delta, key: this.#key, lane: this.#lane });
  }

  #whole(message: RpcMessage): Parsed {
    const { main } = this.#parts;
    const wasOpen = main.isOpen;
    const hadThread = main.id !== null;
    const drafts = this.#read(message);
    if (!hadThread) {
      // The text that comes next may belong to another item.
      this.#template.forget();
    }
    if (main.id !== null && this.#intent.length > 0 && (wasOpen ? !main.isOpen : !this.#parts.isBusy)) {
      this.reply(...this.#takeIntent());
    }
    return this.withReplies(drafts);
  }

  #read(message: RpcMessage): readonly EventDraft[] {
    const { peer, notifications, asked } = this.#parts;
    const news = this.#news(message);
    const seen = peer.see(message, false);
    if (seen === undefined) {
      const isAnswer = 'id' in message && ('result' in message || 'error' in message);
      return isAnswer ? news : [...news, { type: 'unknown_native', name: 'message' }];
    }
    switch (seen.kind) {
      case 'notification':
        return [...news, ...notifications.take(seen.method, objectOf(seen.params) ?? {})];
      case 'request':
        return [...news, ...asked.ask(seen)];
      case 'response':
        return [...news, ...this.#responses.take(seen)];
      default:
        return seen satisfies never;
    }
  }

  // Lines of both directions are read, because only they say what was asked and answered.
  protected written(message: RpcMessage): readonly EventDraft[] {
    const { peer, main, asked } = this.#parts;
    const seen: RpcSeen | undefined = peer.see(message, true);
    if (seen?.kind === 'response') {
      return asked.answered(seen);
    }
    if (seen?.kind === 'request' && TURN_METHODS.has(seen.method) && !main.isOpen) {
      const request = objectOf<'threadId' | 'collaborationMode'>(seen.params);
      if (main.id !== null && request?.threadId === main.id) {
        const mode = textOf(objectOf<'mode'>(request.collaborationMode)?.mode);
        main.isPlanning = mode === undefined ? main.isPlanning : mode === 'plan';
        main.isPromised = true;
      }
    }
    return [];
  }

  // Prompts are written one at a time, because a second request would join the turn of the first.
  #takeIntent(): readonly string[] {
    const { main, peer } = this.#parts;
    if (main.id === null || main.isOpen || main.isPromised) {
      return [];
    }
    const input = this.#intent.shift();
    if (input === undefined) {
      return [];
    }
    // The interrupt was meant for a turn that never came.
    this.#wantsInterrupt = false;
    const { method, params } = turnRequest(input, { ...main.standing, threadId: main.id }, this.#options);
    return [peer.request(method, params)];
  }

  /** Fields of a message that are new; each is reported once. */
  #news(message: RpcMessage): readonly EventDraft[] {
    let news: EventDraft[] | undefined;
    for (const field in message) {
      if (!MESSAGE_FIELDS.has(field) && !this.#newFields.has(field)) {
        this.#newFields.add(field);
        news ??= [];
        news.push({ type: 'unknown_native', name: `message.${field}` });
      }
    }
    return news ?? NO_DRAFTS;
  }
}
