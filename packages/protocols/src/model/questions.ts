/** What the agent asks, from the event that tells of it to the answer. */
import type { EventOf } from '@agent-mux/events';
import type { AskedEntry, Giver, InteractionResponse } from '@agent-mux/events/journal';

export interface Question {
  readonly id: string;
  readonly runId: string;
  /** The id of the actor that asks. */
  readonly actor: string;
  /** As it was told. */
  readonly event: EventOf<'approval_request' | 'input_required'>;
  /** Where the call that it asks for stands among the calls; null: it asks for none, or says not which. */
  callKey: string | null;
  readonly order: number;
  /** What it offers, once that was told; it stands right behind the event. */
  asked: AskedEntry | null;
  /** The last answer; where it is none yet: null. A later one of the rule `stopping` takes its place. */
  answer: { readonly by: Giver; readonly response: InteractionResponse; readonly at: number } | null;
}

/** The input that a grant changes; undefined: it changes none. */
export function changedInput({ answer }: Question): unknown {
  return answer?.response.type === 'approve' ? answer.response.input : undefined;
}

/** Whether somebody waits: what the approval mode answers by itself asks nobody. */
export function isAsked({ answer }: Pick<Question, 'answer'>): boolean {
  return answer === null;
}

/** The rule that has decided: one of the runtime, or of the program's own policy; undefined: none has. */
export function ruleOf({ answer }: Pick<Question, 'answer'>): string | undefined {
  const by = answer?.by;
  return by?.kind === 'policy' || by?.kind === 'program' ? by.rule : undefined;
}

/** What is asked, in words: the question, or the action with its detail. */
export function describeQuestion({ event }: Pick<Question, 'event'>): string {
  if (event.type === 'input_required') {
    return event.question;
  }
  return event.detail === '' ? event.action : `${event.action}: ${event.detail}`;
}

/** Whether the answer is a no: it says nothing of what was asked. */
export function isRefusal(response: InteractionResponse): boolean {
  return response.type === 'deny' || (response.type === 'form' && response.action !== 'accept');
}

/** What an answer says in words; undefined where it is a yes or a no. */
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
