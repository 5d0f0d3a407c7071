/**
 * Finds the messages in a line that the dialect could not read as one: JSON with noise around it, or several objects in
 * a row.
 */
import { skipNoise } from '../process/index.ts';

const BRACE = 0x7b;
const BRACKET = 0x5b;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Returns the line from its JSON on, where only noise comes before it. Any other line is returned as it is. */
export function withoutLeadingNoise(line: string): string {
  const first = line.charCodeAt(0);
  if (first === BRACE || !isNoise(first)) {
    return line;
  }
  const from = skipNoise(line);
  const begin = line.charCodeAt(from);
  return begin === BRACE || begin === BRACKET ? line.slice(from) : line;
}

/** Whether a character is noise. Blanks are not, because JSON may begin with them, and texts may be indented. */
function isNoise(sign: number): boolean {
  return (sign < 0x20 && sign !== 0x09) || (sign >= 0x7f && sign <= 0x9f) || sign === 0xfeff;
}

/**
 * Returns the messages of a line; undefined where the line is just one message. The text after the last whole object is
 * a message of its own.
 */
export function messagesInLine(line: string): readonly string[] | undefined {
  const messages: string[] = [];
  let from = skipNoise(line);
  while (line.charCodeAt(from) === BRACE) {
    const end = findEnd(line, from);
    if (end === undefined) {
      break;
    }
    messages.push(line.slice(from, end));
    from = skipNoise(line, end);
  }
  if (messages.length === 0) {
    return undefined;
  }
  if (from < line.length) {
    messages.push(line.slice(from));
  }
  return messages.length === 1 && messages[0] === line ? undefined : messages;
}

/** Returns the place behind the bracket that closes the one at `from`. */
function findEnd(line: string, from: number): number | undefined {
  let depth = 0;
  for (let at = from; at < line.length; at++) {
    switch (line.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(line, at);
        break;
      case BRACE:
      case BRACKET:
        depth++;
        break;
      case BRACE + 2:
      case BRACKET + 2:
        depth--;
        if (depth === 0) {
          return at + 1;
        }
        break;
      default:
    }
  }
  return undefined;
}

function endOfString(line: string, from: number): number {
  let at = from + 1;
  while (at < line.length && line.charCodeAt(at) !== QUOTE) {
    at += line.charCodeAt(at) === BACKSLASH ? 2 : 1;
  }
  return at;
}
