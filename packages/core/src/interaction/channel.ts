/** The run's open questions and who may answer them. The only place that maps native keys to public ids. */
import type { RiskLevel } from '@agent-mux/events';
import type { Dialect, Interaction, InteractionResponse, Question, Writes } from '../adapter/dialect.ts';
import type { Clock } from '../clock.ts';
import { AgentMuxError } from '../errors.ts';
import { createInteractionIds, type InteractionIds } from './interaction-ids.ts';

export interface ApprovalDetail {
  readonly kind: 'approval';
  readonly action: string;
  readonly toolName: string | undefined;
  readonly riskLevel: RiskLevel;
}

export interface InputDetail {
  readonly kind: 'input';
  readonly question: string;
  readonly context: string | undefined;
  readonly source: 'agent' | 'tool';
}

export interface PendingInteraction {
  readonly id: string;
  readonly type: 'approval' | 'input';
  readonly runId: string;
  readonly description: string;
  readonly detail: ApprovalDetail | InputDetail;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly toolCallId?: string;
  /** What the tool would be called with. */
  readonly input?: unknown;
  readonly scopes: readonly ('once' | 'session')[];
  readonly questions?: readonly Question[];
  readonly schema?: unknown;
}

export interface InteractionChannel {
  /** Open questions, oldest first. */
  readonly pending: readonly PendingInteraction[];
  /** Called for each question as it opens; also makes questions answerable. Returns its own removal. */
  onPending(handler: (interaction: PendingInteraction) => void): () => void;
  /** Rejects with NO_PENDING_INTERACTION (unknown or answered) or CAPABILITY_ERROR (the CLI cannot take it; it stays open). First answer wins. */
  respond(id: string, response: InteractionResponse): Promise<void>;
  /** Grants all open approvals; questions stay open. */
  approveAll(): Promise<void>;
  /** Denies all open approvals and declines all open questions. */
  denyAll(reason?: string): Promise<void>;
}

export interface ChannelOptions {
  readonly runId: string;
  readonly agent: string;
  readonly clock: Clock;
  /** The runtime denies all that is asked: nobody else gets to answer before it. */
  readonly deniesAll: boolean;
  /** Hands an answer to the CLI. */
  readonly say: (writes: Writes) => void;
  readonly onWarning: (message: string) => void;
}

interface Entry {
  readonly key: string;
  readonly interaction: PendingInteraction;
  onGone: () => void;
}

export class Channel implements InteractionChannel {
  readonly ids: InteractionIds;
  readonly #options: ChannelOptions;
  readonly #entries = new Map<string, Entry>();
  readonly #handlers = new Set<(interaction: PendingInteraction) => void>();
  readonly #settled = new Set<string>();
  #dialect: Dialect | undefined;
  #answered = false;

  constructor(options: ChannelOptions) {
    this.#options = options;
    this.ids = createInteractionIds(options.runId);
  }

  get pending(): readonly PendingInteraction[] {
    this.#takeUp();
    return [...this.#entries.values()].map(({ interaction }) => interaction);
  }

  get hasHandler(): boolean {
    return this.#handlers.size > 0;
  }

  /** Whether anything was answered by a person or a callback: an attempt is then not repeated. */
  get wasAnswered(): boolean {
    return this.#answered;
  }

  /** A new attempt: the questions of the old one are gone. */
  attach(dialect: Dialect): void {
    this.#dialect = dialect;
    this.prune();
  }

  /** Takes up a question that the dialect has pending. */
  open(key: string): PendingInteraction | undefined {
    const native = this.#dialect?.state.pending.get(key);
    const id = this.ids.get(key);
    if (native === undefined || id === undefined || this.#settled.has(id)) {
      return undefined;
    }
    const known = this.#entries.get(id);
    if (known !== undefined) {
      return known.interaction;
    }
    const interaction = describe(native, id, this.#options);
    this.#entries.set(id, { key, interaction, onGone: () => {} });
    return interaction;
  }

  // Its event is out and its message is still being handled: who hears the event may answer at once.
  #takeUp(): void {
    if (!this.#options.deniesAll) {
      for (const key of this.#dialect?.state.pending.keys() ?? []) {
        this.open(key);
      }
    }
  }

  announce(interaction: PendingInteraction): void {
    for (const handler of this.#handlers) {
      try {
        handler(interaction);
      } catch (error) {
        this.#options.onWarning(
          `An onPending handler threw: ${error instanceof Error ? error.message : String(error)}`,
        );
      }
    }
  }

