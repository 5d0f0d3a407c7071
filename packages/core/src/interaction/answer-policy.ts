/**
 * Decides who answers a question: a callback, or whoever listens; where nobody does, it is denied. A question never
 * waits for ever, and a failure never grants.
 */

import type { Giver, PolicyRule } from '@agent-mux/events/journal';
import type { ResolvedOptions, RunOptions } from '../adapter/index.ts';
import type { Clock } from '../clock.ts';
import { describeError } from '../describe-error.ts';
import { AgentMuxError } from '../errors.ts';
import { type Channel, isAnswered } from './channel.ts';
import { STOPPING } from './demand-giver.ts';
import type { PendingInteraction } from './interaction-channel.ts';
import { readVerdict } from './read-verdict.ts';
import type { QuestionEvent } from './told-questions.ts';

export interface AnswerPolicyOptions
  extends Pick<ResolvedOptions, 'approvalMode' | 'cwd'>,
    Pick<RunOptions, 'onApprovalRequest' | 'onInputRequired'>,
    Required<Pick<RunOptions, 'interactionTimeoutMs' | 'interactionGraceMs'>> {
  readonly channel: Channel;
  /** A clock that stands still while the agent does. */
  readonly time: Clock;
  /** Whether the agent was told to leave, so that a question comes too late. */
  readonly isLeaving: () => boolean;
  /** Whether somebody would see an event of this type. */
  readonly isHeard: (type: QuestionEvent['type']) => boolean;
  readonly onWarning: (message: string) => void;
  /** Reports a question that cannot even be denied, for which the CLI would wait for ever. */
  readonly onStuck: (message: string) => void;
}

const APPROVAL_MODE: Giver = { kind: 'policy', rule: 'approval-mode' };
const NOBODY_LISTENS: Giver = { kind: 'policy', rule: 'nobody-listens' };
/** The grants of yolo mode; the one that reaches least is tried first. */
const GRANTS = [{ type: 'approve' }, { type: 'approve', scope: 'session' }] as const;
/** What the channel says to whoever may answer again. */
const STILL_OPEN = / (?:It|The question) is still open\.$/;

export class AnswerPolicy {
  readonly #options: AnswerPolicyOptions;

  constructor(options: AnswerPolicyOptions) {
    this.#options = options;
  }

  /** Handles a question that the CLI opened under this native key and whose event is out. */
  ask(key: string): void {
    const { channel, approvalMode, isLeaving } = this.#options;
    const interaction = channel.take(key);
    if (interaction === undefined) {
      return;
    }
    const { id } = interaction;
    if (approvalMode === 'deny') {
      this.#deny(id, 'approvalMode is deny', 'approval-mode');
    } else if (isLeaving()) {
      this.#deny(id, 'the run is ending', 'stopping');
    } else {
      this.#limit(id);
      if (this.#isAnswerable(interaction)) {
        this.#present(interaction);
      } else {
        this.#waitForSomebody(interaction);
      }
    }
  }

  /**
   * Refuses a question that the CLI asked while nothing is granted. The CLI may wait for an answer even then; where it
   * takes no denial it is being stopped anyway.
   */
  refuse(key: string, reason: string): void {
    this.#mustAnswer(reason, () => void this.#options.channel.answerSilently(key, { type: 'deny', reason }, STOPPING));
  }

  /**
   * Refuses what the CLI still asks although the stream has told that it is over. Where the CLI takes no denial, it is
   * told nothing, and counts as one that asks nothing.
   */
  refuseOverdue(): void {
    for (const key of this.#options.channel.takeOverdue()) {
      this.refuse(key, 'the question was over already');
    }
  }

