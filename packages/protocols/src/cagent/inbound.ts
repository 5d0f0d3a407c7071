/** The way back: cagent's answers become answers of the run, and a line of its stream becomes an event. */
import type { InteractionResponse } from '@agent-mux/events/journal';
import { type DecodeOptions, decodeWith, isObject, show } from '../decode.ts';
import {
  type Answerable,
  type Answers,
  answer,
  askFor,
  FORM_ACTIONS,
  type FormAction,
  formOf,
  isAnswers,
  isFormAction,
  type Who,
} from '../inbound.ts';
import { CAGENT } from './fields.ts';
import type { CagentEvent } from './types.ts';

/** What a client of cagent sends when it was asked. */
export type CagentResume =
  | {
      /** The decision; `approve-tool` grants for the session like `approve-session`, because no CLI distinguishes tools there. */
      readonly confirmation: 'approve' | 'approve-session' | 'approve-tool' | 'reject';
      /** The id of the call. @defaultValue the oldest that waits */
      readonly tool_call_id?: string;
      /** With `reject`, the reason that the agent is given. */
      readonly reason?: string;
    }
  /** The answer to an `amux_input_required`: a text, or with `questions` the answers by their ids. */
  | { readonly interaction_id: string; readonly answer: string | Answers }
  /** The answer to one with a `schema`. */
  | { readonly interaction_id: string; readonly action: FormAction; readonly content?: unknown };

const CONFIRMATIONS: readonly unknown[] = ['approve', 'approve-session', 'approve-tool', 'reject'];

/** Answers what waits. Throws a TypeError that names the wrong field, or says that nothing waits; rejects as the run's `respond` does. */
export async function resume(run: Answerable, message: CagentResume, who: Who = {}): Promise<void> {
  const given: unknown = message;
  if (!isObject(given)) {
    throw wrong('the message', 'an object', given);
  }
  const { confirmation, tool_call_id: callId, reason, interaction_id: id } = given;
  if (id !== undefined) {
    if (typeof id !== 'string') {
      throw wrong('interaction_id', 'a string', id);
    }
    const response = toWords(given);
    await answer(run, askFor(run, 'input', { id }), response, who);
    return;
  }
  if (!CONFIRMATIONS.includes(confirmation)) {
    throw wrong('confirmation', CONFIRMATIONS.join(', '), confirmation);
  }
  if (callId !== undefined && typeof callId !== 'string') {
    throw wrong('tool_call_id', 'a string', callId);
  }
  if (reason !== undefined && typeof reason !== 'string') {
    throw wrong('reason', 'a string', reason);
  }
  const question = askFor(run, 'approval', callId === undefined ? {} : { callId });
  if (confirmation === 'reject') {
    await answer(run, question, { type: 'deny', ...(reason === undefined ? {} : { reason }) }, who);
  } else {
    const isForSession = confirmation !== 'approve' && question.scopes.includes('session');
    await answer(run, question, { type: 'approve', scope: isForSession ? 'session' : 'once' }, who);
  }
}

function toWords({ answer: words, action, content }: Readonly<Record<string, unknown>>): InteractionResponse {
  if (action !== undefined) {
    if (isFormAction(action)) {
      return formOf(action, content);
    }
    throw wrong('action', FORM_ACTIONS, action);
  }
  if (typeof words === 'string') {
    return { type: 'text', text: words };
  }
  if (isAnswers(words)) {
    return { type: 'answers', answers: words };
  }
  throw wrong('answer', 'a string, or an object of strings and lists of strings', words);
}

/**
 * Decodes a line, or a parsed value. Types outside of the specification pass. Throws a TypeError that names the wrong fields; `onInvalid`
 * is called with it instead, and the result is undefined.
 */
export function decode(line: unknown, options: DecodeOptions = {}): CagentEvent | undefined {
  return decodeWith(CAGENT, line, options) as CagentEvent | undefined;
}

function wrong(field: string, expected: string, got: unknown): TypeError {
  return new TypeError(
    `Cannot take what a client of cagent has sent: ${field}: expected ${expected}, got ${show(got)}`,
  );
}
