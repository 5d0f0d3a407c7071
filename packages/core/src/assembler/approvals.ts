/** Open questions: each requested approval is granted or denied once. */
import { given } from '../given.ts';
import { approvalFacts } from './approval-facts.ts';
import type { AssemblerOptions, DraftOf } from './contract.ts';
import type { Lane } from './lane.ts';
import type { Output } from './output.ts';
import type { UnsettledQuestion } from './question-register.ts';
import type { Subagents } from './subagents.ts';

type ApprovalDraft = DraftOf<'approval_request'>;
type InputDraft = DraftOf<'input_required'>;

/** The standing of a call that may have been asked about: an open question, a denial as the last answer, or neither. */
export type Standing = 'asked' | 'refused' | 'free';

export interface ApprovalCall {
  /** The public id of the call. */
  readonly id: string;
  readonly isRunning: boolean;
}

// No CLI and no program has to give a reason, and the documentation promises one for each denial.
const NO_REASON = 'no reason was given';

interface ApprovalsParts extends Pick<AssemblerOptions, 'interactions' | 'onAsked' | 'onSettled' | 'cwd'> {
  readonly out: Output;
  readonly subagents: Subagents;
}

export class Approvals {
  readonly #parts: ApprovalsParts;
  /** The public ids of calls whose last answer was a denial. */
  readonly #refused = new Set<string>();

  constructor(parts: ApprovalsParts) {
    this.#parts = parts;
  }

  /** Returns the standing of a call, which decides whether the events of what it does may come out. */
  standingOf(toolCallId: string): Standing {
    for (const asked of this.#parts.interactions.unsettled.values()) {
      if (asked.toolCallId === toolCallId && !asked.isOfMore) {
        return 'asked';
      }
    }
    return this.#refused.has(toolCallId) ? 'refused' : 'free';
  }

  /** Whether a question about this call waits for its answer. */
  isAsked(toolCallId: string): boolean {
    return this.#isAnyOpen((asked) => asked.toolCallId === toolCallId);
  }

  /** Whether a question of this lane waits for its answer. */
  isAsking(lane: Lane): boolean {
    return this.#isAnyOpen((asked) => asked.lane === lane);
  }

  #isAnyOpen(isMeant: (asked: UnsettledQuestion) => boolean): boolean {
    return [...this.#parts.interactions.unsettled.values()].some(isMeant);
  }

  request(draft: ApprovalDraft, call: ApprovalCall | undefined): void {
    const toolCallId = call?.id;
    const { action, detail, context, toolName, riskLevel } = draft;
    const facts = approvalFacts(draft, this.#parts.cwd);
    const asked = this.#ask(draft, true, call);
    const told = { interactionId: asked.interactionId, action, detail, ...given({ context, toolName }), riskLevel };
    this.#parts.out.put({ type: 'approval_request', ...told, ...given({ toolCallId }), ...facts }, asked.lane);
  }

  requireInput(draft: InputDraft): void {
    const { question, context, source } = draft;
    const { interactionId, lane } = this.#ask(draft, false, undefined);
    this.#parts.out.put({ type: 'input_required', interactionId, question, ...given({ context }), source }, lane);
  }

  grant(key: string): void {
    const asked = this.#settle(key);
    if (asked?.isApproval) {
      const { interactionId, toolCallId, lane } = asked;
      this.#refused.delete(toolCallId ?? '');
      this.#parts.out.put({ type: 'approval_granted', interactionId, ...given({ toolCallId }) }, lane);
    }
  }

  deny(key: string, reason: string | undefined): void {
    const asked = this.#settle(key);
    if (asked?.isApproval) {
      const { interactionId, toolCallId, lane, isOfMore } = asked;
      if (toolCallId !== undefined && !isOfMore) {
        this.#refused.add(toolCallId);
      }
      const told = { interactionId, reason: reason || NO_REASON, ...given({ toolCallId }) };
      this.#parts.out.put({ type: 'approval_denied', ...told }, lane);
    }
  }

  /**
   * Settles the open question of a call that is over: a call that succeeded was allowed elsewhere, one that failed was
   * not.
   */
  endTool(toolCallId: string, hasSucceeded: boolean, reason: string): void {
    for (const [key, asked] of this.#parts.interactions.unsettled) {
      if (asked.toolCallId !== toolCallId) {
        continue;
      }
      if (hasSucceeded) {
        this.grant(key);
      } else {
        this.deny(key, reason);
      }
    }
  }

  /** Forgets the denial of a call that has its outcome. */
  forget(toolCallId: string): void {
    this.#refused.delete(toolCallId);
  }

  closeLane(lane: Lane, reason: string): void {
    for (const [key, asked] of this.#parts.interactions.unsettled) {
      if (asked.lane === lane) {
        this.deny(key, reason);
      }
    }
  }

  /** Removes a question from the open ones. One that is not open (any more) is settled already, and needs no event. */
  #settle(key: string): UnsettledQuestion | undefined {
    const { interactions, onSettled } = this.#parts;
    const asked = interactions.unsettled.get(key);
    if (asked !== undefined) {
      onSettled(key);
    }
    return asked;
  }

  #ask(draft: ApprovalDraft | InputDraft, isApproval: boolean, call: ApprovalCall | undefined): UnsettledQuestion {
    // The agent may now ask about another thing, so an answer to the first question is no answer to this one.
    this.deny(draft.key, 'the agent asked again under the same key');
    const { onAsked, subagents } = this.#parts;
    const lane = subagents.lane(draft.lane);
    return onAsked(draft.key, {
      isApproval,
      // A subagent that has ended cannot close its question, so the main lane does.
      lane: lane.state === 'ended' ? subagents.main : lane,
      toolCallId: call?.id,
      isOfMore: call?.isRunning === true,
    });
  }
}