  /**
   * Grants a question that yolo mode never shows. One that cannot be granted is denied, because it must not wait for
   * somebody who never hears of it.
   */
  approveSilently(key: string): void {
    const { channel, onWarning } = this.#options;
    this.#mustAnswer('it cannot be granted automatically', () => {
      for (const grant of GRANTS) {
        if (channel.answerSilently(key, grant, APPROVAL_MODE) !== 'unsupported') {
          return;
        }
      }
      const reason = 'it cannot be granted automatically';
      if (channel.answerSilently(key, { type: 'deny', reason }, APPROVAL_MODE) === 'unsupported') {
        throw new AgentMuxError('CAPABILITY_ERROR', 'The agent takes neither a grant nor a denial.');
      }
      onWarning('An approval could not be granted automatically, and was denied.');
    });
  }

  /** Denies a question that nobody can hear of, because what the dialect said of it is none. */
  refuseUntold(key: string, reason: string): void {
    this.#mustAnswer(reason, () => {
      const { channel } = this.#options;
      if (channel.answerSilently(key, { type: 'deny', reason }, NOBODY_LISTENS) === 'unsupported') {
        throw new AgentMuxError('CAPABILITY_ERROR', 'The agent takes no denial of it.');
      }
    });
  }

  #hasCallback(type: PendingInteraction['type']): boolean {
    const { onApprovalRequest, onInputRequired } = this.#options;
    return (type === 'approval' ? onApprovalRequest : onInputRequired) !== undefined;
  }

  #isAnswerable({ type }: PendingInteraction): boolean {
    return this.#hasCallback(type) || this.#isHeard(type);
  }

  /** Whether somebody could answer besides the callback. */
  #isHeard(type: PendingInteraction['type']): boolean {
    const { channel, isHeard } = this.#options;
    return channel.hasReader || isHeard(type === 'approval' ? 'approval_request' : 'input_required');
  }

  #present(interaction: PendingInteraction): void {
    if (this.#hasCallback(interaction.type)) {
      void this.#callBack(interaction);
    }
    this.#options.channel.announce(interaction);
  }

  // A program that only reads `pending` from time to time has perhaps not read it yet.
  #waitForSomebody(interaction: PendingInteraction): void {
    const { time, interactionGraceMs, channel } = this.#options;
    const { id } = interaction;
    const cancel = time.after(interactionGraceMs, () => {
      if (this.#isHeard(interaction.type)) {
        channel.announce(interaction);
      } else {
        this.#deny(id, 'nobody is listening', 'nobody-listens');
      }
    });
    channel.onGone(id, cancel);
  }

  #limit(id: string): void {
    const { interactionTimeoutMs: timeoutMs, time, channel } = this.#options;
    if (timeoutMs > 0) {
      const cancel = time.after(timeoutMs, () => this.#deny(id, `nobody answered within ${timeoutMs} ms`, 'timeout'));
      channel.onGone(id, cancel);
    }
  }

  async #callBack(interaction: PendingInteraction): Promise<void> {
    const { onApprovalRequest, onInputRequired, channel, cwd } = this.#options;
    const { id } = interaction;
    try {
      const event = channel.told.eventOf(id);
      if (event?.type === 'approval_request' && onApprovalRequest !== undefined) {
        const verdict = readVerdict(await onApprovalRequest(event, { cwd }));
        if (verdict === 'ask') {
          this.#leaveOpen(interaction);
        } else {
          await this.#handOver(id, () => channel.answer(id, verdict.response, verdict.by));
        }
      } else if (event?.type === 'input_required' && onInputRequired !== undefined) {
        const text = await onInputRequired(event);
        await this.#handOver(id, () => channel.respond(id, { type: 'text', text }));
      } else {
        this.#deny(id, 'its event is gone', 'callback-failed');
      }
    } catch (error) {
      // Whatever the error says, it is the callback's: it may be about another question, or another run.
      this.#deny(id, `the callback failed: ${describeError(error)}`, 'callback-failed');
    }
  }

  /** Hands over what a callback has said. Where the agent cannot take that, nobody is asked again. */
  async #handOver(id: string, answer: () => Promise<void> | undefined): Promise<void> {
    try {
      await answer();
    } catch (error) {
      if (!isAnswered(error)) {
        const why = describeError(error).replace(STILL_OPEN, '');
        const reason = `the answer of the callback could not be given: ${why}`;
        this.#mustAnswer(reason, () => void this.#options.channel.answer(id, { type: 'deny', reason }));
      }
    }
  }

  // A listener was told of it already; where there is none, the question goes on as if there were no callback.
  #leaveOpen(interaction: PendingInteraction): void {
    if (!this.#isHeard(interaction.type)) {
      this.#waitForSomebody(interaction);
    }
  }

  #deny(id: string, reason: string, rule: PolicyRule): void {
    const { channel } = this.#options;
    this.#mustAnswer(reason, () => channel.answer(id, { type: 'deny', reason }, { kind: 'policy', rule }));
  }

  #mustAnswer(reason: string, answer: () => void): void {
    try {
      answer();
    } catch (error) {
      if (!isAnswered(error)) {
        this.#options.onStuck(`A question of the agent could not be denied (${reason}): ${describeError(error)}`);
      }
    }
  }
}
