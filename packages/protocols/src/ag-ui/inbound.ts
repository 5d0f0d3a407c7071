/** The way back: AG-UI's `resume` entries become answers of the run, and a line of its stream becomes an event. */
import type { InteractionResponse } from '@agent-mux/events/journal';
import { type DecodeOptions, decodeWith, isObject, show } from '../decode.ts';
import { type Answerable, answer, decisionOf, findQuestion, type OpenQuestion, type Who } from '../inbound.ts';
import { AGUI } from './fields.ts';
import type { AguiEvent, AguiResumeEntry } from './types.ts';

/**
 * Answers the interrupts that a `RunAgentInput` resumes, either all of them or none: throws a TypeError that names the wrong field, or the
 * interrupt that does not wait. Then rejects as the run's `respond` does. An interrupt that was answered before is skipped where others
 * are new.
 *
 * The payload of an approval is `{ approved, reason?, scope?, input? }`; that of a question follows its `responseSchema`.
 */
export async function resume(run: Answerable, entries: readonly AguiResumeEntry[], who: Who = {}): Promise<void> {
  const given: unknown = entries;
  if (!Array.isArray(given)) {
    throw wrong('resume', 'a list', given);
  }
  const known = new Set<string>();
  const answered = ANSWERED.get(run) ?? new Set<string>();
  const isNews = given.some((entry: unknown) => isObject(entry) && !answered.has(String(entry['interruptId'])));
  const answers = given.flatMap((entry: unknown, place) => {
    const field = `resume[${place}]`;
    if (!isObject(entry)) {
      throw wrong(field, 'an object', entry);
    }
    const { interruptId, status, payload } = entry;
    if (typeof interruptId !== 'string') {
      throw wrong(`${field}.interruptId`, 'a string', interruptId);
    }
    if (status !== 'resolved' && status !== 'cancelled') {
      throw wrong(`${field}.status`, 'resolved or cancelled', status);
    }
    if (isNews && answered.has(interruptId)) {
      return [];
    }
    const question = findQuestion(run, interruptId);
    if (known.has(interruptId)) {
      throw wrong(`${field}.interruptId`, 'an interrupt that is resumed once', interruptId);
    }
    known.add(interruptId);
    const response = status === 'cancelled' ? decline(question) : responseOf(question, payload, `${field}.payload`);
    return [{ question, response }];
  });
  for (const { question, response } of answers) {
    await answer(run, question, response, who);
    ANSWERED.set(run, answered.add(question.id));
  }
}

/** The interrupts that `resume` has answered. Where a second question followed the first, the next interrupt still names both. */
const ANSWERED = new WeakMap<Answerable, Set<string>>();

/**
 * Decodes a line, or a parsed value. Types of a later version pass. Throws a TypeError that names the wrong fields; `onInvalid` is called
 * with it instead, and the result is undefined.
 */
export function decode(line: unknown, options: DecodeOptions = {}): AguiEvent | undefined {
  return decodeWith(AGUI, line, options) as AguiEvent | undefined;
}

function decline({ type, schema }: OpenQuestion): InteractionResponse {
  if (type === 'input' && schema !== undefined) {
    return { type: 'form', action: 'cancel' };
  }
  return { type: 'deny' };
}

function responseOf(question: OpenQuestion, payload: unknown, field: string): InteractionResponse {
  if (question.type === 'approval') {
    return approvalOf(question, payload, field);
  }
  if (question.schema !== undefined) {
    return { type: 'form', action: 'accept', content: payload };
  }
  if (typeof payload === 'string') {
    return { type: 'text', text: payload };
  }
  if (!isObject(payload)) {
    throw wrong(field, 'an object', payload);
  }
  if (typeof payload['text'] === 'string' && question.questions === undefined) {
    return { type: 'text', text: payload['text'] };
  }
  // The id of a question may be `__proto__`.
  const answers = Object.entries(payload).map(([id, value]): [string, string | readonly string[]] => {
    if (typeof value === 'string' || (Array.isArray(value) && value.every((each) => typeof each === 'string'))) {
      return [id, value];
    }
    throw wrong(`${field}.${id}`, 'a string or a list of strings', value);
  });
  return { type: 'answers', answers: Object.fromEntries(answers) };
}

function approvalOf(question: OpenQuestion, payload: unknown, field: string): InteractionResponse {
  if (!isObject(payload)) {
    throw wrong(field, 'an object', payload);
  }
  const { approved, reason, scope, input } = payload;
  return decisionOf(question, { approved, reason, scope, input }, (name, expected, got) =>
    wrong(`${field}.${name}`, expected, got),
  );
}

function wrong(field: string, expected: string, got: unknown): TypeError {
  return new TypeError(`Cannot take what a client of AG-UI has sent: ${field}: expected ${expected}, got ${show(got)}`);
}
