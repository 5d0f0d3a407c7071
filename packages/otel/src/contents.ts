/** What was said, in the forms that the conventions have for it: lists of messages, written as JSON. */
import type { Failure, Prompt } from '@agent-mux/protocols/model';
import { GEN_AI_CONTENT } from './names.ts';
import type { Attributes } from './records.ts';

export type Part =
  | { readonly type: 'text' | 'reasoning'; readonly content: string }
  | { readonly type: 'tool_call'; readonly id: string; readonly name: string; readonly arguments: unknown }
  | { readonly type: 'tool_call_response'; readonly id: string; readonly response: unknown };

export interface Message {
  readonly role: 'user' | 'assistant' | 'tool';
  readonly parts: readonly Part[];
}

export function userMessage({ text }: Pick<Prompt, 'text'>): Message {
  return { role: 'user', parts: [{ type: 'text', content: text }] };
}

/** The message of a tool. `id` is that of the call, or of the subagent. */
export function toolMessage(id: string, response: unknown): Message {
  return { role: 'tool', parts: [{ type: 'tool_call_response', id, response: response ?? null }] };
}

export function inputMessages(messages: readonly Message[]): Attributes {
  return messages.length === 0 ? {} : { [GEN_AI_CONTENT.inputMessages]: JSON.stringify(messages) };
}

/** The messages of an answer. `finishReason` is undefined where nobody gives it, and the form has no message without one. */
export function outputMessages(parts: readonly Part[], finishReason: string | undefined): Attributes {
  if (parts.length === 0) {
    return {};
  }
  const message = { role: 'assistant', parts, finish_reason: finishReason ?? 'unknown' };
  return { [GEN_AI_CONTENT.outputMessages]: JSON.stringify([message]) };
}

/** A value as text: a text as it is, anything else as JSON. */
export function valueText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'null');
}

/** The message of an error. It may contain what was said; the code does not, and replaces a missing message. */
export function messageOf({ code, message }: Pick<Failure, 'code' | 'message'>, content: boolean): string {
  return (content && message) || code;
}
