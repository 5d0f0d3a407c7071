/** Values as JSON text and back, without ever throwing. */
import { describeError } from '../describe-error.ts';

const MAX_LENGTH = 400;

/** The value as JSON; what has no JSON as its string form. */
export function toJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'null';
  } catch {
    // Why it failed (a cycle, a bigint) does not matter: an adapter handed in what no wire can carry.
    return describeError(value);
  }
}

/** The beginning of the value's JSON, for a message to people. */
export function cutJson(value: unknown): string {
  const text = toJson(value);
  return text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH)}… (${text.length} characters)`;
}

/** What a tool's streamed input means; the text itself where it is no JSON. A tool without arguments streams nothing. */
export function parseInput(text: string): unknown {
  if (text === '') {
    return {};
  }
  try {
    return JSON.parse(text);
  } catch {
    // The call was cut off, or the model wrote no JSON: the text is all there is.
    return text;
  }
}
