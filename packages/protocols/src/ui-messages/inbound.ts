/** The way back: posts of `useChat` become answers and follow-ups of the run, and a line of its stream a chunk. */
import type { InteractionResponse } from '@agent-mux/events/journal';
import { type DecodeOptions, decodeWith, isObject } from '../decode.ts';
import { refuse } from '../given.ts';
import {
  type Answerable,
  answer,
  askFor,
  decisionOf,
  FORM_ACTIONS,
  findQuestion,
  formOf,
  isAnswers,
  isFormAction,
  type OpenQuestion,
  type Who,
} from '../inbound.ts';
import { UI } from './fields.ts';
import type { UiMessageChunk } from './types.ts';

/** A run that takes a follow-up. */
export interface ChatRun extends Answerable {
  continue(prompt: string): Promise<unknown>;
}

/** The fields that are read of a client's message. */
export interface UiInboundMessage {
  readonly role: string;
  readonly parts: readonly object[];
}

/**
 * Takes a post of a chat, of which only the last message counts. If it is the assistant's, each tool in state `approval-responded` whose
 * approval waits is answered, all or none. If it is the user's, it answers the question that waits for no call, and otherwise is a
 * follow-up: its text, or a part `data-amux-answer` with the id of the question (default: the oldest) and as data `{ approved, reason?,
 * scope?, input? }`, `{ text }`, `{ answers }`, or `{ action, content? }`.
 *
 * Throws a TypeError that names the wrong field, or what waits; rejects as the run does. The next stream of the run shows the effect.
 */
export async function handleChat(
  run: ChatRun,
  messages: readonly UiInboundMessage[],
  who: Who = {},
): Promise<'answer' | 'follow-up'> {
  const given: unknown = messages;
  if (!Array.isArray(given) || given.length === 0) {
    throw wrong('messages', 'a list that is not empty', given);
  }
  const field = `messages[${given.length - 1}]`;
  const last: unknown = given.at(-1);
  if (!isObject(last)) {
    throw wrong(field, 'an object', last);
  }
  const { role, parts } = last;
  if (role !== 'user' && role !== 'assistant') {
    throw wrong(`${field}.role`, 'user or assistant', role);
  }
  if (!Array.isArray(parts)) {
    throw wrong(`${field}.parts`, 'a list', parts);
  }
  if (role === 'user') {
    return await takeWords(run, parts, field, who);
  }
  const answers = parts.flatMap((part: unknown, place) => readApproval(run, part, `${field}.parts[${place}]`));
  if (answers.length === 0) {
    throw wrong(`${field}.parts`, `a tool in state approval-responded for ${waiting(run)}`, parts.length);
  }
  await answerAll(run, answers, who);
  return 'answer';
}

/**
 * Decodes a line, or a parsed value. Types of a later version pass. Throws a TypeError that names the wrong fields; `onInvalid` is called
 * with it instead, and the result is undefined.
 */
export function decode(line: unknown, options: DecodeOptions = {}): UiMessageChunk | undefined {
  return decodeWith(UI, line, options) as UiMessageChunk | undefined;
}

/**
 * Whether the last message answers an approval and asks for none any more, for `sendAutomaticallyWhen` of a chat. Calls that run beside the
 * one in question delay nothing.
 */
export function isAnswered({ messages }: { readonly messages: readonly UiInboundMessage[] }): boolean {
  const last = messages.at(-1);
  const states = last?.role === 'assistant' ? last.parts.map((part) => ('state' in part ? part.state : undefined)) : [];
  return states.includes('approval-responded') && !states.includes('approval-requested');
}

interface Answer {
  readonly question: OpenQuestion;
  readonly response: InteractionResponse;
  /** The path of the field. */
  readonly field: string;
}

async function answerAll(run: ChatRun, answers: readonly Answer[], who: Who): Promise<void> {
  const known = new Set<string>();
  for (const { question, field } of answers) {
    if (known.has(question.id)) {
      throw wrong(field, 'a question that is answered once', question.id);
    }
    known.add(question.id);
  }
  for (const { question, response } of answers) {
    await answer(run, question, response, who);
  }
}

