/** The string values of a line of JSON as the line contains them, found without parsing the rest. */

export interface StringValue {
  /** The name of the value; within an array the name of the array. */
  readonly key: string;
  /** The place behind the opening quote. */
  readonly from: number;
  readonly to: number;
}

export function* readStrings(line: string): Generator<StringValue, undefined, undefined> {
  let key = '';
  for (let open = line.indexOf('"'); open >= 0; ) {
    const from = open + 1;
    const to = endOfString(line, from);
    if (to < 0) {
      return undefined;
    }
    let next = to + 1;
    while (line[next] === ' ') {
      next++;
    }
    if (line[next] === ':') {
      key = line.slice(from, to);
    } else {
      yield { key, from, to };
    }
    open = line.indexOf('"', next);
  }
  return undefined;
}

/** Returns the place of the closing quote of a string, or -1. */
function endOfString(line: string, from: number): number {
  for (let quote = line.indexOf('"', from); quote >= 0; quote = line.indexOf('"', quote + 1)) {
    if (!isEscaped(line, quote)) {
      return quote;
    }
  }
  return -1;
}

/**
 * Whether the character ends an escape sequence, which it does after an odd number of backslashes, so that it begins
 * nothing.
 */
export function isEscaped(line: string, at: number): boolean {
  let backslashes = 0;
  while (line[at - 1 - backslashes] === '\\') {
    backslashes++;
  }
  return backslashes % 2 === 1;
}
