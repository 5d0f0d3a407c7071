/**
 * Reads most pieces of an answer without building all of their line: they differ from the piece before only in their text, a time and ids.
 */

/** The longest line that is tried: longer ones are rare, and a pattern may exceed its stack on them. */
const MAX_LENGTH = 8_192;

const PLAIN = String.raw`"[^"\\\x00-\x1f]*"`;
const ESCAPED = String.raw`"[^"\\\x00-\x1f]*(?:\\.[^"\\\x00-\x1f]*)+"`;

/**
 * The longest piece that V8 (node 20 to 24) copies out of its string. A longer one points into it, and would keep alive the whole chunk
 * from which the line was cut.
 */
const MAX_COPIED = 12;

type Stamps = readonly (readonly [value: RegExp, pattern: string])[];

/** Values that may differ in each line and have the same length in each: times, as texts and as milliseconds. */
const TIMES: Stamps = [
  [/"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"/g, String.raw`"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"`],
  [/(?<=Ms":)[1-9]\d{12}(?=[,}])/g, String.raw`[1-9]\d{12}`],
];
/** Times and UUIDs. V8 takes three times as long for an exact number of characters (node 20), so the length of the line says that. */
const TIMES_AND_IDS: Stamps = [...TIMES, [/"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"/g, String.raw`"[\w-]*"`]];
const NO_STAMPS: Stamps = [];

/** A template that is learned from a parsed line; a line that fits differs from it in its text and its stamps alone. */
export class LineTemplate {
  readonly #label: string;
  readonly #stamps: Stamps;
  // One pattern for all of the line: V8 looks at it twice as fast as it compares it piece by piece (node 20). Most texts are plain.
  #plain: RegExp | undefined;
  #escaped: RegExp | undefined;
  // The numbers of characters before the text and behind it, with the quotes.
  #before = 0;
  #after = 0;

  /**
   * Makes a template. `label` stands before the text, such as `"text":`, and once in a line. `hasStamps` says whether times and ids may
   * differ, else nothing may; `hasIds` whether ids may, which they must not where they say to which item the text belongs.
   */
  constructor(
    label: string,
    { hasStamps = true, hasIds = hasStamps }: { readonly hasStamps?: boolean; readonly hasIds?: boolean } = {},
  ) {
    this.#label = label;
    this.#stamps = hasIds ? TIMES_AND_IDS : hasStamps ? TIMES : NO_STAMPS;
  }

  /** The text of a line that fits, exactly as JSON.parse would give it; undefined where the line may be another one. */
  read(line: string): string | undefined {
    // The line is tested and then cut by position, because `exec` builds an array for each line.
    if (line.length > MAX_LENGTH || this.#plain === undefined) {
      return undefined;
    }
    const end = line.length - this.#after;
    if (this.#plain.test(line)) {
      return line.indexOf('"', this.#before) === end ? copyOf(line.slice(this.#before, end)) : undefined;
    }
    // Where an id has another length, this is cut at a wrong place, and so it is no JSON.
    return this.#escaped?.test(line) ? parseText(line.slice(this.#before - 1, end + 1)) : undefined;
  }

  /** Learns from a parsed line that contains this text after the label. */
  learn(line: string, text: string): void {
    this.forget();
    const at = line.indexOf(this.#label);
    // A line with two texts does not show which one is meant.
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

/** A copy of a text without escapes. */
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
    // JSON.parse of the whole line then says what is wrong with it.
    return undefined;
  }
}
