/** The way back: input of a client of agentic becomes answers of the run, and a line of its stream becomes an event. */
import type { InteractionResponse } from '@agent-mux/events/journal';
import { type DecodeOptions, isObject, show } from '../decode.ts';
import { isName, isText, readGiven, refuse } from '../given.ts';
import {
  type Answerable,
  type Answers,
  answer,
  decisionOf,
  FORM_ACTIONS,
  type FormAction,
  findQuestion,
  formOf,
  isAnswers,
  isFormAction,
  type OpenQuestion,
  type Who,
} from '../inbound.ts';
import { findBaseProblems, findPayloadProblems, isAgenticType } from './fields.ts';
import type { AgenticEvent } from './types.ts';

/**
 * Answers by the keys of `wait_for_input`: for an approval `approve`, `deny`, true or false, or `{ approve, scope?, input?, reason? }`; for
 * a question in text a text, or the answers by the ids of its questions; for a form `{ action, content? }`.
 */
export type AgenticInput = Readonly<
  Record<
    string,
    | string
    | boolean
    | {
        readonly approve: boolean;
        readonly scope?: 'once' | 'session';
        readonly input?: unknown;
        readonly reason?: string;
      }
    | Answers
    | { readonly action: FormAction; readonly content?: unknown }
  >
>;

const RESUME = 'resume with input';

/**
 * Answers what waits. Everything is checked before anything is answered: throws a TypeError that names the wrong key, or says that nothing
 * waits under it. Rejects as the run's `respond` does.
 */
export async function resumeWithInput(run: Answerable, input: AgenticInput, who: Who = {}): Promise<void> {
  const given: unknown = input;
  if (!isObject(given)) {
    throw refuse(RESUME, 'the message', 'an object of answers by their keys', given);
  }
  const answers = Object.entries(given).map(([id, value]) => {
    const question = findQuestion(run, id);
    return {
      question,
      response: question.type === 'approval' ? toDecision(question, value) : toWords(question, value),
    };
  });
  if (answers.length === 0) {
    throw refuse(RESUME, 'the message', 'an answer at least', given);
  }
  for (const { question, response } of answers) {
    await answer(run, question, response, who);
  }
}

function toDecision(question: OpenQuestion, value: unknown): InteractionResponse {
  if (value === true || value === 'approve') {
    return { type: 'approve' };
  }
  if (value === false || value === 'deny') {
    return { type: 'deny' };
  }
  const { id } = question;
  if (!isObject(value) || typeof value['approve'] !== 'boolean') {
    throw refuse(RESUME, id, 'approve, deny, true, false or { approve }', value);
  }
  const { approve: approved, scope, input, reason } = value;
  return decisionOf(question, { approved, scope, input, reason }, (name, expected, got) =>
    refuse(RESUME, `${id}.${name}`, expected, got),
  );
}

function toWords({ id, schema }: OpenQuestion, value: unknown): InteractionResponse {
  if (isText(value)) {
    return { type: 'text', text: value };
  }
  if (schema !== undefined) {
    if (isObject(value) && isFormAction(value['action'])) {
      return formOf(value['action'], value['content']);
    }
    throw refuse(RESUME, id, `{ action: ${FORM_ACTIONS} }`, value);
  }
  if (isAnswers(value)) {
    return { type: 'answers', answers: value };
  }
  throw refuse(RESUME, id, 'a string, or an object of strings and lists of strings', value);
}

/**
 * Decodes a line, or a parsed value. Unknown types pass, and events that have `name` or `agent` alone, or no `invocation`. Throws a
 * TypeError that names the wrong fields; `onInvalid` is called with it instead, and the result is undefined.
 */
export function decode(line: unknown, options: DecodeOptions = {}): AgenticEvent | undefined {
  return readGiven(READ, line, demandEvent, options);
}

const READ = 'read an event of agentic';

function demandEvent(value: unknown): AgenticEvent {
  if (!isObject(value)) {
    throw refuse(READ, 'the event', 'an object', value);
  }
  const { type } = value;
  if (!isName(type)) {
    throw refuse(READ, 'type', 'a string that is not empty', type);
  }
  // The specification says `name`, and the code of its project `agent`.
  const name = value['name'] ?? value['agent'];
  const event = { agent: name, invocation: name, ...value, name };
  const problems = [
    ...findBaseProblems(event),
    ...(isAgenticType(type) ? findPayloadProblems(type, value['payload']) : []),
  ];
  if (problems.length > 0) {
    throw new TypeError(`Cannot read a ${show(type)} of agentic: ${problems.join('; ')}`);
  }
  return event as unknown as AgenticEvent;
}
