/** Finds the place of a secret in a text, or of a beginning that may go on in the next text. */
import { type Literal, LiteralIndex } from './literal-index.ts';
import { countPublic, type Pattern } from './secret-patterns.ts';

/** A secret in a text. */
export interface Found {
  readonly at: number;
  /** The beginning of the text by which it is known, such as the name of a password. */
  readonly begin: number;
  readonly length: number;
  readonly placeholder: string;
}

/** The farthest that a beginning can be from the end of a text. */
const REACH = 8_300;
/**
 * The fewest characters that are searched from the end. A text without spaces is searched from the last space on, and
 * at least so far back.
 */
const NEAR = 160;

/** Fewer characters tell nothing of a secret. */
export const MIN_BEGUN = 4;

export class SecretIndex {
  readonly longest: number;
  readonly #literals: LiteralIndex;
  readonly #looks: readonly { readonly whole: RegExp; readonly placeholder: string }[];
  readonly #longestLiteral: number;
  // There is one pattern for all looks, since it is tried at each word near the end of a text.
  readonly #open: RegExp | undefined;

  /** Creates the index; the `literals` come longest first. */
  constructor(literals: readonly Literal[], patterns: readonly Pattern[]) {
    const begun = patterns.flatMap(({ open = '' }) => (open === '' ? [] : [open]));
    this.#open = begun.length === 0 ? undefined : new RegExp(begun.map((source) => `(?:${source})`).join('|'), 'y');
    this.#looks = patterns
      .filter(({ open }) => open !== undefined)
      .map(({ regex, placeholder }) => ({ whole: new RegExp(regex.source, 'y'), placeholder }));
    this.#longestLiteral = literals[0]?.form.length ?? 0;
    this.longest = Math.max(this.#longestLiteral, begun.length > 0 ? REACH : 0);
    this.#literals = new LiteralIndex(literals);
  }

  /**
   * Returns the longest secret that begins at a place. `isExact` excludes secrets that are known by their looks alone.
   */
  findAt(text: string, at: number, isExact = false): Found | undefined {
    const literal = this.#literals.at(text, at);
    return literal === undefined
      ? isExact
        ? undefined
        : this.#findLooks(text, at)
      : { at, begin: at, length: literal.form.length, placeholder: literal.placeholder };
  }

  /** Returns the leftmost secret from a place on. */
  findFrom(text: string, from: number): Found | undefined {
    for (let at = from; at < text.length; at++) {
      const found = this.findAt(text, at);
      if (found !== undefined) {
        return found;
      }
    }
    return undefined;
  }

  /** Whether the text from a place on is the beginning of a secret that may go on. */
  isOpen(text: string, at: number, isExact = false): boolean {
    return this.#literals.goesOn(text.slice(at)) || (!isExact && this.#isLooksOpen(text, at));
  }

  /** Whether a text is the beginning of a key that is known to the letter; folders, names and ports are no keys. */
  isKeyOpen(text: string): boolean {
    return this.#literals.goesOn(text, ({ placeholder }) => placeholder === '<key>');
  }

  /** What would be the secret of a text that is open from this place on. `undefined`: too little to tell anything. */
  findBegun(text: string, begin: number): Found | undefined {
    const open = text.slice(begin);
    const literal = this.#literals.beginningWith(open);
    const at = begin + (literal === undefined ? countPublic(open) : 0);
    const length = text.length - at;
    return length < MIN_BEGUN ? undefined : { at, begin, length, placeholder: literal?.placeholder ?? '<key>' };
  }

  /** Returns the first place where a secret begins that may go on after the end of the text, or -1. */
  findOpen(text: string, isAllowed: (at: number) => boolean): number {
    const far = this.#open === undefined ? undefined : LONG.exec(text.slice(-REACH));
    const first = far === undefined || far === null ? text.length : Math.max(0, text.length - REACH) + far.index;
    const near = Math.min(text.length - NEAR, 1 + Math.max(...BREAKS.map((sign) => text.lastIndexOf(sign))));
    for (let at = Math.max(0, Math.min(first, near, text.length - this.#longestLiteral)); at < text.length; at++) {
      if (this.isOpen(text, at) && isAllowed(at)) {
        return at;
      }
    }
    return -1;
  }

  #findLooks(text: string, at: number): Found | undefined {
    if (!isPlace(text, at)) {
      return undefined;
    }
    for (const { whole, placeholder } of this.#looks) {
      whole.lastIndex = at;
      const match = whole.exec(text);
      if (match !== null) {
        const kept = match.groups?.['keep']?.length ?? 0;
        return { at: at + kept, begin: at, length: match[0].length - kept, placeholder };
      }
    }
    return undefined;
  }

  #isLooksOpen(text: string, at: number): boolean {
    if (this.#open === undefined || !isPlace(text, at)) {
      return false;
    }
    this.#open.lastIndex = at;
    return this.#open.test(text);
  }
}

const BREAKS = [' ', '"', "'", '\n', '\t'];
/** The beginnings of secrets that may have spaces in them. */
const LONG = /-----BEGIN|cookie|authorization|pass|pw|mnemonic|secret|key|token|credential|dsn|earer|asic/i;

/** Whether a word or a run of signs begins here, because a secret is only found by its looks at such a place. */
function isPlace(text: string, at: number): boolean {
  const before = text[at - 1] ?? '';
  const char = text[at] ?? '';
  if (char === ':' || char === '-') {
    return before !== char;
  }
  if (!/[A-Za-z]/.test(char)) {
    return false;
  }
  return !/[A-Za-z]/.test(before) || (/[a-z]/.test(before) && (/[A-Z]/.test(char) || text[at - 2] === '\\'));
}
