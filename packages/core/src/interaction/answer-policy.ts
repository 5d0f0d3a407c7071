/** Who answers a question: a callback, whoever listens, or nobody, and then it is denied. It never waits for ever, and a failure never grants. */
import type { EventOf } from '@agent-mux/events';
import type { ApprovalMode, RunOptions } from '../adapter/options.ts';
import type { Clock } from '../clock.ts';
import { AgentMuxError } from '../errors.ts';
import type { Channel, PendingInteraction } from './channel.ts';

type QuestionEvent = EventOf<'approval_request' | 'input_required'>;

export interface AnswerPolicyOptions {
  readonly channel: Channel;
  readonly clock: Clock;
  readonly approvalMode: ApprovalMode;
  readonly onApprovalRequest: RunOptions['onApprovalRequest'];
  readonly onInputRequired: RunOptions['onInputRequired'];
  /** 0 = none. */
  readonly timeoutMs: number;
  /** Whether somebody sees events of this type, or has seen that of this question. */
  readonly isHeard: (type: QuestionEvent['type'], id: string) => boolean;
  readonly findEvent: (id: string) => QuestionEvent | undefined;
  readonly onWarning: (message: string) => void;
}

export class AnswerPolicy {
  readonly #options: AnswerPolicyOptions;

  constructor(options: AnswerPolicyOptions) {
    this.#options = options;
  }

  /** The CLI opened a question under this native key, and its event is out. */
  ask(key: string): void {
    const { channel, approvalMode, isHeard } = this.#options;
    const interaction = channel.open(key);
    if (interaction === undefined) {
      return;
    }
    const { id, type } = interaction;
    if (approvalMode === 'deny') {
      this.#deny(id, 'approvalMode is deny');
    } else if (this.#hasCallback(type)) {
      this.#limit(id);
      void this.#callBack(interaction);
    } else if (channel.hasHandler || isHeard(type === 'approval' ? 'approval_request' : 'input_required', id)) {
      this.#limit(id);
      channel.announce(interaction);
    } else {
      this.#deny(id, 'nobody is listening');
    }
  }

  #hasCallback(type: PendingInteraction['type']): boolean {
    const { onApprovalRequest, onInputRequired } = this.#options;
    return (type === 'approval' ? onApprovalRequest : onInputRequired) !== undefined;
  }

  #limit(id: string): void {
    const { timeoutMs, clock, channel } = this.#options;
    if (timeoutMs > 0) {
      const cancel = clock.after(timeoutMs, () => this.#deny(id, `nobody answered within ${timeoutMs} ms`));
      channel.onGone(id, cancel);
    }
  }

  async #callBack({ id }: PendingInteraction): Promise<void> {
    const { onApprovalRequest, onInputRequired, findEvent, channel } = this.#options;
    const event = findEvent(id);
    try {
      if (event?.type === 'approval_request' && onApprovalRequest !== undefined) {
        const answer = await onApprovalRequest(event);
        await channel.respond(id, answer === 'approve' ? { type: 'approve' } : { type: 'deny' });
      } else if (event?.type === 'input_required' && onInputRequired !== undefined) {
        await channel.respond(id, { type: 'text', text: await onInputRequired(event) });
      }
    } catch (error) {
      // Somebody else, or the agent itself, was faster.
      if (!AgentMuxError.isInstance(error) || error.code !== 'NO_PENDING_INTERACTION') {
        this.#deny(id, `the callback failed: ${describe(error)}`);
      }
    }
  }

  #deny(id: string, reason: string): void {
    const { channel, onWarning } = this.#options;
    try {
      channel.answer(id, { type: 'deny', reason });
    } catch (error) {
      onWarning(`A question could not be denied (${reason}): ${describe(error)}`);
    }
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