// Approvals that were answered before stay in the message for good.
function readApproval(run: Answerable, part: unknown, field: string): Answer[] {
  if (!isObject(part) || part['state'] !== 'approval-responded') {
    return [];
  }
  const approval: unknown = part['approval'];
  if (!isObject(approval)) {
    throw wrong(`${field}.approval`, 'an object', approval);
  }
  const { id, approved, reason } = approval;
  if (typeof id !== 'string') {
    throw wrong(`${field}.approval.id`, 'a string', id);
  }
  const question = run.interaction.pending.find((each) => each.id === id);
  if (question === undefined) {
    return [];
  }
  const response = decide(question, { approved, reason }, `${field}.approval`);
  return [{ question, response, field: `${field}.approval.id` }];
}

async function takeWords(
  run: ChatRun,
  parts: readonly unknown[],
  field: string,
  who: Who,
): Promise<'answer' | 'follow-up'> {
  const texts: string[] = [];
  const answers: Answer[] = [];
  for (const [place, part] of parts.entries()) {
    const at = `${field}.parts[${place}]`;
    if (!isObject(part)) {
      throw wrong(at, 'an object', part);
    }
    const { type, text } = part;
    if (type === 'text' && typeof text === 'string') {
      texts.push(text);
    } else if (type === 'data-amux-answer') {
      answers.push(readAnswer(run, part, at));
    } else {
      throw wrong(at, 'a text or data-amux-answer: an agent is handed no files', part);
    }
  }
  const text = texts.join('\n');
  const [waits] = run.interaction.pending;
  if (answers.length > 0 && text !== '') {
    throw wrong(`${field}.parts`, 'an answer or a text, not both', text);
  }
  if (answers.length === 0 && text === '') {
    throw wrong(`${field}.parts`, 'a text that is not empty', text);
  }
  if (answers.length === 0 && waits !== undefined) {
    const place = `${field}.parts`;
    answers.push({ question: waits, response: inWords(run, waits, text, place), field: place });
  }
  await answerAll(run, answers, who);
  if (answers.length > 0) {
    return 'answer';
  }
  await run.continue(text);
  return 'follow-up';
}

function inWords(
  run: Answerable,
  { type, toolCallId, schema }: OpenQuestion,
  text: string,
  field: string,
): InteractionResponse {
  if (type === 'input' && schema === undefined) {
    return { type: 'text', text };
  }
  const word = text.trim().toLowerCase();
  if (type === 'approval' && toolCallId === undefined && (word === 'approve' || word === 'deny')) {
    return word === 'approve' ? { type: 'approve' } : { type: 'deny' };
  }
  throw wrong(field, `an answer to ${waiting(run)}, which a text cannot give`, text);
}

function readAnswer(run: Answerable, { id, data }: Readonly<Record<string, unknown>>, field: string): Answer {
  if (id !== undefined && typeof id !== 'string') {
    throw wrong(`${field}.id`, 'a string', id);
  }
  if (!isObject(data)) {
    throw wrong(`${field}.data`, 'an object', data);
  }
  const oldest = run.interaction.pending[0];
  const question = id === undefined ? (oldest ?? askFor(run, 'input', {})) : findQuestion(run, id);
  return { question, response: responseOf(question, data, `${field}.data`), field: `${field}.id` };
}

type Given = Readonly<Record<string, unknown>>;

function responseOf(question: OpenQuestion, data: Given, field: string): InteractionResponse {
  if (question.type === 'approval') {
    return decide(question, data, field);
  }
  const { text, answers, action, content } = data;
  if (typeof text === 'string') {
    return { type: 'text', text };
  }
  if (isAnswers(answers)) {
    return { type: 'answers', answers };
  }
  if (isFormAction(action)) {
    return formOf(action, content);
  }
  throw wrong(field, `{ text }, { answers } by question, or { action: ${FORM_ACTIONS} }`, data);
}

function decide(question: OpenQuestion, data: Given, field: string): InteractionResponse {
  const { approved, reason, scope, input } = data;
  return decisionOf(question, { approved, reason, scope, input }, (name, expected, got) =>
    wrong(`${field}.${name}`, expected, got),
  );
}

function waiting({ interaction }: Answerable): string {
  const ids = interaction.pending.map(({ id, type }) => `the ${type} ${id}`);
  return ids.length === 0 ? 'a question, and none waits' : ids.join(', ');
}

function wrong(field: string, expected: string, got: unknown): TypeError {
  return refuse('take what a chat has posted', field, expected, got);
}
