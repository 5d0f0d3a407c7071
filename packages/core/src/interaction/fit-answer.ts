/**
 * Fits an answer to the questions that were asked: an answer that names none of them would reach no one, and one text
 * for all of them is meant for a single one.
 */
import { showValue } from '@agent-mux/events';
import type { InteractionResponse, Question } from '../adapter/index.ts';
import { ValidationError, type ValidationFieldError } from '../errors.ts';
import { isRecord } from '../field-rules.ts';
import type { PendingInteraction } from './interaction-channel.ts';

/**
 * Returns the same answer by the ids of the questions; one of them may be named by its text. Throws ValidationError.
 */
export function fitAnswer(
  { questions, schema, input }: Pick<PendingInteraction, 'questions' | 'schema' | 'input'>,
  response: InteractionResponse,
): InteractionResponse {
  if (response.type === 'approve' && response.input !== undefined && isRecord(input) && !isRecord(response.input)) {
    const message = `The input of a grant must be an object, as the one that was asked for; ${showValue(response.input)} is none. It is still open.`;
    throw refuse([{ field: 'input', message, received: response.input, expected: 'an object' }]);
  }
  const asked = questions === undefined || questions.length === 0 ? fieldsOf(schema) : questions;
  if (asked.length === 0) {
    return response;
  }
  const ids = asked.map(({ id }) => JSON.stringify(id)).join(', ');
  if (response.type === 'text' && asked.length > 1) {
    const message = `One text cannot answer ${asked.length} questions: give { type: 'answers' } by their ids, ${ids}. It is still open.`;
    throw refuse([{ field: 'type', message, received: response.type, expected: 'answers' }]);
  }
  if (response.type !== 'answers') {
    return response;
  }
  const given = Object.entries(response.answers).map(([key, value]) => ({ key, value, id: idOf(asked, key) }));
  const unknown = given.filter(({ id }) => id === undefined);
  if (unknown.length > 0) {
    throw refuse(
      unknown.map(({ key, value }) => ({
        field: `answers[${JSON.stringify(key)}]`,
        message: `${JSON.stringify(key)} is no question that was asked: the ids are ${ids}. It is still open.`,
        received: value,
        expected: `one of ${ids}`,
      })),
    );
  }
  return { ...response, answers: Object.fromEntries(given.map(({ key, value, id = key }) => [id, value])) };
}

/** Returns the fields of a form, which are asked for by their names. */
function fieldsOf(schema: unknown): readonly Pick<Question, 'id' | 'question'>[] {
  const properties = isRecord(schema) ? schema['properties'] : undefined;
  return isRecord(properties) ? Object.keys(properties).map((id) => ({ id, question: id })) : [];
}

function idOf(questions: readonly Pick<Question, 'id' | 'question'>[], key: string): string | undefined {
  return (questions.find(({ id }) => id === key) ?? questions.find(({ question }) => question === key))?.id;
}

function refuse(fields: readonly ValidationFieldError[]): ValidationError {
  return new ValidationError(fields, 'respond()');
}

/** Whether the response grants nothing; such a response waits for nothing. */
export function isDenial(response: InteractionResponse): boolean {
  return response.type === 'deny' || (response.type === 'form' && response.action !== 'accept');
}

/** Finds what a grant asks for beyond the offer, and says it as the rest of a sentence about the agent. */
export function findTooMuch(
  response: InteractionResponse,
  { acceptsUpdatedInput, scopes, description }: PendingInteraction,
): string | undefined {
  if (response.type !== 'approve') {
    return undefined;
  }
  if (response.input !== undefined && !acceptsUpdatedInput) {
    return `takes no other input for "${description}": approve it as it is, or deny it and say what to do instead.`;
  }
  // A grant that reaches less far than was claimed would be asked for again, and nobody gave one that reaches further.
  const { scope = 'once' } = response;
  if (scopes.includes(scope)) {
    return undefined;
  }
  const offer = scopes.length === 0 ? 'it offers no grant' : `its scopes are ${scopes.join(', ')}`;
  return `cannot grant "${description}" for ${scope === 'session' ? 'the session' : 'this one time'}: ${offer}.`;
}
