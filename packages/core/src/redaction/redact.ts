/** Takes homes, working folders, keys and ports out of text, in every form of escaping that they can have in a line. */

import { BackslashRuns } from './backslash-runs.ts';
import { type Literal, LiteralIndex } from './literal-index.ts';
import { writeForms } from './secret-forms.ts';
import { linesOf } from './secret-lines.ts';
import { describePatterns, type Pattern, type PatternOptions } from './secret-patterns.ts';

/** Something that was taken out of a recording, by kind; it never contains the secret itself. */
export interface Redaction {
  readonly kind: string;
  readonly placeholder: string;
}

/** The options of `createRedactor`. */
export interface RedactOptions extends PatternOptions {
  /**
   * Absolute folders by kind, such as `home`, `cwd`, `tmp`. A longer one wins over one that contains it; of two equal
   * ones the first wins.
   */
  readonly folders?: readonly { readonly kind: string; readonly path: string }[];
  /** Other texts that must not be seen, such as keys. A text of fewer than four characters is ignored, and of a text of several lines each telling line, or the value of its field, is one of its own. */
  readonly secrets?: readonly { readonly kind: string; readonly value: string }[];
}

/** Takes secrets out of texts and bytes. */
export interface Redactor {
  /** The replaced things, by kind. */
  readonly redactions: readonly Redaction[];
  /** The literals, longest first. */
  readonly literals: readonly Literal[];
  readonly patterns: readonly Pattern[];
  /** Redacts a whole line. A line of JSON stays JSON, and a line with nothing to hide stays as it is. */
  line(text: string): string;
  /** Redacts a piece of a line. */
  piece(text: string): string;
  bytes(bytes: Buffer): Buffer;
}

const MIN_SECRET_LENGTH = 4;

/** Makes a redactor of secrets that are known, and of texts that look like a key. */
export function createRedactor(options: RedactOptions = {}): Redactor {
  const { folders = [], secrets = [], ports = [] } = options;
  const redactions: Redaction[] = [];
  const forms = new Map<string, string>();

  function hide(kind: string, placeholder: string, all: readonly string[]): void {
    for (const form of all) {
      if (!forms.has(form)) {
        forms.set(form, placeholder);
      }
    }
    if (!redactions.some((known) => known.kind === kind && known.placeholder === placeholder)) {
      redactions.push({ kind, placeholder });
    }
  }

  for (const { kind, path } of folders) {
    const all = writeForms(path, 'folder');
    if (all.length > 0) {
      hide(kind, `<${kind}>`, all);
    }
  }
  for (const { kind, value } of secrets) {
    if (value.length >= MIN_SECRET_LENGTH) {
      for (const text of [value, ...linesOf(value)]) {
        hide(kind, `<${kind}>`, writeForms(text, 'secret'));
      }
    }
  }
  for (const port of ports) {
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '0.0.0.0']) {
      hide('port', `${host}:<port>`, [`${host}:${port}`]);
    }
  }
  const literals = [...forms]
    .map(([form, placeholder]) => ({ form, placeholder }))
    .sort((a, b) => b.form.length - a.form.length);
  const patterns = describePatterns(options);
  return build(literals, patterns, [
    ...redactions.map(shorten),
    ...patterns.map(({ kind, placeholder }) => ({ kind, placeholder })),
  ]);
}

// The four spellings of one loopback address are one redaction.
function shorten({ kind, placeholder }: Redaction): Redaction {
  return { kind, placeholder: kind === 'port' ? '<port>' : placeholder };
}

function build(literals: readonly Literal[], patterns: readonly Pattern[], redactions: readonly Redaction[]): Redactor {
  const index = new LiteralIndex(literals);

  function piece(text: string): string {
    const runs = new BackslashRuns(text);
    const without = index.replace(
      text,
      ({ form, placeholder }, at) => form.slice(0, countKept(text, at, runs)) + placeholder,
    );
    return patterns.reduce(
      (rest, pattern) => (mayMatch(pattern, rest) ? rest.replace(pattern.regex, pattern.by) : rest),
      without,
    );
  }

  function line(text: string): string {
    const redacted = piece(text);
    // A secret that begins within an escape sequence of the line would leave half of the sequence behind.
    if (redacted === text || !isJson(text) || isJson(redacted)) {
      return redacted;
    }
    try {
      return JSON.stringify(redactDeep(JSON.parse(text), piece));
    } catch {
      // It is nested deeper than the stack; that nothing secret is in it comes before that it can be parsed.
      return redacted;
    }
  }

  function bytes(raw: Buffer): Buffer {
    let text = raw.toString('latin1');
    for (const { form, placeholder } of literals) {
      text = text.replaceAll(Buffer.from(form).toString('latin1'), placeholder);
    }
    return Buffer.from(piece(text), 'latin1');
  }

  return { redactions: unique(redactions), literals, patterns, line, piece, bytes };
}

function mayMatch({ hints, stems }: Pattern, text: string): boolean {
  return hints.some((hint) => text.includes(hint)) && (stems === undefined || stems.test(text));
}

const ESCAPED = /u[0-9a-fA-F]{4}|[nrtbf"/]/y;

/**
 * Returns how much of a secret at `at` must stay. After a backslash its beginning may be the end of an escape sequence,
 * at this level of JSON or at one within it, and the rest must still be parsed. `runs` are those of the text, for who asks
 * about many places of it.
 */
export function countKept(text: string, at: number, runs: BackslashRuns = new BackslashRuns(text)): number {
  if (text[at - 1] !== '\\') {
    return 0;
  }
  const { before, behind: own } = runs.around(at);
  ESCAPED.lastIndex = at + own;
  const sequence = ESCAPED.exec(text)?.[0];
  if (own === 0) {
    return sequence?.length ?? 0;
  }
  // As many of them as the secret has for its first sign are one sign of a text within this one.
  const unit = sequence === '"' ? own + 1 : own;
  if (before % unit !== 0) {
    return own + (sequence?.length ?? 1);
  }
  // Two of those in a row are one backslash, whose second half stays.
  return sequence !== undefined && sequence !== '"' && (before / unit) % 2 === 1 ? own : 0;
}

function redactDeep(value: unknown, piece: (text: string) => string): unknown {
  if (typeof value === 'string') {
    return piece(value);
  }
  if (Array.isArray(value)) {
    return value.map((item) => redactDeep(item, piece));
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [piece(key), redactDeep(item, piece)]));
  }
  return value;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    // The answer is that it is not JSON.
    return false;
  }
}

function unique(redactions: readonly Redaction[]): Redaction[] {
  const seen = new Set<string>();
  return redactions.filter(({ kind, placeholder }) => {
    const key = `${kind} ${placeholder}`;
    return !seen.has(key) && seen.add(key);
  });
}
