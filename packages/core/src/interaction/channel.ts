/** The run's open questions and who may answer them. This is the only place that maps native keys to public ids. */

import { types } from 'node:util';
import type { Giver } from '@agent-mux/events/journal';
import type { Dialect, InteractionResponse } from '../adapter/index.ts';
import type { Clock } from '../clock.ts';
import { copyPlain } from '../copy-plain.ts';
import { checkArgument, demandCall } from '../demand-call.ts';
import { describeError } from '../describe-error.ts';
import { AgentMuxError } from '../errors.ts';
import { callback, check, text } from '../field-rules.ts';
import { given } from '../given.ts';
import { promised } from '../promised.ts';
import { demandGiver, findGiverErrors, PROGRAM } from './demand-giver.ts';
import { findResponseErrors } from './demand-response.ts';
import { describeInteraction } from './describe-interaction.ts';
import { findTooMuch, fitAnswer } from './fit-answer.ts';
import { BROKEN, HandOver, type HandOverOptions } from './hand-over.ts';
import type { InteractionChannel, PendingInteraction, RespondOptions } from './interaction-channel.ts';
import { ToldQuestions } from './told-questions.ts';

export interface ChannelOptions extends HandOverOptions {
  readonly runId: string;
  readonly agent: string;
  /** The folder in which the relative paths of a question start. */
  readonly cwd: string;
  readonly clock: Clock;
  readonly onWarning: (message: string) => void;
}

interface Entry {
  readonly key: string;
  readonly interaction: PendingInteraction;
  readonly onGone: (() => void)[];
}

const NONE: readonly string[] = [];

export class Channel implements InteractionChannel {
  readonly told: ToldQuestions;
  readonly #options: ChannelOptions;
  readonly #entries = new Map<string, Entry>();
  readonly #handlers = new Set<(interaction: PendingInteraction) => void>();
  #dialect: Dialect | undefined;
  readonly #handOver: HandOver;
  #wasRead = false;
  /** The ids of the questions that were over in the stream while the CLI still asked them. */
  readonly #overdue = new Set<string>();

  constructor(options: ChannelOptions) {
    this.#options = options;
    this.told = new ToldQuestions(options.runId);
    this.#handOver = new HandOver(options, this.told);
  }

  get pending(): readonly PendingInteraction[] {
    this.#wasRead = true;
    return this.open;
  }

  /** Whether any question was answered, because an attempt is then not repeated. */
  get wasAnswered(): boolean {
    return this.#handOver.wasAnswered;
  }

  /** The same list as `pending`, for the runtime itself. */
  get open(): readonly PendingInteraction[] {
    return [...this.#entries]
      .filter(([id, { key }]) => this.#isOpen(id, key))
      .map(([, { interaction }]) => interaction);
  }

  /** Whether somebody is called for each question, or looks for them. */
  get hasReader(): boolean {
    return this.#wasRead || this.#handlers.size > 0;
  }

  /** Begins a new attempt: the questions of the old one are gone. */
  attach(dialect: Dialect): void {
    this.#handOver.attach(dialect);
    this.#dialect = dialect;
    this.prune();
  }

  /** Takes a question that the dialect has pending. */
  take(key: string): PendingInteraction | undefined {
    const native = this.#dialect?.state.pending.get(key);
    const id = this.told.idOf(key);
    // A CLI may ask twice in one message under one key: only the later question waits for an answer.
    if (native === undefined || id === undefined || !this.#isOpen(id, key) || this.#entries.has(id)) {
      return undefined;
    }
    this.prune();
    const interaction = describeInteraction(native, id, this.#options);
    this.#entries.set(id, { key, interaction, onGone: [] });
    return interaction;
  }

  announce(interaction: PendingInteraction): void {
    const report = (error: unknown): void => {
      this.#options.onWarning(`An onPending handler failed: ${describeError(error)}`);
    };
    // One that a handler adds hears of the next question, and one that it takes off of none.
    for (const handler of [...this.#handlers]) {
      if (!this.#handlers.has(handler)) {
        continue;
      }
      try {
        const returned: unknown = handler(interaction);
        if (types.isPromise(returned)) {
          returned.catch(report);
        }
      } catch (error) {
        report(error);
      }
    }
  }

  /** Calls `callback` when the question is answered, withdrawn or gone with its run. */
  onGone(id: string, callback: () => void): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) {
      callback();
    } else {
      entry.onGone.push(callback);
    }
  }

  /**
   * Drops the questions that the dialect no longer has pending, those that it has asked anew under the same key, and
   * those that are over in the stream.
   */
  prune(): void {
    if (this.#entries.size === 0) {
      return;
    }
    for (const [id, entry] of this.#entries) {
      if (!this.#isOpen(id, entry.key)) {
        this.#drop(id, entry);
      }
    }
  }

  /** Whether the CLI still asks, and the stream has not told otherwise: what was denied there is granted to nobody. */
  #isOpen(id: string, key: string): boolean {
    const isAsked = this.#dialect?.state.pending.has(key) === true;
    return isAsked && this.told.idOf(key) === id && !this.told.isOver(key);
  }

  /**
   * The keys of the questions that the CLI still asks although they are over in the stream, so that nobody can answer
   * them. Each question is given once, and none while nothing is granted: the agent is being stopped then.
   */
  takeOverdue(): readonly string[] {
    // This is asked after every message, and nearly always there is none.
    if (!this.told.hasOver || this.#options.refusal() !== undefined) {
      return NONE;
    }
    return [...(this.#dialect?.state.pending.keys() ?? NONE)].filter((key) => {
      const id = this.told.idOf(key) ?? '';
      const isNew = this.told.isOver(key) && !this.#overdue.has(id);
      if (isNew) {
        this.#overdue.add(id);
      }
      return isNew;
    });
  }

  /** Drops all questions, which nobody can answer any more: the agent is being stopped, or its process is gone. */
  dropAll(): void {
    this.#handOver.withdrawHeld(this.#options.refusal());
    for (const [id, entry] of this.#entries) {
      this.#drop(id, entry);
    }
  }

  /** Closes the channel, because the process is gone. */
  close(): void {
    this.dropAll();
    this.#dialect = undefined;
    this.#handOver.attach(undefined);
  }

  /** Hands over the grants that were given while the CLI was stopped in place, as far as it still asks. */
  release(): void {
    this.#handOver.release();
  }

  #drop(id: string, { onGone }: Entry): void {
    this.#entries.delete(id);
    for (const callback of onGone) {
      this.#options.guard(callback);
    }
  }

