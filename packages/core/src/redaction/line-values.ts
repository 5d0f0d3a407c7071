/** The values of a line, and the text around them. */
import { readStrings, type StringValue } from './json-strings.ts';

/** The most characters of a frame. A longer line is no piece of a stream, or it repeats what it is a piece of. */
const MAX_FRAME = 4_096;
const MAX_HEAD = 512;
/** What is new in each line of a stream, and says nothing about whose it is; an id beside the time is that of the line. */
const VOLATILE =
  /"id":"[\da-f-]{36}",(?="timestamp":)|"(?:uuid|timestamp|time|ts|\w*AtMs|seq|sequence_number)":(?:"[^"\\]*"|[\d.]+)/g;

/** Returns the values of a line that may go on in another one. */
export function valuesOf(line: string): Iterable<StringValue> {
  return line.startsWith('{') ? readStrings(line) : wholeLine(line);
}

/** Returns the whole of a line that is no JSON, such as one of a key over several lines. */
function wholeLine(line: string): readonly StringValue[] {
  return /^\s*[[{]/.test(line) ? [] : [{ key: '', from: 0, to: line.length }];
}

/**
 * Returns the line without the value. It is the same for all pieces of one lane, if nothing in it counts or tells the
 * time.
 */
export function frameOf(line: string, from: number, to: number): string | undefined {
  return line.length - (to - from) > MAX_FRAME
    ? undefined
    : `${line.slice(0, from)}${line.slice(to)}`.replace(VOLATILE, '');
}

/** The last of what stands before the value in its line. */
export function headOf(line: string, from: number): string {
  return line.slice(Math.max(0, from - MAX_HEAD), from).replace(VOLATILE, '');
}
