/** Open questions: each approval that was asked for is granted or denied, once. */
import type { EventDraft } from '../adapter/draft.ts';
import type { AssemblerOptions, CloserName } from './contract.ts';
import type { Lane } from './lane.ts';
import type { Output } from './output.ts';
import type { Subagents } from './subagents.ts';

type ApprovalDraft = Extract<EventDraft, { type: 'approval_request' }>;
type InputDraft = Extract<EventDraft, { type: 'input_required' }>;

interface Asked {
  readonly isApproval: boolean;
  readonly interactionId: string;
  readonly lane: Lane;
  /** The public id. */
  readonly toolCallId: string | undefined;
}

export interface ApprovalsParts {
  readonly out: Output;
  readonly subagents: Subagents;
  readonly interactions: AssemblerOptions['interactions'];
  readonly omit: ReadonlySet<CloserName>;
}

export class Approvals {
  readonly #out: Output;
  readonly #subagents: Subagents;
  readonly #interactions: AssemblerOptions['interactions'];
  readonly #omit: ReadonlySet<CloserName>;
  readonly #asked = new Map<string, Asked>();

  constructor({ out, subagents, interactions, omit }: ApprovalsParts) {
    this.#out = out;
    this.#subagents = subagents;
    this.#interactions = interactions;
    this.#omit = omit;
  }

  request(draft: ApprovalDraft, toolCallId: string | undefined): void {
    const asked = this.#ask(draft, true, toolCallId);
    if (asked === undefined) {
      return;
    }
    const { action, detail, toolName, riskLevel } = draft;
    this.#out.put(
      {
        type: 'approval_request',
        interactionId: asked.interactionId,
        action,
        detail,
        ...(toolName === undefined ? {} : { toolName }),
        riskLevel,
        ...(toolCallId === undefined ? {} : { toolCallId }),
      },
      asked.lane,
    );
  }

  requireInput(draft: InputDraft): void {
    const asked = this.#ask(draft, false, undefined);
    if (asked === undefined) {
      return;
    }
    const { question, context, source } = draft;
    const { interactionId, lane } = asked;
    this.#out.put(
      { type: 'input_required', interactionId, question, ...(context === undefined ? {} : { context }), source },
      lane,
    );
  }

  /** What is not open (any more) is settled already: nothing to say. */
  grant(key: string): void {
    const asked = this.#take(key);
    if (asked?.isApproval) {
      const { interactionId, toolCallId, lane } = asked;
      this.#out.put(
        { type: 'approval_granted', interactionId, ...(toolCallId === undefined ? {} : { toolCallId }) },
        lane,
      );
    }
  }

  deny(key: string, reason: string | undefined): void {
    const asked = this.#take(key);
    if (asked?.isApproval) {
      const { interactionId, toolCallId, lane } = asked;
      this.#out.put(
        {
          type: 'approval_denied',
          interactionId,
          ...(reason === undefined ? {} : { reason }),
          ...(toolCallId === undefined ? {} : { toolCallId }),
        },
        lane,
      );
    }
  }

  /** The call is over and its question still open: a call that succeeded was allowed elsewhere, one that failed was not. */
  endTool(toolCallId: string, hasSucceeded: boolean, reason: string): void {
    for (const [key, asked] of this.#asked) {
      if (asked.toolCallId !== toolCallId) {
        continue;
      }
      if (hasSucceeded) {
        this.grant(key);
      } else {
        this.#close(key, reason);
      }
    }
  }

  closeLane(lane: Lane, reason: string): void {
    for (const [key, asked] of this.#asked) {
      if (asked.lane === lane) {
        this.#close(key, reason);
      }
    }
  }

  #close(key: string, reason: string): void {
    if (this.#omit.has('approval')) {
      this.#take(key);
    } else {
      this.deny(key, reason);
    }
  }

  #ask(draft: ApprovalDraft | InputDraft, isApproval: boolean, toolCallId: string | undefined): Asked | undefined {
    if (this.#asked.has(draft.key)) {
      return undefined;
    }
    const interactionId = this.#interactions.open(draft.key);
    const lane = this.#subagents.lane(draft.lane);
    // A subagent that has ended cannot close what it asks: the main lane does.
    const asked = {
      isApproval,
      interactionId,
      lane: lane.state === 'ended' ? this.#subagents.main : lane,
      toolCallId,
    };
    this.#asked.set(draft.key, asked);
    return asked;
  }

  #take(key: string): Asked | undefined {
    const asked = this.#asked.get(key);
    this.#asked.delete(key);
    return asked;
  }
}