  onPending(handler: (interaction: PendingInteraction) => void): () => void {
    demandCall('onPending()', checkArgument(callback, handler, 'handler'));
    this.#handlers.add(handler);
    return () => this.#handlers.delete(handler);
  }

  // It is not async: a grant that is kept first is refused if the run ends meanwhile, and a caller that does not wait for it must not lose its
  // host by that.
  respond(id: string, response: InteractionResponse, options: RespondOptions = {}): Promise<void> {
    return promised(() => {
      demandCall(
        'respond()',
        [...findResponseErrors(response), ...findGiverErrors(options)],
        'The question is still open.',
      );
      // The answer that the journal has is the one that was given, whatever becomes of the object while a grant waits.
      const kept = this.answer(id, copyPlain(response), demandGiver(options)) ?? Promise.resolve();
      kept.catch(() => {});
      return kept;
    });
  }

  /**
   * Answers with a whole answer, as `respond` does, but at once and by throwing; the runtime uses it too. Returns a
   * promise where the answer is a grant that is kept first.
   */
  answer(id: string, given: InteractionResponse, by: Giver = PROGRAM): Promise<void> | undefined {
    this.#demandTaking(`"${id}" cannot be answered`);
    this.prune();
    const entry = this.#entries.get(id);
    const response = entry === undefined ? given : this.#fit(entry, given);
    const writes = (entry === undefined ? undefined : this.#dialect?.respond(entry.key, response)) ?? 'gone';
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
    const { why } = this.#options.guard(() => {
      // The question is dropped before the pipe has the answer, so that a second answer finds nothing.
      this.#drop(id, entry);
      return { why: this.#handOver.give({ key: entry.key, interactionId: id, response, by }, writes) };
    }) ?? { why: BROKEN };
    return why instanceof Promise ? why.then((reason) => demandGiven(id, reason)) : demandGiven(id, why);
  }

  #fit({ interaction }: Entry, response: InteractionResponse): InteractionResponse {
    const tooMuch = findTooMuch(response, interaction);
    if (tooMuch !== undefined) {
      throw new AgentMuxError('CAPABILITY_ERROR', `${this.#options.agent} ${tooMuch} It is still open.`);
    }
    return fitAnswer(interaction, response);
  }

  /** Answers a question that is not shown to anybody. */
  answerSilently(key: string, response: InteractionResponse, by: Giver): 'answered' | 'gone' | 'unsupported' {
    const writes = this.#dialect?.respond(key, response) ?? 'gone';
    if (writes === 'gone' || writes === 'unsupported') {
      return writes;
    }
    this.#handOver.giveUnseen({ key, response, by }, writes);
    return 'answered';
  }

  async approveAll(): Promise<void> {
    await this.#answerEach(
      this.open.filter(({ type }) => type === 'approval'),
      { type: 'approve' },
    );
  }

  async denyAll(reason?: string): Promise<void> {
    demandCall('denyAll()', reason === undefined ? [] : check(text, reason, 'reason'));
    await this.#answerEach(this.open, { type: 'deny', ...given({ reason }) });
  }

  // A question that the CLI has withdrawn meanwhile, or that cannot be answered in this way, does not keep the others
  // from their answers.
  async #answerEach(open: readonly PendingInteraction[], response: InteractionResponse): Promise<void> {
    this.#demandTaking('Nothing can be answered');
    const given = open.map(({ id }) => this.#answerIfOpen(id, response));
    const failures = (await Promise.all(given)).filter((failure) => failure !== undefined);
    if (failures.length > 0) {
      throw failures[0];
    }
  }

  /** Resolves with the error; a question that waits for no answer any more causes none. */
  async #answerIfOpen(id: string, response: InteractionResponse): Promise<unknown> {
    try {
      await this.answer(id, response);
      return undefined;
    } catch (error) {
      return isAnswered(error) ? undefined : error;
    }
  }

  #demandTaking(what: string): void {
    const refusal = this.#options.refusal();
    if (refusal !== undefined) {
      throw new AgentMuxError('NO_PENDING_INTERACTION', `${what}: ${refusal}, and whatever was open is denied.`);
    }
  }

  #list(): string {
    return this.#entries.size === 0 ? 'none' : [...this.#entries.keys()].join(', ');
  }
}

function demandGiven(id: string, reason: string | undefined): undefined {
  if (reason !== undefined) {
    throw new AgentMuxError('NO_PENDING_INTERACTION', `"${id}" cannot be answered any more: ${reason}.`);
  }
}

/** Whether the question was closed already: somebody else, or the agent itself, was faster, or the run is over. */
export function isAnswered(error: unknown): boolean {
  return AgentMuxError.isInstance(error) && error.code === 'NO_PENDING_INTERACTION';
}
