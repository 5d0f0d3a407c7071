/** The agent's questions, from their events to their answers. */
import type { EventOf } from '@agent-mux/events';
import type { AskedEntry, Giver, InteractionResponse } from '@agent-mux/events/journal';

export interface Question {
  readonly id: string;
  readonly runId: string;
  /** The id of the actor that asks. */
  readonly actor: string;
  /** The event that told it. */
  readonly event: EventOf<'approval_request' | 'input_required'>;
  /** The place of its call among the calls; null where it is about none, or does not say which. */
  callKey: string | null;
  readonly order: number;
  /** What it offers, once that was told, which is right behind the event. */
  asked: AskedEntry | null;
  /** The last answer; null where there is none yet. A later one of the rule `stopping` replaces it. */
  answer: { readonly by: Giver; readonly response: InteractionResponse; readonly at: number } | null;
}

/** The input that a grant changes; undefined where it changes none. */
export function changedInput({ answer }: Question): unknown {
  return answer?.response.type === 'approve' ? answer.response.input : undefined;
}

/** Whether somebody waits: a question that the approval mode answers by itself asks nobody. */
export function isAsked({ answer }: Pick<Question, 'answer'>): boolean {
  return answer === null;
}

/** The deciding rule, of the runtime or of the program's own policy; undefined where there is none. */
export function ruleOf({ answer }: Pick<Question, 'answer'>): string | undefined {
  const by = answer?.by;
  return by?.kind === 'policy' || by?.kind === 'program' ? by.rule : undefined;
}

/** The question as text: the question itself, or the action with its detail. */
export function describeQuestion({ event }: Pick<Question, 'event'>): string {
  if (event.type === 'input_required') {
    return event.question;
  }
  return event.detail === '' ? event.action : `${event.action}: ${event.detail}`;
}

/** Whether the answer refuses, and so says nothing about what was asked. */
export function isRefusal(response: InteractionResponse): boolean {
  return response.type === 'deny' || (response.type === 'form' && response.action !== 'accept');
}

/** The text of an answer; undefined where it only grants or refuses. */
export function wordsOf(response: InteractionResponse): string | undefined {
  switch (response.type) {
    case 'text':
      return response.text;
    case 'answers':
      return Object.values(response.answers).flat().join('\n');
    case 'form':
      return response.action === 'accept' && response.content !== undefined
        ? JSON.stringify(response.content)
        : undefined;
    default:
      return undefined;
  }
}
