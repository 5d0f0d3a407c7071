/** The run's open questions and who may answer them. The only place that maps native keys to public ids. */
import type { RiskLevel } from '@agent-mux/events';
import type { Dialect, Interaction, InteractionResponse, Question, Writes } from '../adapter/dialect.ts';
import type { Clock } from '../clock.ts';
import { describeError } from '../describe-error.ts';
import { AgentMuxError } from '../errors.ts';
import { isJson, isRecord, show } from '../field-rules.ts';
import { fitAnswer } from './fit-answer.ts';
import { createInteractionIds, type InteractionIds } from './interaction-ids.ts';

/** What may be done if it is granted. */
export interface ApprovalDetail {
  readonly kind: 'approval';
  readonly action: string;
  readonly toolName: string | undefined;
  readonly riskLevel: RiskLevel;
}

/** What is asked in words. */
export interface InputDetail {
  readonly kind: 'input';
  readonly question: string;
  readonly context: string | undefined;
  readonly source: 'agent' | 'tool';
}

/** A question of the agent's that nobody has answered yet. */
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
  /** How far a grant can reach. */
  readonly scopes: readonly ('once' | 'session')[];
  /** Whether `{ type: 'approve', input }` is taken: the call is then made with that input. Elsewhere it rejects with CAPABILITY_ERROR. */
  readonly acceptsUpdatedInput: boolean;
  readonly questions?: readonly Question[];
  readonly schema?: unknown;
}

/** The open questions of a run. A question is answerable as long as it is in `pending`. */
export interface InteractionChannel {
  /** Open questions, oldest first. */
  readonly pending: readonly PendingInteraction[];
  /** Called for each question as it opens; also makes questions answerable. Returns its own removal. */
  onPending(handler: (interaction: PendingInteraction) => void): () => void;
  /** Rejects with NO_PENDING_INTERACTION (unknown or answered), or, and it stays open, with VALIDATION_ERROR (it does not fit what was asked) or CAPABILITY_ERROR (the CLI cannot take it). First answer wins. */
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
  #dialect: Dialect | undefined;
  #answered = false;

  constructor(options: ChannelOptions) {
    this.#options = options;
    this.ids = createInteractionIds(options.runId);
  }

  get pending(): readonly PendingInteraction[] {
    return [...this.#entries.values()].map(({ interaction }) => interaction);
  }

  get hasHandler(): boolean {
    return this.#handlers.size > 0;
  }

  /** Whether any question was answered: an attempt is then not repeated. */
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
    if (native === undefined || id === undefined) {
      return undefined;
    }
    const interaction = describe(native, id, this.#options);
    this.#entries.set(id, { key, interaction, onGone: () => {} });
    return interaction;
  }

  announce(interaction: PendingInteraction): void {
    const report = (error: unknown): void => {
      this.#options.onWarning(`An onPending handler failed: ${describeError(error)}`);
    };
    for (const handler of this.#handlers) {
      try {
        const returned: unknown = handler(interaction);
        if (returned instanceof Promise) {
          returned.catch(report);
        }
      } catch (error) {
        report(error);
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
    this.answer(id, response);
  }

  /** As `respond`, at once and by throwing; also for answers of the runtime's own. */
  answer(id: string, response: InteractionResponse): void {
    demandResponse(response);
    const entry = this.#entries.get(id);
    const writes = entry === undefined ? 'gone' : this.#hand(entry, response);
    if (entry === undefined || writes === 'gone') {
      throw new AgentMuxError(
        'NO_PENDING_INTERACTION',
        `There is no open interaction "${id}": it was answered, withdrawn, or never existed. Open now: ${this.#list()}.`,
      );
    }
    if (writes === 'unsupported') {
      throw new AgentMuxError(
        'CAPABILITY_ERROR',
        `${this.#options.agent} cannot take the answer "${response.type}" to "${entry.interaction.description}". It is still open.`,
      );
    }
    // Before the pipe has it: a second answer finds nothing.
    entry.onGone();
    this.#entries.delete(id);
    this.#say(writes);
  }

  #hand({ key, interaction }: Entry, response: InteractionResponse): ReturnType<Dialect['respond']> {
    const tooMuch = findTooMuch(response, interaction);
    if (tooMuch !== undefined) {
      throw new AgentMuxError('CAPABILITY_ERROR', `${this.#options.agent} ${tooMuch} It is still open.`);
    }
    return this.#dialect?.respond(key, fitAnswer(interaction, response)) ?? 'gone';
  }

  /** Answers what is not shown to anybody. */
  answerSilently(key: string, response: InteractionResponse): 'answered' | 'gone' | 'unsupported' {
    const writes = this.#dialect?.respond(key, response) ?? 'gone';
    if (writes === 'gone' || writes === 'unsupported') {
      return writes;
    }
    this.#say(writes);
    return 'answered';
  }

  async approveAll(): Promise<void> {
    this.#answerEach(
      this.pending.filter(({ type }) => type === 'approval'),
      { type: 'approve' },
    );
  }

  async denyAll(reason?: string): Promise<void> {
    this.#answerEach(this.pending, reason === undefined ? { type: 'deny' } : { type: 'deny', reason });
  }

  // One that the CLI has withdrawn meanwhile, or cannot be answered so, keeps nothing from the others.
  #answerEach(open: readonly PendingInteraction[], response: InteractionResponse): void {
    const failures: unknown[] = [];
    for (const { id } of open) {
      try {
        this.answer(id, response);
      } catch (error) {
        if (!AgentMuxError.isInstance(error) || error.code !== 'NO_PENDING_INTERACTION') {
          failures.push(error);
        }
      }
    }
    if (failures.length > 0) {
      throw failures[0];
    }
  }

