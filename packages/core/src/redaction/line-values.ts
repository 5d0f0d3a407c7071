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

/** The text around a value in its line, as far as it says which lane the value belongs to. */
export interface Around {
  /** The line without the value: the same for all pieces of one lane, if nothing in it counts or tells the time. It is undefined where that is too long. */
  readonly frame: string | undefined;
  /** The end of the text before the value: the same for all pieces of a lane, even where each line repeats all that the lane has said. */
  readonly head: string;
}

export function aroundOf(line: string, from: number, to: number): Around {
  const before = line.slice(Math.max(0, from - MAX_FRAME), from).replace(VOLATILE, '');
  const isPiece = line.length - (to - from) <= MAX_FRAME;
  return {
    frame: isPiece ? `${before}${line.slice(to).replace(VOLATILE, '')}` : undefined,
    head: before.slice(-MAX_HEAD),
  };
}
