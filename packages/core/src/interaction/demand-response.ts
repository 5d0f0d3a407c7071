/** Finds what is missing or wrong in a program's answer, since its value may differ from its type. */
import type { InteractionResponse } from '../adapter/index.ts';
import { checkArgument } from '../demand-call.ts';
import type { ValidationFieldError } from '../errors.ts';
import { boolean, check, isJson, isRecord, objectOf, oneOf, type Rule, rule, text } from '../field-rules.ts';

const TYPES = ['approve', 'deny', 'text', 'answers', 'form'] as const satisfies readonly InteractionResponse['type'][];
const TYPE = oneOf(...TYPES);
const JSON_VALUE: Rule = rule('a value that JSON has a form for', isJson);
const ANSWERS: Rule = rule(
  'an object with a string, or an array of strings, for each question',
  (value) => isRecord(value) && Object.values(value).every(isAnswer),
);

/** The fields that a response of each type may have. */
const FIELDS: Readonly<Record<InteractionResponse['type'], Rule>> = {
  approve: objectOf({ type: TYPE, scope: oneOf('once', 'session'), input: JSON_VALUE, detail: text }),
  deny: objectOf({ type: TYPE, reason: text, interrupt: boolean }),
  text: objectOf({ type: TYPE, text }, { required: ['text'] }),
  answers: objectOf({ type: TYPE, answers: ANSWERS }, { required: ['answers'] }),
  form: objectOf(
    { type: TYPE, action: oneOf('accept', 'decline', 'cancel'), content: JSON_VALUE },
    { required: ['action'] },
  ),
};

const RESPONSE: Rule = { expected: `an object whose \`type\` is ${TYPE.expected}`, accepts: isRecord };

/** Finds everything that is wrong with a response. */
export function findResponseErrors(response: unknown): ValidationFieldError[] {
  if (!isRecord(response)) {
    return check(RESPONSE, response, 'response');
  }
  const type = TYPES.find((known) => known === response['type']);
  return type === undefined
    ? checkArgument(TYPE, response['type'], 'response.type')
    : check(FIELDS[type], response, 'response');
}

function isAnswer(value: unknown): boolean {
  return typeof value === 'string' || (Array.isArray(value) && value.every((each) => typeof each === 'string'));
}