  /** `callback` is called when the question is answered, withdrawn or gone with its run. */
  onGone(id: string, callback: () => void): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) {
      callback();
    } else {
      entry.onGone = callback;
    }
  }

  /** Drops what the dialect no longer has pending. */
  prune(): void {
    if (this.#entries.size === 0) {
      return;
    }
    for (const [id, entry] of this.#entries) {
      if (!this.#dialect?.state.pending.has(entry.key)) {
        entry.onGone();
        this.#entries.delete(id);
      }
    }
  }

  /** The run is over. */
  close(): void {
    this.#dialect = undefined;
    this.prune();
  }

  onPending(handler: (interaction: PendingInteraction) => void): () => void {
    this.#handlers.add(handler);
    return () => this.#handlers.delete(handler);
  }

  async respond(id: string, response: InteractionResponse): Promise<void> {
    this.#answered = true;
    this.answer(id, response);
  }

  /** As `respond`, at once and by throwing; also for answers of the runtime's own. */
  answer(id: string, response: InteractionResponse): void {
    this.#takeUp();
    const entry = this.#entries.get(id);
    const writes = entry === undefined ? 'gone' : (this.#dialect?.respond(entry.key, response) ?? 'gone');
    if (entry === undefined || writes === 'gone') {
      throw new AgentMuxError(
        'NO_PENDING_INTERACTION',
        `There is no open interaction "${id}": it was answered, withdrawn, or never existed. Open now: ${this.#list()}.`,
      );
    }
    if (writes === 'unsupported') {
      throw new AgentMuxError(
        'CAPABILITY_ERROR',
        `${this.#options.agent} cannot take a "${response.type}" answer to "${entry.interaction.description}". It is still open.`,
      );
    }
    // Before the pipe has it: a second answer finds nothing.
    entry.onGone();
    this.#entries.delete(id);
    this.#settled.add(id);
    this.#options.say(writes);
  }

  /** Grants what yolo mode never shows. */
  approveSilently(key: string): void {
    const writes = this.#dialect?.respond(key, { type: 'approve' }) ?? 'gone';
    if (writes === 'gone' || writes === 'unsupported') {
      this.#options.onWarning(`An approval could not be given automatically: it is ${writes}.`);
    } else {
      this.#options.say(writes);
    }
  }

  async approveAll(): Promise<void> {
    for (const { id, type } of this.pending) {
      if (type === 'approval') {
        await this.respond(id, { type: 'approve' });
      }
    }
  }

  async denyAll(reason?: string): Promise<void> {
    for (const { id } of this.pending) {
      await this.respond(id, reason === undefined ? { type: 'deny' } : { type: 'deny', reason });
    }
  }

  #list(): string {
    return this.#entries.size === 0 ? 'none' : [...this.#entries.keys()].join(', ');
  }
}

function describe(native: Interaction, id: string, { runId, clock }: ChannelOptions): PendingInteraction {
  const { kind, action = 'Use a tool', detail, context, source = 'agent', riskLevel = 'medium', toolName } = native;
  return {
    id,
    type: kind,
    runId,
    description: kind === 'approval' ? `${action}: ${detail}` : detail,
    detail: kind === 'approval' ? { kind, action, toolName, riskLevel } : { kind, question: detail, context, source },
    createdAt: clock.now(),
    ...(native.toolCallId === undefined ? {} : { toolCallId: native.toolCallId }),
    ...('input' in native ? { input: native.input } : {}),
    scopes: native.scopes ?? ['once'],
    ...(native.questions === undefined ? {} : { questions: native.questions }),
    ...(native.schema === undefined ? {} : { schema: native.schema }),
  };
}
