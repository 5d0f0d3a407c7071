/** The way back: messages of an A2A client, its cancellations, and the lines of a stream as events. */
import { type DecodeOptions, isObject, show } from '../decode.ts';
import {
  type Answerable,
  answer,
  decisionOf,
  FORM_ACTIONS,
  findQuestion,
  formOf,
  isAnswers,
  isFormAction,
  type OpenQuestion,
  type Who,
} from '../inbound.ts';
import type { CancelOptions, LooopyContext } from '../looopy/index.ts';
import { type A2aEvent, type A2aLegacyEvent, demandOpenTask } from '../tasks/index.ts';
import { isOtherEvent, readEvent } from './read.ts';

/** A run that takes a follow-up. */
export interface Continuable extends Answerable {
  continue(prompt: string): Promise<unknown>;
}

/** The fields that are read of a message of either version. */
export interface A2aInboundMessage {
  /** The role, as either version, or the SDK, writes that of a user; that of an agent is refused. @defaultValue user */
  readonly role?: string | number | undefined;
  readonly parts: readonly object[];
  /** The open task that it is for. An empty text means none. */
  readonly taskId?: string | undefined;
  /** The id of the context. An empty text means none. */
  readonly contextId?: string | undefined;
  /** Further facts; `inputId` names the question that it answers. @defaultValue the oldest that waits */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

export interface MessageOptions extends Who {
  /**
   * The context according to the journal so far: a message to a task that is unknown, over, or of another context is refused. @defaultValue
   * every message counts as one to the run
   */
  readonly context?: Pick<LooopyContext, 'tasks' | 'contextId'>;
}

/** The names of the user's role: `user` in 0.3, `ROLE_USER` in 1.0, and the number of the SDK; 0 is a role that nobody has given. */
const USERS: ReadonlySet<unknown> = new Set(['user', 'ROLE_USER', 1, 'ROLE_UNSPECIFIED', 0]);

/**
 * Passes a message to the run. Where the run asks for something, the message is the answer: the text of a clarification; for an approval
 * `approve` or `deny`, or a data part `{ approved, scope?, input?, reason? }`; for choices and forms a data part, `{ answers }` or
 * `{ action, content? }`. Otherwise its text is a follow-up. Throws a TypeError that names the wrong field; rejects as the run does. Only
 * an answer records who gave it: a follow-up is the program's.
 */
export async function handleMessage(
  run: Continuable,
  message: A2aInboundMessage,
  { context, ...who }: MessageOptions = {},
): Promise<'answer' | 'follow-up'> {
  const given: unknown = message;
  if (!isObject(given)) {
    throw wrong('message', 'an object', given);
  }
  const { parts, metadata, role } = given;
  if (role !== undefined && !USERS.has(role)) {
    throw wrong('message.role', 'that of a user', role);
  }
  if (metadata !== undefined && metadata !== null && !isObject(metadata)) {
    throw wrong('message.metadata', 'an object', metadata);
  }
  demandPlace(given, context);
  if (!Array.isArray(parts) || parts.length === 0) {
    throw wrong('message.parts', 'a list that is not empty', parts);
  }
  const { text, data } = read(parts);
  const question = findAsked(run, metadata);
  if (question === undefined) {
    if (text === '') {
      throw wrong('message.parts', 'a text, since nothing waits for an answer', parts);
    }
    await run.continue(text);
    return 'follow-up';
  }
  await (question.type === 'approval' ? decide(run, question, text, data, who) : tell(run, question, text, data, who));
  return 'answer';
}

type Given = Readonly<Record<string, unknown>>;

/** Checks the task and the context, which are empty texts in the SDK's objects where they are not given. */
function demandPlace({ taskId, contextId }: Given, context: MessageOptions['context']): void {
  for (const [name, value] of Object.entries({ taskId, contextId })) {
    if (value !== undefined && value !== null && typeof value !== 'string') {
      throw wrong(`message.${name}`, 'a string', value);
    }
  }
  if (context === undefined) {
    return;
  }
  if (contextId && context.contextId !== undefined && contextId !== context.contextId) {
    throw wrong('message.contextId', `that of the run (${context.contextId})`, contextId);
  }
  if (typeof taskId === 'string' && taskId !== '') {
    demandOpenTask(context.tasks, taskId, (expected) => wrong('message.taskId', expected, taskId));
  }
}

/** Reads the parts as plain JSON of either version, or as the objects of the SDK. */
function read(parts: readonly unknown[]): { text: string; data: Given | undefined } {
  const texts: string[] = [];
  let data: Given | undefined;
  for (const [place, part] of parts.entries()) {
    if (!isObject(part)) {
      throw wrong(`message.parts[${place}]`, 'an object', part);
    }
    const content = isObject(part['content']) ? part['content'] : undefined;
    const text = content?.['$case'] === 'text' ? content['value'] : part['text'];
    const record = content?.['$case'] === 'data' ? content['value'] : part['data'];
    if (typeof text === 'string') {
      texts.push(text);
    } else if (isObject(record)) {
      data = record;
    } else {
      throw wrong(`message.parts[${place}]`, 'a text or data: an agent is handed no files', part);
    }
  }
  return { text: texts.join('\n'), data };
}

function findAsked(run: Answerable, metadata: unknown): OpenQuestion | undefined {
  const inputId = isObject(metadata) ? metadata['inputId'] : undefined;
  if (inputId === undefined) {
    return run.interaction.pending[0];
  }
  if (typeof inputId !== 'string') {
    throw wrong('message.metadata.inputId', 'a string', inputId);
  }
  return findQuestion(run, inputId);
}

async function decide(
  run: Answerable,
  question: OpenQuestion,
  text: string,
  data: Given | undefined,
  who: Who,
): Promise<void> {
  const word = text.trim().toLowerCase();
  const spoken = word === 'approve' ? true : word === 'deny' ? false : undefined;
  const { approved = spoken, scope = 'once', input, reason } = data ?? {};
  if (typeof approved !== 'boolean') {
    throw wrong('approved', 'true or false in a data part, or the text approve or deny', data?.['approved'] ?? text);
  }
  const response = decisionOf(question, { approved, scope, input, reason }, wrong);
  await answer(run, question, response, who);
}

async function tell(
  run: Answerable,
  question: OpenQuestion,
  text: string,
  data: Given | undefined,
  who: Who,
): Promise<void> {
  if (data === undefined) {
    await answer(run, question, { type: 'text', text }, who);
    return;
  }
  const { answers, action, content } = data;
  if (isAnswers(answers)) {
    await answer(run, question, { type: 'answers', answers }, who);
  } else if (isFormAction(action)) {
    await answer(run, question, formOf(action, content), who);
  } else {
    throw wrong('data', `{ answers } with labels by question, or { action: ${FORM_ACTIONS} }`, data);
  }
}

/** Aborts the run of the task. Throws a TypeError that names the wrong field. `context` is as in Looopy's `cancel`. */
export async function cancelTask(
  run: { abort(): Promise<void> },
  request: { readonly id: string },
  { context }: CancelOptions = {},
): Promise<void> {
  const given: unknown = request;
  const id = isObject(given) ? given['id'] : given;
  if (typeof id !== 'string' || id === '') {
    throw wrong('id', 'a string that is not empty', id);
  }
  if (context !== undefined) {
    demandOpenTask(context.tasks, id, (expected) => wrong('id', expected, id));
  }
  await run.abort();
}

/**
 * Decodes a line, or a parsed value, of either version, even within the JSON-RPC response that carries it. Messages and payloads of a later
 * version pass. Throws a TypeError that names the wrong field; `onInvalid` is called with it instead, and the result is undefined.
 */
export function decode(line: unknown, { onInvalid }: DecodeOptions = {}): A2aEvent | A2aLegacyEvent | undefined {
  try {
    return demandEvent(typeof line === 'string' ? parse(line) : line);
  } catch (error) {
    if (onInvalid === undefined || !(error instanceof TypeError)) {
      throw error;
    }
    onInvalid(error);
    return undefined;
  }
}

function demandEvent(value: unknown): A2aEvent | A2aLegacyEvent {
  const isResponse = isObject(value) && 'jsonrpc' in value;
  if (isResponse && value['error'] !== undefined) {
    throw new TypeError(`Cannot read an event of A2A: the response is an error: ${show(value['error'])}`);
  }
  const inner = isResponse ? value['result'] : value;
  const read = readEvent(inner);
  if (!('payload' in read) && !isOtherEvent(inner)) {
    throw new TypeError(`Cannot read an event of A2A: ${read.join('; ')}`);
  }
  return inner as A2aEvent | A2aLegacyEvent;
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw new TypeError(`Cannot read an event of A2A: the line is not JSON: ${show(line)}`, { cause });
  }
}

function wrong(field: string, expected: string, got: unknown): TypeError {
  return new TypeError(`Cannot take what a client of A2A has sent: ${field}: expected ${expected}, got ${show(got)}`);
}
