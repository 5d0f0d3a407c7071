/** Converts values to JSON text and back, and never throws. */
import { describeError } from '../describe-error.ts';

const MAX_LENGTH = 400;

/** Returns the value as JSON, or as a string if it has no JSON. */
export function toJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'null';
  } catch {
    // The reason of the failure (a cycle, a bigint) does not matter: an adapter handed in a value that no wire can
    // carry.
    return describeError(value);
  }
}

/** Returns the beginning of the value's JSON, for a message to people. */
export function cutJson(value: unknown): string {
  const text = toJson(value);
  return text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH)}… (${text.length} characters)`;
}

/**
 * Parses the streamed input of a tool; returns the text itself where it is no JSON. A tool without arguments streams
 * nothing.
 */
export function parseInput(text: string): unknown {
  if (text === '') {
    return {};
  }
  try {
    return JSON.parse(text);
  } catch {
    // The call was cut off, or the model wrote no JSON, so only the text is left.
    return text;
  }
}
