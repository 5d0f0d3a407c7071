/** What an agent asks and waits for: its request opens a question, and the answer seen on the wire settles it. */
import type { EventDraft, Interaction, InteractionResponse } from '@agent-mux/core';
import { findApprovalProblems, pickApprovalFacts } from '@agent-mux/events';
import { laned, NO_DRAFTS } from './parsed.ts';

export interface OpenQuestion {
  readonly interaction: Interaction;
  /** The native answer; undefined where the CLI cannot take this one. */
  reply(answer: InteractionResponse): unknown;
  /** How the CLI reads a native answer; called for approvals only. */
  verdict(native: unknown): Verdict;
}

export type Verdict = { readonly granted: true } | { readonly granted: false; readonly reason?: string };

export class Questions {
  /** Open questions by their native key, oldest first. */
  readonly pending: Map<string, Interaction> = new Map();
  /** The native side of each open question. */
  readonly #native = new WeakMap<Interaction, OpenQuestion>();

  asked(key: string, question: OpenQuestion): EventDraft {
    const interaction = withSoundFacts(question.interaction);
    this.pending.set(key, interaction);
    this.#native.set(interaction, question);
    return openDraft(key, interaction);
  }

  /** Takes an answer on its way to the CLI; it does nothing where the question is no longer open. */
  answered(key: string, native: unknown): readonly EventDraft[] {
    const question = this.#take(key);
    if (question === undefined) {
      return NO_DRAFTS;
    }
    const { kind, lane } = question.interaction;
    if (kind === 'input') {
      return [laned(lane, { type: 'interaction_settled', key })];
    }
    const verdict = question.verdict(native);
    if (verdict.granted) {
      return [laned(lane, { type: 'approval_granted', key })];
    }
    const { reason } = verdict;
    return [laned(lane, { type: 'approval_denied', key, ...(reason === undefined ? {} : { reason }) })];
  }

  /** Records that the CLI takes its question back, or will not hear an answer any more. */
  withdrawn(key: string, reason = 'withdrawn'): readonly EventDraft[] {
    const question = this.#take(key);
    if (question === undefined) {
      return NO_DRAFTS;
    }
    const { kind, lane } = question.interaction;
    return kind === 'input'
      ? [laned(lane, { type: 'interaction_settled', key })]
      : [laned(lane, { type: 'approval_denied', key, reason })];
  }

  /** Records that the call of a question has run, though its answer was not seen: only a grant lets it. */
  passed(key: string): readonly EventDraft[] {
    const question = this.#take(key);
    if (question === undefined) {
      return NO_DRAFTS;
    }
    const { kind, lane } = question.interaction;
    return [laned(lane, { type: kind === 'input' ? 'interaction_settled' : 'approval_granted', key })];
  }

  /** Settles all questions about a call that has its outcome. */
  toolEnded(toolCallId: string): readonly EventDraft[] {
    return this.#withdrawEach((interaction) => interaction.toolCallId === toolCallId);
  }

  /** Settles all questions of a lane whose turn is over; those of other lanes stay. */
  laneEnded(lane: string | undefined): readonly EventDraft[] {
    return this.#withdrawEach((interaction) => interaction.lane === lane);
  }

  /** The native answer; undefined where the question is not open, or the CLI cannot take the answer. */
  reply(key: string, answer: InteractionResponse): unknown {
    return this.#questionOf(key)?.reply(answer);
  }

  #take(key: string): OpenQuestion | undefined {
    const question = this.#questionOf(key);
    this.pending.delete(key);
    return question;
  }

  #questionOf(key: string): OpenQuestion | undefined {
    const interaction = this.pending.get(key);
    return interaction === undefined ? undefined : this.#native.get(interaction);
  }

  #withdrawEach(isMeant: (interaction: Interaction) => boolean): readonly EventDraft[] {
    if (this.pending.size === 0) {
      return NO_DRAFTS;
    }
    return [...this.pending].flatMap(([key, interaction]) => (isMeant(interaction) ? this.withdrawn(key) : []));
  }
}

/**
 * Leaves out the facts that no event may have, such as a path without a letter. A list that lacks one of its files would claim that
 * the CLI touches no other, so it is left out whole, and its changes with it.
 */
function withSoundFacts(interaction: Interaction): Interaction {
  if (interaction.kind === 'input' || findApprovalProblems({ ...interaction }).length === 0) {
    return interaction;
  }
  const isSound = (name: string): boolean =>
    findApprovalProblems({ [name]: Reflect.get(interaction, name) }).length === 0;
  const lists = isSound('paths') && isSound('changes') ? [] : ['paths', 'changes'];
  return Object.fromEntries(
    Object.entries(interaction).filter(([name]) => isSound(name) && !lists.includes(name)),
  ) as unknown as Interaction;
}

function openDraft(key: string, interaction: Interaction): EventDraft {
  const { kind, action, detail, context, source, riskLevel, toolName, toolCallId, lane } = interaction;
  if (kind === 'input') {
    const draft: EventDraft = {
      type: 'input_required',
      key,
      question: detail,
      ...(context === undefined ? {} : { context }),
      source: source ?? 'agent',
    };
    return laned(lane, draft);
  }
  const draft: EventDraft = {
    type: 'approval_request',
    key,
    action: action ?? '',
    detail,
    ...(context === undefined ? {} : { context }),
    ...(toolName === undefined ? {} : { toolName }),
    riskLevel: riskLevel ?? 'medium',
    ...(toolCallId === undefined ? {} : { toolCallId }),
    ...pickApprovalFacts(interaction),
  };
  return laned(lane, draft);
}