  #say(writes: Writes): void {
    this.#answered = true;
    this.#options.say(writes);
  }

  #list(): string {
    return this.#entries.size === 0 ? 'none' : [...this.#entries.keys()].join(', ');
  }
}

const IS_COMPLETE: Readonly<Record<InteractionResponse['type'], (response: Record<string, unknown>) => boolean>> = {
  approve: ({ scope, input, detail }) =>
    (scope === undefined || scope === 'once' || scope === 'session') && isJsonOrNone(input) && isTextOrNone(detail),
  deny: ({ reason, interrupt }) => isTextOrNone(reason) && (interrupt === undefined || typeof interrupt === 'boolean'),
  text: ({ text }) => typeof text === 'string',
  answers: ({ answers }) => isRecord(answers) && Object.values(answers).every(isAnswer),
  form: ({ action, content }) =>
    (action === 'accept' || action === 'decline' || action === 'cancel') && isJsonOrNone(content),
};

const isTextOrNone = (value: unknown): boolean => value === undefined || typeof value === 'string';
const isJsonOrNone = (value: unknown): boolean => value === undefined || isJson(value);
const isAnswer = (value: unknown): boolean =>
  typeof value === 'string' || (Array.isArray(value) && value.every((each) => typeof each === 'string'));

/** What a program answers is not known to be what its types say. */
function demandResponse(response: unknown): void {
  const { type } = (response ?? {}) as { type?: unknown };
  const known = Object.entries(IS_COMPLETE).find(([name]) => name === type);
  if (known === undefined || !known[1](response as Record<string, unknown>)) {
    throw new AgentMuxError(
      'VALIDATION_ERROR',
      `respond(): ${isJson(response) ? JSON.stringify(response) : show(response)} is no complete response. Its type must be one of ${Object.keys(IS_COMPLETE).join(', ')}.`,
    );
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
    acceptsUpdatedInput: native.acceptsUpdatedInput ?? false,
    ...(native.questions === undefined ? {} : { questions: native.questions }),
    ...(native.schema === undefined ? {} : { schema: native.schema }),
  };
}

/** What a grant asks for beyond what was offered, as the rest of a sentence about the agent. */
function findTooMuch(
  response: InteractionResponse,
  { acceptsUpdatedInput, scopes, description }: PendingInteraction,
): string | undefined {
  if (response.type !== 'approve') {
    return undefined;
  }
  if (response.input !== undefined && !acceptsUpdatedInput) {
    return `takes no other input for "${description}": approve it as it is, or deny it and say what to do instead.`;
  }
  // A grant that reaches less far than was said would be asked for again, and one that reaches further was never given.
  return response.scope === 'session' && !scopes.includes('session')
    ? `cannot grant "${description}" for the session: its scopes are ${scopes.join(', ')}.`
    : undefined;
}
