/** Reads most pieces of an answer without building all of their line: they differ from the piece before in nothing but their text, a time and ids. */

/** Longer ones are rare, and a pattern may run out of its stack on them. */
const MAX_LENGTH = 8_192;

const PLAIN = String.raw`"[^"\\\x00-\x1f]*"`;
const ESCAPED = String.raw`"[^"\\\x00-\x1f]*(?:\\.[^"\\\x00-\x1f]*)+"`;

/**
 * V8 (node 20 to 24) copies a piece of up to so many characters out of its string. A longer one points into it, and would keep all
 * of the chunk that the line was cut from.
 */
const MAX_COPIED = 12;

type Stamps = readonly (readonly [value: RegExp, pattern: string])[];

/** Values that may be new in each line, and are as long in each: times, as texts and as milliseconds. */
const TIMES: Stamps = [
  [/"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"/g, String.raw`"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"`],
  [/(?<=Ms":)[1-9]\d{12}(?=[,}])/g, String.raw`[1-9]\d{12}`],
];
/** And UUIDs. */
const TIMES_AND_IDS: Stamps = [...TIMES, [/"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"/g, '"[0-9a-f-]{36}"']];
const NO_STAMPS: Stamps = [];

/** Learned from a line that was parsed; a line that fits differs from it in its text and its stamps alone. */
export class LineTemplate {
  readonly #label: string;
  readonly #stamps: Stamps;
  // One pattern for all of the line: V8 looks at it twice as fast as it compares it piece by piece (node 20). Most texts are plain.
  #plain: RegExp | undefined;
  #escaped: RegExp | undefined;
  // Characters of the line in front of the text and behind it, with the quotes.
  #before = 0;
  #after = 0;

  /**
   * `label`: what stands before the text, as `"text":`; once in a line. `hasStamps`: whether times and ids may differ, else
   * nothing may; `hasIds`: whether the ids may, which they may not where they say whose text it is.
   */
  constructor(
    label: string,
    { hasStamps = true, hasIds = hasStamps }: { readonly hasStamps?: boolean; readonly hasIds?: boolean } = {},
  ) {
    this.#label = label;
    this.#stamps = hasIds ? TIMES_AND_IDS : hasStamps ? TIMES : NO_STAMPS;
  }

  /** The text of a line that fits; undefined: it is another line, or not known to be the same. Exactly what JSON.parse would say. */
  read(line: string): string | undefined {
    // Tested, and then cut out by its place: `exec` builds an array for each line.
    if (line.length > MAX_LENGTH || this.#plain === undefined) {
      return undefined;
    }
    const end = line.length - this.#after;
    if (this.#plain.test(line)) {
      return copyOf(line.slice(this.#before, end));
    }
    return this.#escaped?.test(line) ? parseText(line.slice(this.#before - 1, end + 1)) : undefined;
  }

  /** From a line that was parsed and holds this text after the label. */
  learn(line: string, text: string): void {
    this.forget();
    const at = line.indexOf(this.#label);
    // A line with two texts does not say which one is meant.
    if (at < 0 || line.length > MAX_LENGTH || line.includes(this.#label, at + 1)) {
      return;
    }
    const from = at + this.#label.length;
    const quoted = JSON.stringify(text);
    if (line.startsWith(quoted, from)) {
      const after = line.slice(from + quoted.length);
      this.#before = from + 1;
      this.#after = after.length + 1;
      const head = this.#patternOf(line.slice(0, from));
      const tail = this.#patternOf(after);
      this.#plain = new RegExp(`^${head}${PLAIN}${tail}$`);
      this.#escaped = new RegExp(`^${head}${ESCAPED}${tail}$`);
    }
  }

  forget(): void {
    this.#plain = undefined;
  }

  #patternOf(piece: string): string {
    const found = this.#stamps
      .flatMap(([value, pattern]) =>
        [...piece.matchAll(value)].map(({ 0: match, index }) => ({ index, end: index + match.length, pattern })),
      )
      .sort((one, other) => one.index - other.index);
    let from = 0;
    let all = '';
    for (const { index, end, pattern } of found) {
      all += literal(piece.slice(from, index)) + pattern;
      from = end;
    }
    return all + literal(piece.slice(from));
  }
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

/** Of a text without escapes. */
function copyOf(text: string): string | undefined {
  if (text.length <= MAX_COPIED) {
    return text;
  }
  return text.length <= 2 * MAX_COPIED ? text.slice(0, MAX_COPIED) + text.slice(MAX_COPIED) : parseText(`"${text}"`);
}

function parseText(quoted: string): string | undefined {
  try {
    return JSON.parse(quoted);
  } catch {
    // Because JSON.parse of the whole line says what is wrong with it.
    return undefined;
  }
}
